import Glibc

/// Why an OpenStreetMap file cannot be imported.
package enum OSMError: Error, Hashable, Sendable {
  /// The file could not be read: `errno`.
  case unreadable(code: Int32)
  /// The file is damaged, cut off, or no OpenStreetMap data; what libosmium says, and how far it had read.
  case damaged(String, offset: UInt64)
  /// Nodes, ways and relations do not come in that order, each by its id.
  case outOfOrder(path: String)
  case outOfMemory
  /// The caller asked to stop.
  case cancelled
}

extension OSMError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let code): String(cString: strerror(code))
    case .damaged(let what, let offset): "\(what) (within the first \(offset) bytes)"
    case .outOfOrder(let path):
      "the objects are not sorted; 'osmium sort -o sorted.osm.pbf \"\(path)\"' makes a file that can be read"
    case .outOfMemory: "out of memory"
    case .cancelled: "interrupted"
    }
  }
}
