import Glibc
import HTTP
import PlaceStore
import PlacesCore

/// Refreshing region files that were made from downloads, each by the addresses that it remembers.
struct UpdateJob {
  /// What became of one region.
  enum Outcome {
    case unchanged
    case updated(ImportSummary)
    /// It was made from files, which nobody can ask for news.
    case local
  }

  let places: String
  let sizeLimit: Int

  /// The region files of the directory, by name.
  func regions() -> [String] {
    guard let stream = opendir(places) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(RegionFormat.suffix), !name.hasPrefix(".") { found.append("\(places)/\(name)") }
    }
    return found.sorted()
  }

  /// Updates one region file.
  func update(_ path: String) throws -> Outcome {
    let info = try RegionInfo(ofFile: path)
    guard !info.origins.isEmpty else { return .local }
    let fetching = Fetching(places: places, sizeLimit: sizeLimit)
    let addresses = try info.origins.map { try HTTPAddress($0.address) }
    var files: [Fetching.File?] = []
    defer { fetching.discard(files.compactMap(\.self)) }
    for (address, origin) in zip(addresses, info.origins) {
      files.append(
        try fetching.fetch(
          address, known: origin.changed.map { Int($0.microseconds / 1_000_000) }, tag: origin.tag))
    }
    guard files.contains(where: { $0 != nil }) else { return .unchanged }
    // One of several is new: the others are needed too, and were not kept.
    for (index, address) in addresses.enumerated() where files[index] == nil {
      files[index] = try fetching.fetch(address)
    }
    let all = files.compactMap(\.self)
    var job = ImportJob(inputs: all.map(\.path), output: path)
    job.name = info.name
    job.timeZone = info.timeZone
    job.attributions = info.givenAttributions
    job.downloads = all
    return .updated(try job.run())
  }
}

extension RegionInfo.Origin {
  init(_ file: Fetching.File) {
    self.init(
      address: file.address.text,
      changed: file.changed.map { Timestamp(microseconds: Int64($0) * 1_000_000) },
      tag: file.tag
    )
  }
}
