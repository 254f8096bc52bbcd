import Glibc
import PlaceEngine
import PlacesCore
import Synchronization

/// All region files of some directories as one finder. Safe to use from any thread.
///
/// A file in trouble has a state that says so, and the others go on. Where files overlap, each place comes once,
/// from the file with the newer data.
package final class RegionSet: PlaceFinder, Sendable {
  private let directories: [String]
  private let files: [String]
  private let current: Mutex<[Region]>

  /// A set of the `*.places` files in directories and of single files. Nothing is opened before `reload()`: until
  /// then the files are `loading`.
  package init(directories: [String], files: [String] = []) {
    self.directories = directories
    self.files = files
    current = Mutex(
      RegionSet.list(directories, files).map { item in
        item.why.map { Region(unreadable: item.path, why: $0) } ?? Region(unopened: item.path)
      })
  }

  /// Opens all files that are there now, and puts them in the place of the former ones at once. Blocks on files;
  /// questions go on meanwhile.
  package func reload() {
    let opened = RegionSet.list(directories, files).map { item in
      item.why.map { Region(unreadable: item.path, why: $0) } ?? Region(opening: item.path)
    }
    // Newest data first, files of the first directory before others of the same age.
    let dates = opened.map { region in
      let info = region.status.info
      return (info?.dataDate ?? Timestamp(microseconds: .min), info?.created ?? Timestamp(microseconds: .min))
    }
    let order = opened.indices.sorted { dates[$0] != dates[$1] ? dates[$0] > dates[$1] : $0 < $1 }
    let sorted = order.map { opened[$0] }
    current.withLock { $0 = sorted }
  }

  /// What each file is, in order of their paths.
  package var regions: [RegionStatus] { snapshot.map(\.status).sorted { $0.path < $1.path } }

  /// Whom to name with places around a position.
  package func attributions(at position: Coordinate) -> [Attribution] {
    var found: [Attribution] = []
    for region in snapshot where region.covers(position, within: RegionSet.rim) {
      for attribution in region.status.info?.attributions ?? [] where !found.contains(attribution) {
        found.append(attribution)
      }
    }
    return found
  }

  /// The name of the time zone that the newest data around a position has; nil if none says.
  package func timeZone(at position: Coordinate) -> String? {
    for region in snapshot where region.covers(position, within: RegionSet.rim) {
      if let name = region.status.info?.timeZone { return name }
    }
    return nil
  }

  package func places(around center: Coordinate, radius: Metres, limit: Int) -> [NearbyPlace] {
    guard limit > 0, radius >= 0 else { return [] }
    let regions = snapshot
    var found: [NearbyPlace] = []
    var seen: Set<PlaceID> = []
    for (index, region) in regions.enumerated() {
      for nearby in region.places(around: center, radius: radius, limit: limit) {
        let id = nearby.place.id
        // What newer data knows under this id counts, be it elsewhere or closed by now.
        let isSuperseded = regions[..<index].contains {
          $0.covers(nearby.place.coordinate, within: RegionSet.rim) && $0.place(id) != nil
        }
        if !isSuperseded, seen.insert(id).inserted { found.append(nearby) }
      }
    }
    if regions.count > 1 { found.sort { $0.isNearer(than: $1) } }
    return Array(found.prefix(limit))
  }

  package func place(_ id: PlaceID) -> Place? {
    for region in snapshot {
      if let place = region.place(id) { return place }
    }
    return nil
  }

  package func coverage(of position: Coordinate) -> Coverage {
    let regions = snapshot
    if regions.contains(where: { $0.covers(position, within: RegionSet.rim) }) { return .covered }
    let states = regions.map(\.status.state)
    if states.contains(.loading) { return .loading }
    return states.contains(.damaged) || states.contains(.unreadable) ? .damaged : .notCovered
  }

  /// How far beyond its outermost places a file's data still says something.
  private static let rim: Metres = 1000

  private var snapshot: [Region] { current.withLock { $0 } }

  /// The region files there are, sorted within each directory; with a reason where a directory cannot be read. A
  /// directory that is missing has none.
  private static func list(_ directories: [String], _ files: [String]) -> [(path: String, why: String?)] {
    var found: [(path: String, why: String?)] = []
    for directory in directories {
      guard let stream = opendir(directory) else {
        if errno != ENOENT { found.append((directory, String(cString: strerror(errno)))) }
        continue
      }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
        }
        if name.hasSuffix(RegionFormat.suffix), !name.hasPrefix(".") { names.append(name) }
      }
      found += names.sorted().map { ("\(directory)/\($0)", nil) }
    }
    return found + files.map { ($0, nil) }
  }
}
