import Glibc
import JSON
import PlaceStore
import PlaceTags
import PlacesCore

/// What an import did, for people and for programs.
struct ImportSummary {
  let output: String
  let report: ImportReport
  let written: RegionWriter.Summary
  let seconds: Double
  let date: Timestamp?

  /// Some lines to read.
  var text: String {
    var lines = [
      "\(ShownText.line(output)): \(written.places) places, \(written.bytes) bytes, \(ImportSummary.rounded(seconds)) s"
    ]
    lines.append("objects read: \(report.objects)")
    lines.append("data of: \(date.flatMap(CivilDate.text(of:)) ?? "unknown day (see --date)")")
    lines += ImportSummary.list("kept by type, before merging", kept, most: 15)
    lines += ImportSummary.list("skipped", skipped, most: .max)
    if written.replaced > 0 { lines.append("replaced by later ones of the same id: \(written.replaced)") }
    if written.merged > 0 { lines.append("merged into others of the same thing: \(written.merged)") }
    if report.closed > 0 { lines.append("closed for good: \(report.closed)") }
    lines += ImportSummary.list(
      "types and categories that are not known", ImportSummary.sorted(report.unmapped), most: 10)
    if report.replacedCharacters > 0 {
      lines.append("characters that were no Unicode text: \(report.replacedCharacters)")
    }
    return lines.joined(separator: "\n")
  }

  /// The same as one JSON object.
  var json: String {
    var object: JSONObject = [
      "output": .string(output), "places": .int(written.places), "bytes": .int(written.bytes),
      "seconds": .double((seconds * 1000).rounded() / 1000), "features": .int(report.objects),
      "kept": ImportSummary.object(kept), "skipped": ImportSummary.object(skipped),
      "replaced": .int(written.replaced), "merged": .int(written.merged), "closed": .int(report.closed),
      "unmapped": .int(report.unmapped.values.reduce(0, +)),
      "peakMemoryKiB": .int(ImportSummary.peakMemory),
      "unmappedCategories": ImportSummary.object(ImportSummary.sorted(report.unmapped)),
      "replacedCharacters": .int(report.replacedCharacters),
    ]
    if let date, let day = CivilDate.text(of: date) { object["date"] = .string(day) }
    if let box = written.box {
      object["bbox"] = .array([box.west, box.south, box.east, box.north].map { .double($0) })
    }
    return JSONValue.object(object).text
  }

  /// How many places of each type an input has, and what the table of types does not know.
  static func types(_ report: ImportReport) -> String {
    let kept = types(of: report)
    return
      (list("places by type", kept, most: .max)
      + list("categories and tags without a type", sorted(report.unmapped), most: 50))
      .joined(separator: "\n")
  }

  private var kept: [(String, Int)] { ImportSummary.types(of: report) }

  private static func types(of report: ImportReport) -> [(String, Int)] {
    sorted(Dictionary(uniqueKeysWithValues: report.kept.map { ($0.key.name, $0.value) }))
  }

  private var skipped: [(String, Int)] {
    ImportSummary.sorted(Dictionary(uniqueKeysWithValues: report.skipped.map { ($0.key.rawValue, $0.value) }))
  }

  /// The most frequent first.
  private static func sorted(_ counts: [String: Int]) -> [(String, Int)] {
    counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func object(_ counts: [(String, Int)]) -> JSONValue {
    .object(JSONObject(counts.map { ($0.0, .int($0.1)) }))
  }

  private static func list(_ title: String, _ counts: [(String, Int)], most: Int) -> [String] {
    guard !counts.isEmpty else { return [] }
    var lines = ["\(title): \(counts.reduce(0) { $0 + $1.1 })"]
    lines += counts.prefix(most).map { "  \(ShownText.line($0.0)) \($0.1)" }
    if counts.count > most { lines.append("  and \(counts.count - most) more kinds") }
    return lines
  }

  /// The most memory that this process has had.
  private static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  /// Seconds with two digits.
  private static func rounded(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100)" }
}
