import JSON
import LinuxIO
import PlacedInterface
import PlacedTestKit
import Testing

/// `placed replay` as a program: input of all kinds and faults, likely places, options.
@Suite struct ReplayTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func replay(_ arguments: [String], input: String? = nil) throws -> (
    code: Int32, output: String, errors: String
  ) {
    var standardInput = "/dev/null"
    if let input {
      standardInput = directory.file("input")
      try AtomicFile.write(Array(input.utf8), to: standardInput)
    }
    let run = try RunningProgram("placed", ["replay"] + arguments, input: standardInput, in: directory.path)
    return (try run.waitForExit(), run.outputText, run.errorText)
  }

  private static let fix =
    #"{"class":"TPV","device":"A","mode":3,"time":"2026-08-21T12:00:00.000Z","lat":52.1,"lon":10.2,"eph":8}"#

  private static let faults: [(input: String, message: String)] = [
    ("", "there is nothing in it to replay"),
    ("# only a header\n\n", "there is nothing in it to replay"),
    ("# header\nhello\n", "line 2: neither a report"),
    ("{}\n", "line 1: neither a report"),
    ("[1,2]\n", "line 1: neither a report"),
    ("\0\u{1}\u{2}", "line 1: neither a report"),
    ("<?xml version=\"1.0\"?>\n<svg/>", "line 2: an XML file, but no GPX"),
    ("<gpx>\n<trk>\n</gpx>", "line 3: mismatched tag"),
    ("<gpx>\n<trkpt lat=\"x\" lon=\"1\"/>\n</gpx>", "line 2: track point: no latitude"),
    ("<gpx><trkpt lat=\"1\" lon=\"1\">\n<time>noon</time></trkpt></gpx>", "line 1: track point: a time"),
    ("<gpx><trkpt lat=\"1\" lon=\"1\"><fix>4d</fix></trkpt></gpx>", "line 1: track point: an unknown kind"),
    ("<gpx><trkpt lat=\"1\" lon=\"1\"><ele>high</ele></trkpt></gpx>", "line 1: track point: <ele>"),
    ("<gpx></gpx>", "there is nothing in it to replay"),
    ("<!DOCTYPE gpx [<!ENTITY a \"b\">]>\n<gpx/>", "line 1: a document type is not taken"),
    (fix + "\n" + String(repeating: "x", count: 1_200_000), "line 2: longer than"),
  ]

  @Test(arguments: faults)
  func `a fault is named with its line`(input: String, message: String) throws {
    let result = try replay(["-"], input: input)
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("placed: standard input: " + message), "\(result.errors)")
  }

  @Test func `a file that is not there`() throws {
    let result = try replay(["/nowhere/x.log"])
    #expect(result.code == 1)
    #expect(result.errors == "placed: /nowhere/x.log: No such file or directory\n")
  }

  @Test func `what came before a fault is shown`() throws {
    let result = try replay(["-"], input: Self.fix + "\n" + String(repeating: "x", count: 1_200_000))
    #expect(result.output.contains("first: 52.1, 10.2"))
  }

  @Test(arguments: UInt64(1)...40)
  func `spoilt recordings end in order`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = Array((0..<20).map { _ in Self.fix + "\n" }.joined().utf8)
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    let path = directory.file("spoilt")
    try AtomicFile.write(bytes, to: path)
    let run = try RunningProgram("placed", ["replay", path], in: directory.path)
    #expect([0, 1].contains(try run.waitForExit()), "seed \(seed)")
  }

  @Test func `likely places come from the files of a directory`() throws {
    let places = directory.file("places")
    _ = try RunningProgram("/bin/mkdir", [places], in: directory.path).waitForExit()
    try DaemonHarness.importPlaces(DaemonHarness.places, named: "test", in: directory)
    let text = try replay(["--places-dir", places, "-"], input: Self.fix)
    #expect(text.code == 0)
    #expect(text.output.contains("likely    ") && text.output.contains("Mill Café"), "\(text.output)")

    let json = try replay(["--json", "--places-dir", places, "-"], input: Self.fix)
    var updates: [JSONObject] = []
    for line in json.output.split(separator: "\n") {
      updates.append(try #require(try JSONValue(parsing: Array(line.utf8)).objectValue))
    }
    let lists = updates.compactMap { Wire.Update($0)?.likelyPlaces }
    let likely = try #require(lists.first)
    #expect(likely.places.first?.place.name == "Mill Café")
    #expect(likely.generation == 1)
    #expect(updates.last?["summary"]?.objectValue?["fixes"]?.intValue == 1)
    #expect(updates.allSatisfy { $0["elapsedMSec"]?.intValue != nil })
  }

  @Test func `settings count only where a file is named`() throws {
    let config = directory.file("own.conf")
    try AtomicFile.write(Array("[Location]\nDistanceFilterM=0\n".utf8), to: config)
    let moved = Self.fix.replacing("12:00:00", with: "12:00:01")
    #expect(try replay(["-"], input: "\(Self.fix)\n\(moved)\n").output.contains("1 delivered"))
    #expect(
      try replay(["--config", config, "-"], input: "\(Self.fix)\n\(moved)\n").output.contains("2 delivered"))
  }

  @Test(arguments: ["--socket", "--state-dir", "--gpsd"])
  func `options of the daemon are refused`(option: String) throws {
    let result = try replay([option, "localhost:1", "-"])
    #expect(result.code == 2)
  }

  @Test func `a reader that goes is no crash`() throws {
    let many = (0..<20_000).map { second in
      Self.fix.replacing("52.1", with: "\(52 + Double(second % 80) / 100)").replacing(
        "12:00:00", with: "12:00:0\(second % 10)")
    }.joined(separator: "\n")
    let path = directory.file("many.log")
    try AtomicFile.write(Array(many.utf8), to: path)
    let run = try RunningProgram(
      "/bin/sh", ["-c", "\(RunningProgram.folder)/placed replay --config /dev/null \(path) | head -1"],
      in: directory.path)
    #expect(try run.waitForExit() == 0)
  }

  @Test(.enabled(if: RealGpsd.isInstalled, "gpsd is not installed"))
  func `sentences are decoded by a real gpsd, the same each time`() throws {
    let path = "\(RecordingsTests.folder)/sentences.nmea"
    let first = try replay([path])
    #expect(first.code == 0, "\(first.errors)")
    #expect(try replay([path]).output == first.output)
    let text = try #require(RecordingsTests.text(of: path))
    #expect(try replay(["-"], input: text).output == first.output)
    let lines = first.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("fix_3d, nmea (NMEA0183)") })
    #expect(lines.count { $0.contains("moved: 52.10") } == 2)
    // The sentence with a wrong checksum, a degree to the east.
    #expect(!first.output.contains(", 11.2"))
    #expect(lines.contains { $0.contains("searching, nmea") && $0.contains("no fix") })
    #expect(lines.last?.contains(" 5 fixes, 3 delivered") == true)
  }
}
