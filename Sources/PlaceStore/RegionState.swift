/// How a region file stands.
package enum RegionState: String, Sendable {
  /// It has not been opened yet.
  case loading
  case ready
  /// It is a region file whose contents are broken: it must be imported again.
  case damaged
  /// It holds no places.
  case empty
  /// It is not a region file, whatever its name says.
  case foreign
  /// A later version of this program wrote it.
  case newer
  /// An earlier version of this program wrote it, in a form that is not read any more: it must be imported again.
  case older
  /// It could not be read: no permission, or the medium fails.
  case unreadable
}

/// What can be told about a region file.
package struct RegionStatus: Hashable, Sendable {
  package let path: String
  package let state: RegionState
  /// The reason in a few words; nil where the state says it all.
  package let why: String?
  /// What the file says about itself; nil unless it was once read.
  package let info: RegionInfo?

  /// The region's own name, or that of its file.
  package var name: String {
    if let info { return info.name }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(RegionFormat.suffix) ? String(file.dropLast(RegionFormat.suffix.count)) : file
  }
}
