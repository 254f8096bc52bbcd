// A PBF file, blob by blob (https://wiki.openstreetmap.org/wiki/PBF_Format): libosmium decodes the blobs, and this finds
// them. So a fault is told with the place of its blob, blobs of other kinds are passed over, and of a sorted file only
// those with relations need to be decoded to get these.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <deque>
#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <osmium/io/detail/pbf_decoder.hpp>
#include <osmium/osm/entity_bits.hpp>
#include <osmium/thread/pool.hpp>

/// A blob cannot be read.
class DamagedBlob : public std::runtime_error {
 public:
  DamagedBlob(const std::string &what, uint64_t offset) : std::runtime_error{what}, offset{offset} {}
  /// Where it begins in the file, its header included.
  const uint64_t offset;
};

class PbfFile {
  // Before what uses it, as its type is deduced.
  struct Blob {
    /// Of its header, which lies before its data.
    uint64_t offset;
    uint32_t header, data;
  };

  /// Tells of a failure where the blob begins.
  template <typename Body>
  auto result(size_t index, Body &&body) {
    return result_at(blobs_[index], std::forward<Body>(body));
  }

  template <typename Body>
  static auto result_at(const Blob &blob, Body &&body) {
    try {
      return body();
    } catch (const std::bad_alloc &) {
      throw;
    } catch (const std::system_error &) {
      throw;
    } catch (const std::exception &error) {
      throw DamagedBlob{error.what(), blob.offset};
    }
  }

 public:
  explicit PbfFile(const char *path) : descriptor_{::open(path, O_RDONLY | O_CLOEXEC)} {
    if (descriptor_ < 0) throw std::system_error{errno, std::system_category(), "open"};
    struct stat status;
    if (::fstat(descriptor_, &status) != 0) fail("fstat");
    size_ = static_cast<uint64_t>(status.st_size);
    try {
      find_blobs();
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  }
  ~PbfFile() { ::close(descriptor_); }
  PbfFile(const PbfFile &) = delete;
  PbfFile &operator=(const PbfFile &) = delete;

  uint64_t size() const { return size_; }

  /// The first blob that may hold relations, if objects come in the order of their kinds.
  size_t first_with_relations() {
    size_t low = 0, high = blobs_.size();
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (begins_with_relation(middle, high)) high = middle;
      else low = middle + 1;
    }
    return low == 0 ? 0 : low - 1;
  }

  /// Calls `body` with the objects of each blob from one on, and where in the file the next blob begins.
  template <typename Body>
  void each(size_t first, osmium::osm_entity_bits::type what, Body &&body) {
    // As many as are decoded at a time, and some that wait: each may have 32 MiB.
    constexpr size_t most_waiting = 8;
    std::deque<std::future<osmium::memory::Buffer>> waiting;
    auto &pool = osmium::thread::Pool::default_instance();
    size_t submitted = first;
    for (size_t index = first; index < blobs_.size(); ++index) {
      while (submitted < blobs_.size() && waiting.size() < most_waiting) {
        waiting.push_back(pool.submit(decoder(submitted++, what)));
      }
      auto future = std::move(waiting.front());
      waiting.pop_front();
      osmium::memory::Buffer buffer = result(index, [&] { return future.get(); });
      // One that was full holds the ones before it.
      while (buffer.has_nested_buffers()) {
        auto nested = buffer.get_last_nested();
        body(*nested, blobs_[index].offset);
      }
      body(buffer, index + 1 < blobs_.size() ? blobs_[index + 1].offset : size_);
    }
  }

  size_t count() const { return blobs_.size(); }

 private:
  [[noreturn]] static void fail(const char *call) {
    throw std::system_error{errno, std::system_category(), call};
  }

