// LZ4 blobs are read too.
#define OSMIUM_WITH_LZ4

// libosmium refuses texts that are longer than those of the map may be (255 characters), but files have them.
#define max_osm_string_length max_osm_string_length_of_libosmium
#include <osmium/osm/types.hpp>
#undef max_osm_string_length
namespace osmium {
// Lengths of roles have 16 bits.
constexpr unsigned max_osm_string_length = 60000;
}  // namespace osmium

#include "cosmium.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <osmium/area/assembler.hpp>
#include <osmium/area/multipolygon_manager.hpp>
#include <osmium/handler/node_locations_for_ways.hpp>
#include <osmium/index/map/flex_mem.hpp>
#include <osmium/index/map/sparse_file_array.hpp>
#include <osmium/io/any_compression.hpp>
#include <osmium/io/opl_input.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/relations/manager_util.hpp>
#include <osmium/osm/object_comparisons.hpp>
#include <osmium/visitor.hpp>

#include "pbf_file.hpp"

namespace {

using Index = osmium::index::map::Map<osmium::unsigned_object_id_type, osmium::Location>;
using MemoryIndex = osmium::index::map::FlexMem<osmium::unsigned_object_id_type, osmium::Location>;
using FileIndex = osmium::index::map::SparseFileArray<osmium::unsigned_object_id_type, osmium::Location>;
using Locations = osmium::handler::NodeLocationsForWays<Index>;

/// Ends the reading because a callback said so.
struct Stopped {};

/// Objects do not come by kind and id.
struct OutOfOrder {};

/// An object comes twice.
struct Twice {};

/// Sees to it that objects come by kind and id, each once.
class Order : public osmium::handler::Handler {
 public:
  void osm_object(const osmium::OSMObject &object) {
    const auto kind = object.type();
    if (kind == kind_) {
      if (object.id() == id_) throw Twice{};
      if (!osmium::id_order{}(id_, object.id())) throw OutOfOrder{};
    } else if (kind < kind_) {
      throw OutOfOrder{};
    }
    kind_ = kind;
    id_ = object.id();
  }

 private:
  osmium::item_type kind_ = osmium::item_type::undefined;
  osmium::object_id_type id_ = 0;
};

/// Tells by its keys whether an object is wanted.
class Filter {
 public:
  explicit Filter(const cosmium_request &request)
      : prefixes_(request.prefixes, request.prefixes + request.prefix_count) {
    for (size_t i = 0; i < request.key_count; ++i) keys_.insert(request.keys[i]);
    // Most keys of the map are none of these: their first letters tell.
    for (const auto &key : keys_) first_[static_cast<unsigned char>(key[0])] = true;
    for (const auto &prefix : prefixes_) first_[static_cast<unsigned char>(prefix[0])] = true;
  }

  bool operator()(const osmium::TagList &tags) const {
    for (const auto &tag : tags) {
      if (!first_[static_cast<unsigned char>(tag.key()[0])]) continue;
      if (keys_.count(tag.key()) > 0) return true;
      for (const auto &prefix : prefixes_) {
        if (std::strncmp(tag.key(), prefix.c_str(), prefix.size()) == 0) return true;
      }
    }
    return false;
  }

 private:
  std::unordered_set<std::string> keys_;
  std::vector<std::string> prefixes_;
  bool first_[256] = {};
};

/// Where the places are that are mapped as nodes: tells whether a building may hold one.
class Spots {
 public:
  void add(const osmium::Location &location) { points_.push_back({key(location.x(), location.y()), location}); }

  /// Once all are known.
  void sort() {
    std::sort(points_.begin(), points_.end(), [](const Spot &a, const Spot &b) { return a.key < b.key; });
  }

  bool in(const std::vector<cosmium_point> &ring) const {
    int32_t west = ring[0].longitude, east = west, south = ring[0].latitude, north = south;
    for (const auto &point : ring) {
      west = std::min(west, point.longitude);
      east = std::max(east, point.longitude);
      south = std::min(south, point.latitude);
      north = std::max(north, point.latitude);
    }
    // Nothing that large is a building, but for those that cross the 180th meridian.
    if (east / side - west / side > 40 || north / side - south / side > 40) return false;
    for (int32_t x = west / side - 1; x <= east / side + 1; ++x) {
      for (int32_t y = south / side - 1; y <= north / side + 1; ++y) {
        const uint64_t wanted = key(x * side, y * side);
        auto spot = std::lower_bound(points_.begin(), points_.end(), wanted,
                                     [](const Spot &a, uint64_t value) { return a.key < value; });
        for (; spot != points_.end() && spot->key == wanted; ++spot) {
          const auto &at = spot->location;
          if (at.x() >= west && at.x() <= east && at.y() >= south && at.y() <= north) return true;
        }
      }
    }
    return false;
  }

