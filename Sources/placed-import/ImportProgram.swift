import Arguments
import GeoJSONImport
import Glibc
import HTTP
import JSON
import OSMImport
import PlaceStore
import PlacesCore

/// The command line of `placed-import`, and what becomes of it.
enum ImportProgram {
  private static let output = Option<String>(
    "output", short: "o", "OUT.places", "The region file to write (needed for files).")
  private static let name = Option<String>("name", "NAME", "The region's name (default: that of the file).")
  private static let date = Option<Timestamp>(
    "date", "YYYY-MM-DD", "The day that the data is of.", expected: "a day such as 2026-08-21",
    decode: CivilDate.timestamp(of:))
  private static let attribution = Option<String>(
    "attribution", "TEXT", "Whom to name wherever the data is shown; may be given several times.")
  private static let timeZone = Option<String>(
    "time-zone", "ZONE", "The time zone of the whole region, such as Europe/Berlin.",
    expected: "the name of a time zone, such as Europe/Berlin", decode: zone(_:))
  private static let placesDirectory = Option<String>(
    "places-dir", "DIR",
    "Where region files are (default: /var/lib/placed/places if it may be written to, else your own).")
  private static let mirror = Option<String>(
    "mirror", "URL", "Download regions from this server (default: \(InputSource.defaultMirror)).")
  private static let sizeLimit = Option(
    "max-download", "MB", in: 1...1_000_000, "Refuse to download more than this for an input (default 16000)."
  )
  private static let nodeIndex = Option<OSMReader.NodeIndex>(
    "node-index", "KIND",
    "Keep the positions of nodes in memory, on disk, or auto: on disk for inputs of 512 MB and more.",
    expected: "auto, memory or disk", decode: OSMReader.NodeIndex.init(rawValue:))
  private static let update = Flag(
    "update", "Refresh the region files that were made from downloads: INPUT names some, else all.")
  private static let types = Flag(
    "types", "Only count: places by type, and the most frequent tags without one.")
  private static let json = Flag("json", "Print the summary as one JSON object.")

  private static let program = Program(
    "placed-import", version: ProductVersion.current,
    summary: "Make a region file of places from OpenStreetMap and GeoJSON files.",
    details: """
      Inputs are OpenStreetMap files (.osm.pbf, .osm, .opl, the latter two also as
      .bz2 or .gz), and GeoJSON of any other name or from standard input (-):
      FeatureCollections, single Features, or Features in a row (GeoJSON text
      sequences). Of several places with one id the last one counts. The old region
      file stays as it is until the new one is complete.

      An input may also be an address (https://...), or a region by its name at
      Geofabrik, such as europe/monaco: it is downloaded, imported, and the region
      file goes to the directory that placed looks in. A download that breaks off
      goes on where it was with the next run.

      Exit status: 0 written, 1 not written and the old file unchanged, 2 wrong
      command line, 130 interrupted.
      """,
    options: [
      output, name, date, attribution, timeZone, placesDirectory, mirror, sizeLimit, nodeIndex, update, types,
      json,
    ],
    operands: [Operand("INPUT", .any, "OpenStreetMap and GeoJSON files, addresses, names of regions.")])

