import Glibc

/// Why an OpenStreetMap file cannot be imported.
package enum OSMError: Error, Hashable, Sendable {
  /// The file could not be read: `errno`.
  case unreadable(code: Int32)
  /// The file is damaged, cut off, or no OpenStreetMap data; what libosmium says, and how far it had read.
  case damaged(String, offset: UInt64)
  /// A blob of a PBF file is damaged or cannot be read; it begins at this byte.
  case damagedBlob(String, offset: UInt64)
  /// Nodes, ways and relations do not come in that order, each by its id.
  case outOfOrder
  /// An object is there in several versions.
  case versions
  case outOfMemory
  /// The caller asked to stop.
  case cancelled
}

extension OSMError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let code): String(cString: strerror(code))
    case .damaged(let what, let offset): "\(what) (within the first \(offset) bytes)"
    case .damagedBlob(let what, let offset): "\(what) (the blob begins at byte \(offset))"
    case .outOfOrder:
      "the objects are not sorted; 'osmium sort -o sorted.osm.pbf FILE' makes a file that can be read"
    case .versions:
      "there are several versions of one object, as in a file with the map's history; "
        + "'osmium time-filter -o now.osm.pbf FILE' makes a file of the newest ones, "
        + "and 'osmium merge' one of several extracts"
    case .outOfMemory: "out of memory"
    case .cancelled: "interrupted"
    }
  }
}