 private:
  struct Spot {
    uint64_t key;
    osmium::Location location;
  };

  /// Squares of some hundred metres.
  static constexpr int32_t side = 50000;

  static uint64_t key(int32_t x, int32_t y) {
    return static_cast<uint64_t>(static_cast<uint32_t>(x / side)) << 32 | static_cast<uint32_t>(y / side);
  }

  std::vector<Spot> points_;
};

bool is_area_relation(const osmium::Relation &relation) {
  const char *type = relation.tags()["type"];
  return type && (!std::strcmp(type, "multipolygon") || !std::strcmp(type, "boundary"));
}

/// The multipolygons among the wanted relations. Closed ways need no assembling.
class Areas : public osmium::relations::RelationsManager<Areas, false, true, false> {
 public:
  Areas(const osmium::area::AssemblerConfig &config, const Filter &filter) : config_(config), filter_(filter) {}

  bool new_relation(const osmium::Relation &relation) const {
    return is_area_relation(relation) && filter_(relation.tags());
  }

  bool new_member(const osmium::Relation &, const osmium::RelationMember &member, std::size_t) const {
    return member.type() == osmium::item_type::way;
  }

  void complete_relation(const osmium::Relation &relation) {
    std::vector<const osmium::Way *> ways;
    ways.reserve(relation.members().size());
    for (const auto &member : relation.members()) {
      if (member.ref() != 0) ways.push_back(this->get_member_way(member.ref()));
    }
    try {
      osmium::area::Assembler assembler{config_};
      assembler(relation, ways, this->buffer());
    } catch (const osmium::invalid_location &) {
      // A member lies partly outside of the extract: reported as a relation without an area.
    }
  }

 private:
  osmium::area::AssemblerConfig config_;
  const Filter &filter_;
};

/// A relation that is wanted, kept until its area turns up or not.
struct Wanted {
  int64_t id;
  std::vector<std::pair<std::string, std::string>> tags;
  std::vector<std::pair<osmium::item_type, int64_t>> members;
  bool is_area;
  bool done;
};

/// First pass: what relations want of the rest.
class Relations : public osmium::handler::Handler {
 public:
  explicit Relations(const Filter &filter) : filter_(filter) {}

  void relation(const osmium::Relation &relation) {
    if (!filter_(relation.tags())) return;
    Wanted wanted{relation.id(), {}, {}, is_area_relation(relation), false};
    for (const auto &tag : relation.tags()) wanted.tags.emplace_back(tag.key(), tag.value());
    for (const auto &member : relation.members()) {
      if (member.type() == osmium::item_type::relation) continue;
      if (wanted.members.size() >= most_members) break;
      wanted.members.emplace_back(member.type(), member.ref());
      if (member.type() == osmium::item_type::way) ways.emplace(member.ref(), osmium::Location{});
    }
    index.emplace(relation.id(), list.size());
    list.push_back(std::move(wanted));
  }

  std::vector<Wanted> list;
  std::unordered_map<int64_t, size_t> index;
  /// One point of each way that such a relation names.
  std::unordered_map<int64_t, osmium::Location> ways;

 private:
  // Enough for telling where a relation lies.
  static constexpr size_t most_members = 2000;
  const Filter &filter_;
};

/// Second pass: hands out the objects.
class Emitter : public osmium::handler::Handler {
 public:
  Emitter(const Filter &filter, Relations &relations, Index &index, cosmium_callback callback, void *context,
          cosmium_result &result)
      : filter_(filter), relations_(relations), index_(index), callback_(callback), context_(context),
        result_(result) {}

  /// Tells by its keys whether a node is a place.
  void places(const Filter &filter) { places_ = &filter; }