  /// Does what the arguments say and gives the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    let parsed: ParsedArguments
    do {
      switch try program.parse(arguments) {
      case .show(let text):
        print(text)
        return 0
      case .run(let given): parsed = given
      }
    } catch {
      Report.line("placed-import: \(error)")
      return 2
    }
    if parsed[update], parsed[types] || parsed[output] != nil {
      return misused("--update goes with neither --types nor -o")
    }
    if parsed[update] { return update(parsed) }
    guard !parsed.operands.isEmpty else { return misused("INPUT is missing") }
    if parsed[types] { return count(parsed.operands.map(InputSource.file(named:))) }
    let sources: [InputSource]
    do {
      sources = try parsed.operands.map { text throws(HTTPError) in
        try InputSource(text, mirror: parsed[mirror] ?? InputSource.defaultMirror)
      }
    } catch {
      return misused("\(error)")
    }
    let downloads = sources.compactMap { source in
      if case .address(let address, _) = source { return address }
      return nil
    }
    guard let path = parsed[output] ?? defaultOutput(sources, parsed) else {
      return misused("where to? Give -o OUT.places")
    }
    var job = ImportJob(inputs: [], output: path)
    job.name = parsed[name] ?? (sources.count == 1 ? sources[0].regionName : nil)
    job.date = parsed[date]
    job.attributions = parsed.all(attribution)
    job.timeZone = parsed[timeZone]
    // Written on another machine, the file may be for a zone that this one does not know.
    if let zone = job.timeZone, access("/usr/share/zoneinfo", F_OK) == 0,
      access("/usr/share/zoneinfo/\(zone)", F_OK) != 0
    {
      Report.line("placed-import: note: this system knows no time zone \(zone)")
    }
    job.nodeIndex = parsed[nodeIndex] ?? .auto
    StopSignal.listen()
    return perform(
      job, sources, Fetching(places: job.directory, sizeLimit: limit(parsed)),
      isAllDownloads: downloads.count == sources.count,
      asJSON: parsed[json])
  }

  private static func misused(_ why: String) -> Int32 {
    Report.line("placed-import: \(ShownText.line(why))\nTry 'placed-import --help'.")
    return 2
  }

  private static func limit(_ parsed: ParsedArguments) -> Int { (parsed[sizeLimit] ?? 16_000) * 1_000_000 }

  /// Where region files go that are asked for by name: the system's directory for who may write there, else the user's.
  private static func placesDirectory(_ parsed: ParsedArguments) -> String? {
    if let given = parsed[placesDirectory] { return given }
    let system = "/var/lib/placed/places"
    if access(system, W_OK) == 0 || geteuid() == 0 { return system }
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/placed/places" }
    return variable("HOME").map { $0 + "/.local/share/placed/places" }
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func defaultOutput(_ sources: [InputSource], _ parsed: ParsedArguments) -> String? {
    guard sources.count == 1, let region = sources[0].regionName, let directory = placesDirectory(parsed)
    else {
      return nil
    }
    return "\(directory)/\(InputSource.fileStem(of: region))\(RegionFormat.suffix)"
  }

  /// Downloads what has to be, and imports.
  private static func perform(
    _ job: ImportJob, _ sources: [InputSource], _ fetching: Fetching, isAllDownloads: Bool, asJSON: Bool
  ) -> Int32 {
    var (paths, files): ([String], [Fetching.File]) = ([], [])
    for source in sources {
      switch source {
      case .file(let path): paths.append(path)
      case .address(let address, _):
        do {
          guard let file = try fetching.fetch(address) else { continue }
          files.append(file)
          paths.append(file.path)
        } catch {
          fetching.discard(files)
          if error.error == .cancelled {
            Report.line(
              "placed-import: interrupted; what has arrived is kept for the next run; \(outcome(of: job))")
            return 130
          }
          Report.line("placed-import: \(ShownText.line("\(error)"))\nplaced-import: \(outcome(of: job))")
          return 1
        }
      }
    }
    var whole = ImportJob(inputs: paths, output: job.output)
    whole.nodeIndex = job.nodeIndex
    (whole.name, whole.date, whole.attributions, whole.timeZone) = (
      job.name, job.date, job.attributions, job.timeZone
    )
    if isAllDownloads {
      whole.downloads = files
      if files.contains(where: { $0.address.shown != $0.address.text }) {
        Report.line(
          "placed-import: note: --update will pass the region over: what follows '?' or '#' is not kept")
      }
    }
    let code = perform(whole, asJSON: asJSON)
    fetching.discard(files)
    return code
  }

  /// Refreshes region files; one that fails does not keep the others from it.
  private static func update(_ parsed: ParsedArguments) -> Int32 {
    guard let directory = placesDirectory(parsed) else {
      return misused("where are the regions? Give --places-dir DIR")
    }
    StopSignal.listen()
    let job = UpdateJob(places: directory, sizeLimit: limit(parsed))
    let all = job.regions()
    let wanted = parsed.operands.map { InputSource.fileStem(of: $0) }
    func stem(_ path: String) -> String { ImportJob.stem(of: path) }
    if let unknown = wanted.first(where: { name in !all.contains { stem($0) == name } }) {
      Report.line(
        "placed-import: there is no region file \(ShownText.line(unknown))\(RegionFormat.suffix) in \(directory)"
      )
      return 1
    }
    var hasFailed = false
    for path in all where wanted.isEmpty || wanted.contains(stem(path)) {
      do {
        switch try job.update(path) {
        case .unchanged:
          Report.result(parsed[json] ? left(path, "unchanged") : "\(stem(path)): nothing new")
        case .local:
          Report.result(
            parsed[json] ? left(path, "local") : "\(stem(path)): made from files, not from a download")
        case .updated(let summary): Report.result(parsed[json] ? summary.json : summary.text)
        }
      } catch ImportJob.Failure.store(.cancelled) {
        return 130
      } catch let error as Fetching.Failure where error.error == .cancelled {
        return 130
      } catch {
        Report.line("placed-import: \(stem(path)): \(error); the region file is unchanged")
        hasFailed = true
      }
    }
    return hasFailed ? 1 : 0
  }

  /// What `--json` says of a region file that was left as it is.
  private static func left(_ path: String, _ why: String) -> String {
    let object: JSONObject = ["output": .string(path), "left": .string(why)]
    return JSONValue.object(object).text
  }

  private static func count(_ inputs: [String]) -> Int32 {
    StopSignal.listen()
    do {
      Report.result(ImportSummary.types(try ImportJob(inputs: inputs, output: "").count()))
      return 0
    } catch .store(.cancelled) {
      return 130
    } catch {
      Report.line("placed-import: \(ShownText.line("\(error)"))")
      return 1
    }
  }

  private static func perform(_ job: ImportJob, asJSON: Bool) -> Int32 {
    if !job.output.hasSuffix(RegionFormat.suffix) {
      Report.line("placed-import: note: placed looks for names that end in \(RegionFormat.suffix) only")
    }
    do {
      let summary = try job.run()
      Report.result(asJSON ? summary.json : summary.text)
      return 0
    } catch .store(.cancelled) {
      Report.line("placed-import: interrupted; \(outcome(of: job))")
      return 130
    } catch {
      Report.line("placed-import: \(ShownText.line("\(error)"))\nplaced-import: \(outcome(of: job))")
      return 1
    }
  }

  /// What a failed import leaves.
  private static func outcome(of job: ImportJob) -> String {
    access(job.output, F_OK) == 0 ? "\"\(ShownText.line(job.output))\" is unchanged" : "nothing was written"
  }

  private static func zone(_ text: String) -> String? {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isName && !text.isEmpty && !text.hasPrefix("/") ? text : nil
  }
}
