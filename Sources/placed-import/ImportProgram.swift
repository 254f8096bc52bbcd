import Arguments
import GeoJSONImport
import Glibc
import PlaceStore
import PlacesCore

/// The command line of `placed-import`, and what becomes of it.
enum ImportProgram {
  private static let output = Option<String>(
    "output", short: "o", "OUT.places", "The region file to write (needed).")
  private static let name = Option<String>("name", "NAME", "The region's name (default: that of the file).")
  private static let date = Option<Timestamp>(
    "date", "YYYY-MM-DD", "The day that the data is of.", expected: "a day such as 2026-08-21",
    decode: CivilDate.timestamp(of:))
  private static let attribution = Option<String>(
    "attribution", "TEXT", "Whom to name wherever the data is shown; may be given several times.")
  private static let timeZone = Option<String>(
    "time-zone", "ZONE", "The time zone of the whole region, such as Europe/Berlin.",
    expected: "the name of a time zone, such as Europe/Berlin", decode: zone(_:))
  private static let types = Flag(
    "types", "Only count: places by type, and the most frequent tags without one.")
  private static let json = Flag("json", "Print the summary as one JSON object.")

  private static let program = Program(
    "placed-import", version: ProductVersion.current,
    summary: "Make a region file of places from OpenStreetMap and GeoJSON files.",
    details: """
      Inputs are OpenStreetMap files (.osm.pbf, .osm, .opl, the latter two also as
      .bz2 or .gz), and GeoJSON of any other name: FeatureCollections, single
      Features, or Features in a row (GeoJSON text sequences). Of several places
      with one id the last one counts. The old region file stays as it is until the
      new one is complete.

      Exit status: 0 written, 1 not written and the old file unchanged, 2 wrong
      command line, 130 interrupted.
      """,
    options: [output, name, date, attribution, timeZone, types, json],
    operands: [Operand("INPUT", .oneOrMore, "OpenStreetMap and GeoJSON files.")])

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
    if parsed[types] { return count(parsed.operands) }
    guard let path = parsed[output] else {
      Report.line("placed-import: where to? Give -o OUT.places\nTry 'placed-import --help'.")
      return 2
    }
    var job = ImportJob(inputs: parsed.operands, output: path)
    job.name = parsed[name]
    job.date = parsed[date]
    job.attributions = parsed.all(attribution)
    job.timeZone = parsed[timeZone]
    return perform(job, asJSON: parsed[json])
  }

  private static func count(_ inputs: [String]) -> Int32 {
    StopSignal.listen()
    do {
      print(ImportSummary.types(try ImportJob(inputs: inputs, output: "").count()))
      return 0
    } catch .store(.cancelled) {
      return 130
    } catch {
      Report.line("placed-import: \(error)")
      return 1
    }
  }

  private static func perform(_ job: ImportJob, asJSON: Bool) -> Int32 {
    StopSignal.listen()
    if !job.output.hasSuffix(RegionFormat.suffix) {
      Report.line("placed-import: note: placed looks for names that end in \(RegionFormat.suffix) only")
    }
    do {
      let summary = try job.run()
      print(asJSON ? summary.json : summary.text)
      return 0
    } catch .store(.cancelled) {
      Report.line("placed-import: interrupted; \(outcome(of: job))")
      return 130
    } catch {
      Report.line("placed-import: \(error)\nplaced-import: \(outcome(of: job))")
      return 1
    }
  }

  /// What a failed import leaves.
  private static func outcome(of job: ImportJob) -> String {
    access(job.output, F_OK) == 0 ? "\"\(job.output)\" is unchanged" : "nothing was written"
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