  void node(const osmium::Node &node) {
    ++result_.nodes;
    note(node);
    if (node.tags().empty()) return;
    const char *entrance = node.tags()["entrance"];
    if (entrance && is_way_in(entrance)) entrances_.push_back(node.id());
    if (!filter_(node.tags())) return;
    if (!node.location().valid()) {
      ++result_.unplaced;
      return;
    }
    points_.clear();
    add(node.location());
    if ((*places_)(node.tags())) spots_.add(node.location());
    emit(node.id(), 'n', COSMIUM_POINT, node.tags());
  }

  void way(const osmium::Way &way) {
    if (result_.ways++ == 0) spots_.sort();
    note(way);
    const auto found = relations_.ways.find(way.id());
    const bool is_wanted = filter_(way.tags());
    const bool may_hold = !is_wanted && way.is_closed() && is_building(way.tags());
    if (!is_wanted && !may_hold && found == relations_.ways.end()) return;
    points_.clear();
    way_in_.clear();
    nodes_.clear();
    const bool interpolates = way.tags().has_key("addr:interpolation");
    bool is_complete = true;
    for (const auto &node : way.nodes()) {
      if (!node.location().valid()) {
        is_complete = false;
        continue;
      }
      if (is_entrance(node.ref())) way_in_.push_back(point(node.location()));
      if (interpolates) nodes_.push_back(node.ref());
      add(node.location());
    }
    if (!is_complete && (is_wanted || found != relations_.ways.end())) ++result_.missing_nodes;
    if (points_.empty()) {
      if (is_wanted) ++result_.unplaced;
      return;
    }
    if (found != relations_.ways.end()) {
      const auto &middle = points_[points_.size() / 2];
      found->second = osmium::Location{middle.longitude, middle.latitude};
    }
    const bool is_ring = way.is_closed() && way.nodes().size() >= 4 && is_complete;
    if (!is_wanted && !(may_hold && is_ring && spots_.in(points_))) return;
    is_bare_building_ = !is_wanted;
    first_node_ = way.nodes().front().ref();
    last_node_ = way.nodes().back().ref();
    if (is_ring) {
      ring_ends_.assign(1, static_cast<uint32_t>(points_.size()));
      way_in_.erase(std::unique(way_in_.begin(), way_in_.end(), same), way_in_.end());
      if (way_in_.size() > 1 && same(way_in_.front(), way_in_.back())) way_in_.pop_back();
    }
    emit(way.id(), 'w', is_ring ? COSMIUM_AREA : COSMIUM_LINE, way.tags());
    is_bare_building_ = false;
    nodes_.clear();
  }

  void relation(const osmium::Relation &relation) {
    ++result_.relations;
    note(relation);
  }

  void area(const osmium::Area &area) {
    if (area.from_way()) return;
    const auto found = relations_.index.find(area.orig_id());
    if (found == relations_.index.end()) return;
    points_.clear();
    ring_ends_.clear();
    way_in_.clear();
    for (const auto &outer : area.outer_rings()) {
      add_ring(outer);
      for (const auto &inner : area.inner_rings(outer)) add_ring(inner);
    }
    if (ring_ends_.empty()) return;
    relations_.list[found->second].done = true;
    emit(area.orig_id(), 'r', COSMIUM_AREA, area.tags());
  }

  /// The wanted relations of which no area was made: broken ones, and those that are groups by nature.
  void finish() {
    for (auto &wanted : relations_.list) {
      if (wanted.done) continue;
      if (wanted.is_area) ++result_.broken_areas;
      points_.clear();
      way_in_.clear();
      for (const auto &[type, ref] : wanted.members) {
        osmium::Location location;
        if (type == osmium::item_type::node) {
          location = index_.get_noexcept(static_cast<osmium::unsigned_object_id_type>(std::abs(ref)));
        } else {
          const auto way = relations_.ways.find(ref);
          if (way != relations_.ways.end()) location = way->second;
        }
        if (location.valid()) add(location);
      }
      tags_.clear();
      for (const auto &tag : wanted.tags) tags_.push_back({tag.first.c_str(), tag.second.c_str()});
      if (points_.empty()) {
        ++result_.unplaced;
      } else {
        hand_out(wanted.id, 'r', COSMIUM_GROUP);
      }
    }
  }

