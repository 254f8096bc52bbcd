import Arguments
import GeoJSONImport
import Glibc
import OSMImport
import PlaceStore
import PlaceTags
import PlacesCore

/// One import: some inputs into one region file.
struct ImportJob {
  let inputs: [String]
  let output: String
  var name: String?
  var date: Timestamp?
  var attributions: [String] = []
  var timeZone: String?
  var nodeIndex = OSMReader.NodeIndex.auto
  /// Where the inputs were downloaded from; empty if any is a file of the user's.
  var downloads: [Fetching.File] = []

  enum Failure: Error, CustomStringConvertible {
    case input(path: String, GeoJSONError)
    case map(path: String, OSMError)
    /// What it is, and what to do about it.
    case foreign(path: String, String)
    case store(StoreError)
    case nothing

    var description: String {
      switch self {
      case .input(let path, let error): "\"\(ShownText.line(path))\": \(error)"
      case .map(let path, let error): "\"\(ShownText.line(path))\": \(error)"
      case .foreign(let path, let what): "\"\(ShownText.line(path))\": \(what)"
      case .store(let error): "\(error)"
      case .nothing: "no places in the input"
      }
    }
  }

  init(inputs: [String], output: String) {
    self.inputs = inputs
    self.output = output
  }

  func run() throws(Failure) -> ImportSummary {
    let start = ImportJob.seconds()
    // Sorting takes as much room again as the result: beside the result there must be such room anyway.
    setenv("SQLITE_TMPDIR", directory, 0)
    var report = ImportReport()
    let writer = try ImportJob.storing { () throws(StoreError) in
      try RegionWriter(path: output, sources: inputs) { StopSignal.isReceived }
    }
    let zone = try read(into: writer, &report)
    guard !report.kept.isEmpty else { throw .nothing }
    let info = info(report, zone)
    let written = try ImportJob.storing { () throws(StoreError) in
      try writer.finish(info) { phase in
        switch phase {
        case .merging: Report.line("merging")
        case .sorting: Report.line("sorting")
        case .indexing: Report.line("indexing")
        case .syncing: Report.line("writing to disk")
        }
      }
    }
    return ImportSummary(
      output: output, report: report, written: written, seconds: ImportJob.seconds() - start,
      date: info.dataDate)
  }

  /// Reads the inputs and writes nothing.
  func count() throws(Failure) -> ImportReport {
    var report = ImportReport()
    _ = try read(into: nil, &report)
    return report
  }

  /// Adds the places of all inputs; gives the time zone that the map has, if it has one.
  private func read(into writer: RegionWriter?, _ report: inout ImportReport) throws(Failure) -> String? {
    var areas = AdministrativeAreas()
    var interpolations: [OSMInterpolation] = []
    var sample = PointSample()
    var numbers = HouseNumbers()
    for path in inputs {
      switch InputKind(path: path) {
      case .map(let format):
        let found = { (place: Place) in
          sample.add(place.coordinate)
          if writer == nil { numbers.add(place) }
        }
        try readMap(path, format, into: writer, &report, &areas, &interpolations, found: found)
      case .features: try readFeatures(path, into: writer, &report)
      case .foreign(let what): throw .foreign(path: path, what)
      }
    }
    try addHouses(between: interpolations, to: writer, numbers, &report)
    let zone = areas.timeZone(of: sample.points)
    guard !areas.isEmpty else { return zone }
    writer?.locate { point in
      let names = areas.names(at: point)
      return RegionWriter.Location(
        locality: names.locality, region: names.region, countryCode: names.countryCode)
    }
    return zone
  }

  /// Adds the houses that the map only counts; `numbers` are those between them where nothing is written.
  private func addHouses(
    between interpolations: [OSMInterpolation], to writer: RegionWriter?, _ numbers: HouseNumbers,
    _ report: inout ImportReport
  ) throws(Failure) {
    let wanted = Set(interpolations.flatMap(\.nodes))
    let known = try ImportJob.storing { () throws(StoreError) in
      try writer?.addresses(of: wanted) ?? numbers.addresses(of: wanted)
    }
    for interpolation in interpolations {
      for house in interpolation.addresses(known: known) {
        report.count(house, unmapped: [])
        try ImportJob.storing { () throws(StoreError) in try writer?.add(house) }
      }
    }
  }