  /// Bytes of the file; fewer at its end.
  std::string bytes(uint64_t offset, size_t count) const {
    std::string found(count, '\0');
    size_t done = 0;
    while (done < count) {
      const auto got = ::pread(descriptor_, &found[done], count - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail("pread");
      if (got == 0) break;
      done += static_cast<size_t>(got);
    }
    found.resize(done);
    return found;
  }

  void find_blobs() {
    using osmium::io::detail::FileFormat::BlobHeader;
    uint64_t offset = 0;
    bool is_first = true;
    while (offset < size_) {
      // Headers are short, so that one reading gets most of them whole.
      std::string head = bytes(offset, 64);
      if (head.size() < 4) throw DamagedBlob{"the file ends within a blob's header", offset};
      uint32_t header = 0;
      for (size_t i = 0; i < 4; ++i) header = header << 8 | static_cast<unsigned char>(head[i]);
      if (header > osmium::io::detail::max_blob_header_size) throw DamagedBlob{not_a_blob(is_first), offset};
      if (head.size() < 4 + header) head = bytes(offset, 4 + header);
      if (head.size() < 4 + header) {
        throw DamagedBlob{is_first ? not_a_blob(true) : "the file ends within a blob's header", offset};
      }
      std::string type;
      int32_t data = 0;
      try {
        protozero::pbf_message<BlobHeader> message{head.data() + 4, header};
        while (message.next()) {
          switch (message.tag()) {
            case BlobHeader::required_string_type: type = message.get_string(); break;
            case BlobHeader::required_int32_datasize: data = message.get_int32(); break;
            default: message.skip();
          }
        }
      } catch (const std::exception &) {
        throw DamagedBlob{not_a_blob(is_first), offset};
      }
      if (type.empty() || data < 0 || data > static_cast<int32_t>(osmium::io::detail::max_uncompressed_blob_size)) {
        throw DamagedBlob{not_a_blob(is_first), offset};
      }
      const Blob blob{offset, 4 + header, static_cast<uint32_t>(data)};
      offset += blob.header + blob.data;
      if (offset > size_) throw DamagedBlob{"the file ends within a blob", blob.offset};
      if (is_first) {
        if (type != "OSMHeader") throw DamagedBlob{not_a_blob(true), 0};
        result_at(blob, [&] { return osmium::io::detail::decode_header(checked(blob)); });
      } else if (type == "OSMData") {
        blobs_.push_back(blob);
      }
      is_first = false;
    }
  }

  static const char *not_a_blob(bool is_first) {
    return is_first ? "not a PBF file: it does not begin with a header" : "no blob's header is where one has to be";
  }

  /// The data of a blob, if its compression is one that is read.
  std::string checked(const Blob &blob) const {
    std::string data = bytes(blob.offset + blob.header, blob.data);
    if (data.size() < blob.data) throw std::runtime_error{"the file ends within a blob"};
    protozero::pbf_reader message{data};
    while (message.next()) {
      const char *unread = message.tag() == 4 ? "lzma" : message.tag() == 5 ? "bzip2" : message.tag() == 7 ? "zstd" : nullptr;
      if (unread) {
        throw std::runtime_error{std::string{"a blob is compressed by "} + unread +
                                 ", which is not supported (zlib and LZ4 are)"};
      }
      message.skip();
    }
    return data;
  }

  osmium::io::detail::PBFDataBlobDecoder decoder(size_t index, osmium::osm_entity_bits::type what) {
    return result(index, [&] {
      return osmium::io::detail::PBFDataBlobDecoder{checked(blobs_[index]), what, osmium::io::read_meta::yes};
    });
  }

  /// Whether the first object from a blob on, before another, is a relation, or there is none.
  bool begins_with_relation(size_t index, size_t end) {
    for (; index < end; ++index) {
      auto buffer = result(index, [&] { return decoder(index, osmium::osm_entity_bits::nwr)(); });
      if (buffer.has_nested_buffers()) {
        const auto nested = buffer.get_last_nested();
        return nested->begin<osmium::OSMObject>()->type() == osmium::item_type::relation;
      }
      if (buffer.begin<osmium::OSMObject>() != buffer.end<osmium::OSMObject>()) {
        return buffer.begin<osmium::OSMObject>()->type() == osmium::item_type::relation;
      }
    }
    return true;
  }

  int descriptor_;
  uint64_t size_ = 0;
  std::vector<Blob> blobs_;
};