 private:
  static cosmium_point point(const osmium::Location &location) { return {location.y(), location.x()}; }

  static bool same(const cosmium_point &a, const cosmium_point &b) {
    return a.latitude == b.latitude && a.longitude == b.longitude;
  }

  static bool is_way_in(const char *value) {
    for (const char *other : {"no", "exit", "emergency", "garage", "closed"}) {
      if (!std::strcmp(value, other)) return false;
    }
    return true;
  }

  static bool is_building(const osmium::TagList &tags) {
    const char *value = tags["building"];
    return value && std::strcmp(value, "no");
  }

  void note(const osmium::OSMObject &object) {
    result_.newest = std::max(result_.newest, static_cast<int64_t>(object.timestamp().seconds_since_epoch()));
  }

  // Nodes come in the order of their ids, so that the list is sorted: by magnitude, negative ones first.
  bool is_entrance(int64_t id) const {
    return std::binary_search(entrances_.begin(), entrances_.end(), id, [](int64_t a, int64_t b) {
      return std::make_pair(a > 0, std::abs(a)) < std::make_pair(b > 0, std::abs(b));
    });
  }

  void add(const osmium::Location &location) { points_.push_back(point(location)); }

  void add_ring(const osmium::NodeRefList &ring) {
    bool is_first = true;
    for (const auto &node : ring) {
      if (!node.location().valid()) continue;
      if (!is_first && is_entrance(node.ref())) way_in_.push_back(point(node.location()));
      add(node.location());
      is_first = false;
    }
    ring_ends_.push_back(static_cast<uint32_t>(points_.size()));
  }

  void emit(int64_t id, char kind, cosmium_shape shape, const osmium::TagList &tags) {
    tags_.clear();
    for (const auto &tag : tags) tags_.push_back({tag.key(), tag.value()});
    hand_out(id, kind, shape);
  }

  void hand_out(int64_t id, char kind, cosmium_shape shape) {
    const bool is_area = shape == COSMIUM_AREA;
    const cosmium_object object{id, kind, shape, tags_.data(), tags_.size(), points_.data(), points_.size(),
                                ring_ends_.data(), is_area ? ring_ends_.size() : 0, way_in_.data(),
                                is_area ? way_in_.size() : 0, first_node_, last_node_,
                                nodes_.data(), nodes_.size(), is_bare_building_};
    if (!callback_(&object, context_)) throw Stopped{};
  }

  const Filter &filter_;
  Relations &relations_;
  Index &index_;
  cosmium_callback callback_;
  void *context_;
  cosmium_result &result_;
  std::vector<int64_t> entrances_;
  std::vector<cosmium_tag> tags_;
  std::vector<cosmium_point> points_;
  std::vector<uint32_t> ring_ends_;
  std::vector<cosmium_point> way_in_;
  int64_t first_node_ = 0, last_node_ = 0;
  std::vector<int64_t> nodes_;
  bool is_bare_building_ = false;
  const Filter *places_ = nullptr;
  Spots spots_;
};

/// A file that has no name and goes with its last descriptor.
class NamelessFile {
 public:
  explicit NamelessFile(const char *directory) {
    std::string path = std::string(directory) + "/.placed-nodes.XXXXXX";
    descriptor_ = ::mkostemp(&path[0], O_CLOEXEC);
    if (descriptor_ < 0) throw std::system_error{errno, std::system_category(), "node index"};
    ::unlink(path.c_str());
  }
  ~NamelessFile() { ::close(descriptor_); }
  NamelessFile(const NamelessFile &) = delete;
  NamelessFile &operator=(const NamelessFile &) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// The passes over a file.
class Passes {
 public:
  Passes(const cosmium_request &request, cosmium_progress progress, void *context, cosmium_result &result)
      : request_(request), progress_(progress), context_(context), result_(result) {
    if (!std::strcmp(request.format, "pbf")) pbf_ = std::make_unique<PbfFile>(request.path);
  }

  /// Relations only.
  template <typename Body>
  void relations(double share, Body &&body) {
    each(osmium::osm_entity_bits::relation, share, 0, body, [](PbfFile &file) { return file.first_with_relations(); });
  }

  /// All objects; `before` is the share of the time that has passed.
  template <typename Body>
  void all(double before, Body &&body) {
    each(osmium::osm_entity_bits::nwr, 1 - before, before, body, [](PbfFile &) { return size_t{0}; });
  }

