#ifndef COSMIUM_H
#define COSMIUM_H

// Reading of OpenStreetMap files through libosmium: one call, plain structs, no exception comes out.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *key;
  const char *value;
} cosmium_tag;

/// Units of 1e-7 degree.
typedef struct {
  int32_t latitude;
  int32_t longitude;
} cosmium_point;

typedef enum {
  COSMIUM_POINT,  // points[0]
  COSMIUM_LINE,   // points in order
  COSMIUM_AREA,   // rings, each closed by repeating its first point; the even-odd rule holds
  COSMIUM_GROUP,  // points of the members of a relation that has no area
} cosmium_shape;

/// One object with everything that belongs to it. The pointers are good during the callback only.
typedef struct {
  int64_t id;
  char kind;  // 'n', 'w' or 'r'
  cosmium_shape shape;
  const cosmium_tag *tags;
  size_t tag_count;
  const cosmium_point *points;
  size_t point_count;
  const uint32_t *ring_ends;  // index behind the last point of each ring
  size_t ring_count;
  const cosmium_point *entrances;  // points of the outline that are tagged as entrances
  size_t entrance_count;
  int64_t first_node, last_node;  // ids of a way's ends
  const int64_t *nodes;  // ids of the nodes at `points`, of a way that interpolates addresses
  size_t node_count;
  bool is_bare_building;  // not asked for, but places at points lie within its box
} cosmium_object;

/// What is read: every object that has one of the keys, or one that begins with one of the prefixes, and the buildings
/// around nodes with one of the first `place_key_count` keys.
typedef struct {
  const char *path;
  /// As libosmium names it: pbf, osm, osm.bz2, opl ...
  const char *format;
  const char *const *keys;
  size_t key_count;
  size_t place_key_count;
  const char *const *prefixes;
  size_t prefix_count;
  /// Where to keep the locations of nodes in a file without a name; null for keeping them in memory.
  const char *index_directory;
} cosmium_request;

typedef enum {
  COSMIUM_OK,
  COSMIUM_STOPPED,       // a callback said so
  COSMIUM_SYSTEM,        // reading failed: code is the errno
  COSMIUM_BAD_FILE,      // the file is damaged or no OpenStreetMap data
  COSMIUM_BAD_BLOB,      // the same of a PBF file: the blob begins at `offset`
  COSMIUM_OUT_OF_ORDER,  // the objects are not sorted by kind and id
  COSMIUM_TWICE,         // an object comes twice, as in a file with the map's history
  COSMIUM_NO_MEMORY,
} cosmium_status;

typedef struct {
  cosmium_status status;
  int code;
  char message[400];
  /// How many bytes of the file had been taken in.
  uint64_t offset;
  uint64_t nodes, ways, relations;
  /// Relations whose areas could not be put together.
  uint64_t broken_areas;
  /// Objects that were asked for, and of which nothing tells where they are.
  uint64_t unplaced;
  /// Ways that name nodes which the file lacks.
  uint64_t missing_nodes;
  /// The newest change of any object in seconds since 1970; 0 if no object has a time.
  int64_t newest;
} cosmium_result;

typedef bool (*cosmium_callback)(const cosmium_object *object, void *context);
/// Called now and then; false stops the reading.
typedef bool (*cosmium_progress)(uint64_t bytes, uint64_t all_bytes, void *context);

/// Reads a file twice (relations first) and hands out nodes, then ways, then relations.
void cosmium_read(const cosmium_request *request, cosmium_callback callback, cosmium_progress progress,
                  void *context, cosmium_result *result);

#ifdef __cplusplus
}
#endif
#endif
