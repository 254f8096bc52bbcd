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
    ("<gpx", "line 1: unclosed token"),
    ("<gpx></gpx>", "there is nothing in it to replay"),
    ("<!DOCTYPE gpx [<!ENTITY a \"b\">]>\n<gpx/>", "line 1: a document type is not taken"),
    ("{\0\"\0c\0l\0", "it is UTF-16; make it UTF-8 first: iconv"),
    ("\0$\0G\0P\0R\0M\0C", "it is UTF-16; make it UTF-8 first: iconv"),
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

  /// Recordings of which something is passed over: the line of it, what is told, and how many fixes are left.
  private static let spoilt: [(input: String, line: Int, message: String, fixes: Int)] = [
    ("\(fix)\n\(long)\n\(later)\n", 2, "longer than 1048576 bytes", 2),
    ("\(fix)\n\(long)", 2, "longer than 1048576 bytes", 1),
    ("\(fix)\n# note\n\(later.dropLast(9))\n\(later)\n", 3, "no whole report of gpsd", 2),
    ("\(fix)\n{\"mode\":3,\"class\":\"TPV\"}\n", 2, "no whole report of gpsd", 1),
    ("\(fix)\n\(later.replacing("52.1", with: "null"))\n", 2, "no whole report of gpsd", 1),
    (gpx("<trkpt lat=\"x\" lon=\"1\"/>"), 3, "track point: no latitude and longitude", 2),
    (gpx("<trkpt lat=\"91\" lon=\"1\"/>"), 3, "track point: no latitude and longitude", 2),
    (gpx("<trkpt lat=\"1\" lon=\"1\"><time>noon</time></trkpt>"), 3, "track point: a time that cannot", 2),
    (gpx("<trkpt lat=\"1\" lon=\"1\"><fix>4d</fix></trkpt>"), 3, "track point: an unknown kind of fix", 2),
    (gpx("<trkpt lat=\"1\" lon=\"1\"><ele>high</ele></trkpt>"), 3, "track point: <ele> is no number", 2),
    (gpx("<trkpt lat=\"1\" lon=1><ele>5</ele></trkpt>"), 3, "track point: not well-formed", 2),
    (gpx("<trkpt lat=\"1\" lon=\"1\">&nope;</trkpt>"), 3, "track point: undefined entity", 2),
    (gpx("<trkpt lat=\"1\" lon=\"1\"><ele>5"), 3, "track point: it does not end", 2),
    (gpx("</trk>"), 3, "track point: mismatched tag", 2),
    (String(gpx("").dropLast(33)), 4, "track point: unclosed token", 1),
    (gpx("<trkpt lat=\"1\" lon=\"1\">" + String(repeating: "<a>", count: 99)), 3, "track point: elements", 2),
  ]

  private static let later = fix.replacing("12:00:00", with: "12:00:01")
  private static let long = String(repeating: "x", count: 1_200_000)

  /// A track with a piece between its two points, on line 3.
  private static func gpx(_ piece: String) -> String {
    """
    <gpx><trk><trkseg>
    <trkpt lat="52.1" lon="10.2"><time>2013-05-04T12:00:00Z</time></trkpt>
    \(piece)
    <trkpt lat="52.1" lon="10.2"><time>2013-05-04T12:00:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  }

  @Test(arguments: spoilt)
  func `what is spoilt is passed over, named and counted`(
    input: String, line: Int, message: String, fixes: Int
  ) throws {
    let result = try replay(["-"], input: input)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.hasPrefix("placed: line \(line): " + message), "\(result.errors)")
    let end = try #require(result.output.split(separator: "\n").last)
    #expect(end.contains("of them broken (the first is line \(line))"), "\(end)")
    #expect(end.contains(" \(fixes) fixes"), "\(end)")
    let json = try replay(["--json", "-"], input: input).output
    let last = try #require(json.split(separator: "\n").last)
    let summary = try JSONValue(parsing: Array(last.utf8)).objectValue?["summary"]?.objectValue
    #expect(try #require(summary?["firstBrokenLine"]?.intValue) == line)
  }

  @Test func `of much that is spoilt the first is told, and all is counted`() throws {
    let result = try replay(["-"], input: Self.fix + String(repeating: "\nspoilt", count: 500))
    #expect(result.code == 0)
    #expect(result.errors.split(separator: "\n").count == 21)
    #expect(result.output.contains("501 lines, 500 of them broken (the first is line 2)"))
  }

  @Test func `a track without a point that can be used is none`() throws {
    for input in ["<gpx>\n<trk>\n</gpx>", "<gpx>\n<trkpt lat=\"x\" lon=\"1\"/>\n</gpx>"] {
      let result = try replay(["-"], input: input)
      #expect(result.code == 1)
      #expect(result.errors.hasSuffix("placed: standard input: there is nothing in it to replay\n"))
    }
  }

  @Test func `reports are read as other programs write them too`() throws {
    let spaced = Self.fix.replacing(":\"", with: ": \"").replacing(",\"", with: ", \"").replacing(
      "\"mode\":3", with: "\"mode\" :\t3")
    let plain = try replay(["-"], input: Self.fix)
    let result = try replay(["-"], input: spaced)
    #expect(result.errors.isEmpty)
    #expect(result.output == plain.output)
    #expect(try replay(["-"], input: "\u{FEFF}" + spaced).output == plain.output)
  }

  @Test func `UTF-16 is read where it is a track`() throws {
    let path = directory.file("wide.gpx")
    for (mark, swap) in [([0xFF, 0xFE], false), ([0xFE, 0xFF], true)] as [([UInt8], Bool)] {
      let wide = Self.gpx("").utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
        return swap ? [high, low] : [low, high]
      }
      try AtomicFile.write(mark + wide, to: path)
      let result = try replay([path])
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains(" 2 fixes"))
    }
  }

  @Test func `an old recording is right, and what disagrees with it is not`() throws {
    #expect(!(try replay(["-"], input: Self.gpx("")).output.contains("clock")))
    let wrong = Self.gpx("<trkpt lat=\"53\" lon=\"10\"><time>2009-01-01T00:00:00Z</time></trkpt>")
    let config = directory.file("every.conf")
    try AtomicFile.write(Array("[Location]\nDistanceFilterM=0\n".utf8), to: config)
    let lines = try replay(["--config", config, "-"], input: wrong).output.split(separator: "\n")
    #expect(lines.filter { $0.contains("clock is wrong") }.allSatisfy { $0.contains(": 53.0") })
    #expect(lines.count { $0.contains("clock is wrong") } <= 1)
  }

  @Test func `a directory of places that is not there`() throws {
    for path in ["/nowhere", "/dev/null"] {
      let result = try replay(["--places-dir", path, "-"], input: Self.fix)
      #expect(result.code == 2)
      #expect(result.errors.hasPrefix("placed: --places-dir \(path): "))
      #expect(result.output.isEmpty)
    }
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