 private:
  template <typename Body, typename First>
  void each(osmium::osm_entity_bits::type what, double share, double before, Body &&body, First &&first) {
    if (pbf_) {
      pbf_->each(first(*pbf_), what, [&](osmium::memory::Buffer &buffer, uint64_t offset) {
        result_.offset = offset;
        body(buffer);
        tell(share, before, pbf_->size());
      });
      return;
    }
    osmium::io::Reader reader{osmium::io::File{request_.path, request_.format}, what};
    try {
      while (osmium::memory::Buffer buffer = reader.read()) {
        result_.offset = reader.offset();
        body(buffer);
        tell(share, before, reader.file_size());
      }
      reader.close();
    } catch (...) {
      result_.offset = reader.offset();
      throw;
    }
  }

  void tell(double share, double before, uint64_t all) {
    const auto done = before * static_cast<double>(all) + share * static_cast<double>(result_.offset);
    if (!progress_(static_cast<uint64_t>(done), all, context_)) throw Stopped{};
  }

  const cosmium_request &request_;
  cosmium_progress progress_;
  void *context_;
  cosmium_result &result_;
  std::unique_ptr<PbfFile> pbf_;
};

void read(const cosmium_request &request, cosmium_callback callback, cosmium_progress progress, void *context,
          cosmium_result &result) {
  // The share of the first pass in the time: measured on extracts of countries. Of PBF files it reads the end only.
  const double first = std::strcmp(request.format, "pbf") ? 0.2 : 0.02;
  Passes passes{request, progress, context, result};
  const Filter filter{request};
  osmium::area::AssemblerConfig config;
  config.ignore_invalid_locations = true;
  Areas areas{config, filter};
  Relations relations{filter};
  passes.relations(first, [&](osmium::memory::Buffer &buffer) { osmium::apply(buffer, areas, relations); });
  areas.prepare_for_lookup();

  std::unique_ptr<NamelessFile> file;
  std::unique_ptr<Index> index;
  if (request.index_directory) {
    file = std::make_unique<NamelessFile>(request.index_directory);
    index = std::make_unique<FileIndex>(file->descriptor());
  } else {
    index = std::make_unique<MemoryIndex>();
  }
  Locations locations{*index};
  locations.ignore_errors();
  Order order;
  Emitter emitter{filter, relations, *index, callback, context, result};
  cosmium_request of_places = request;
  of_places.key_count = request.place_key_count;
  of_places.prefix_count = 0;
  const Filter places{of_places};
  emitter.places(places);
  auto &assembling = areas.handler([&](osmium::memory::Buffer &&buffer) { osmium::apply(buffer, emitter); });
  passes.all(first, [&](osmium::memory::Buffer &buffer) {
    osmium::apply(buffer, order, locations, emitter, assembling);
  });
  osmium::apply(areas.read(), emitter);
  emitter.finish();
}

void fail(cosmium_result &result, cosmium_status status, const char *message, int code = 0) {
  result.status = status;
  result.code = code;
  std::snprintf(result.message, sizeof result.message, "%s", message);
}

}  // namespace

void cosmium_read(const cosmium_request *request, cosmium_callback callback, cosmium_progress progress,
                  void *context, cosmium_result *result) {
  *result = cosmium_result{};
  try {
    read(*request, callback, progress, context, *result);
  } catch (const Stopped &) {
    result->status = COSMIUM_STOPPED;
  } catch (const OutOfOrder &) {
    result->status = COSMIUM_OUT_OF_ORDER;
  } catch (const Twice &) {
    result->status = COSMIUM_TWICE;
  } catch (const DamagedBlob &error) {
    fail(*result, COSMIUM_BAD_BLOB, error.what());
    result->offset = error.offset;
  } catch (const std::bad_alloc &) {
    fail(*result, COSMIUM_NO_MEMORY, "out of memory");
  } catch (const std::system_error &error) {
    fail(*result, COSMIUM_SYSTEM, error.what(), error.code().value());
  } catch (const std::exception &error) {
    fail(*result, COSMIUM_BAD_FILE, error.what());
  } catch (...) {
    fail(*result, COSMIUM_BAD_FILE, "unknown failure");
  }
}