  private func readMap(
    _ path: String, _ format: String, into writer: RegionWriter?, _ report: inout ImportReport,
    _ areas: inout AdministrativeAreas, _ interpolations: inout [OSMInterpolation],
    found: (Place) -> Void
  ) throws(Failure) {
    let bar = ProgressBar("reading \(ImportJob.file(of: path))")
    do {
      let reader = try OSMReader(
        path: path, format: format, scratchDirectory: directory, index: nodeIndex)
      let counts = try reader.read(
        into: &report, areas: &areas,
        progress: { bytes, all in
          bar.show(bytes, of: all)
          return !StopSignal.isReceived
        }, building: { outline in try writer?.addBuilding(outline) },
        found: { finding in
          found(finding.place)
          try writer?.add(finding.place, twin: ImportJob.twin(of: finding))
        })
      interpolations += counts.interpolations
      bar.end(
        "\(counts.nodes) nodes, \(counts.ways) ways, \(counts.relations) relations, \(counts.bytes) bytes")
      report.sources.insert("osm")
    } catch let error as StoreError {
      bar.end(nil)
      throw .store(error)
    } catch let error as OSMError {
      bar.end(nil)
      throw error == .cancelled ? .store(.cancelled) : .map(path: path, error)
    } catch {
      throw .store(.cancelled)
    }
  }

  /// How an object of the map may be one thing with another.
  private static func twin(of found: OSMFinding) -> TwinTraits? {
    guard found.isNamed else { return nil }
    let role: TwinTraits.Role? =
      switch found.role {
      case .point: .point
      case .area: .area
      case .street: .street
      case .settlement: .settlement
      case .boundary: .boundary
      case .alone: nil
      }
    return role.map { TwinTraits(role: $0, reach: found.reach) }
  }

  private func readFeatures(
    _ path: String, into writer: RegionWriter?, _ report: inout ImportReport
  ) throws(Failure) {
    Report.line("reading \(ShownText.line(path))")
    var reader = try ImportJob.reading(path) { () throws(GeoJSONError) in try PlaceReader(path: path) }
    while let place = try ImportJob.reading(
      path, { () throws(GeoJSONError) in try reader.next(&report) })
    {
      if StopSignal.isReceived { throw .store(.cancelled) }
      try ImportJob.storing { () throws(StoreError) in try writer?.add(place) }
      if report.objects.isMultiple(of: 1_000_000) { Report.line("  \(report.objects) features") }
    }
  }

  private static func storing<Result>(_ work: () throws(StoreError) -> Result) throws(Failure) -> Result {
    do {
      return try work()
    } catch {
      throw .store(error)
    }
  }

  private static func reading<Result>(
    _ path: String, _ work: () throws(GeoJSONError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try work()
    } catch {
      throw .input(path: path, error)
    }
  }

  /// What the region says about itself.
  private func info(_ report: ImportReport, _ mappedTimeZone: String?) -> RegionInfo {
    var info = RegionInfo(name: name ?? ImportJob.stem(of: output))
    info.source =
      downloads.isEmpty
      ? inputs.map(ImportJob.file(of:)).joined(separator: ", ")
      : downloads.map(\.address.shown).joined(separator: ", ")
    // A query may be a key, which is nobody's who gets the file.
    info.origins =
      downloads.allSatisfy { $0.address.shown == $0.address.text }
      ? downloads.map(RegionInfo.Origin.init) : []
    info.givenAttributions = attributions
    info.dataDate = date ?? ImportJob.newest(report)
    let licences = report.licences.union(inputs.contains(where: InputKind.isMap) ? ["ODbL-1.0"] : [])
    info.licence = licences.isEmpty ? nil : licences.sorted().joined(separator: ", ")
    let given = attributions.map { Attribution(text: $0) }
    let own = report.attributions.sorted().map { Attribution(text: $0) }
    info.attributions = given + own + ImportJob.owed(to: report.sources)
    info.timeZone = timeZone ?? mappedTimeZone
    info.builder = "placed-import \(ProductVersion.current)"
    return info
  }

  /// What the licences of known sources ask for.
  private static func owed(to sources: Set<String>) -> [Attribution] {
    var owed: [Attribution] = []
    if sources.contains("osm") {
      owed.append(
        Attribution(text: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright"))
    }
    if sources.contains("overture") {
      owed.append(
        Attribution(text: "Overture Maps Foundation", url: "https://docs.overturemaps.org/attribution/"))
    }
    return owed
  }

  private static func newest(_ report: ImportReport) -> Timestamp? {
    report.newestUpdate.flatMap { CivilDate.timestamp(of: String($0.prefix(10))) } ?? report.newestChange
  }

  var directory: String {
    guard let slash = output.lastIndex(of: "/") else { return "." }
    return slash == output.startIndex ? "/" : String(output[..<slash])
  }

  private static func file(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func stem(of path: String) -> String {
    let file = file(of: path)
    return file.hasSuffix(RegionFormat.suffix) ? String(file.dropLast(RegionFormat.suffix.count)) : file
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
