import Glibc
import JSON
import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

/// The built `placed-import`, as people run it.
@Suite struct ImportProgramTests {
  let directory: TemporaryDirectory
  var input: String { directory.file("in.geojson") }
  var output: String { directory.file("out.places") }

  init() throws { directory = try TemporaryDirectory() }

  /// Runs the program to its end.
  private func run(_ arguments: [String]) throws -> (code: Int32, out: String, errors: String) {
    let child = try RunningProgram("placed-import", arguments, in: directory.path)
    let code = try child.waitForExit(within: 120)
    return (code, child.outputText, child.errorText)
  }

  /// Writes lines of features, `count` of them around a point.
  private func writeFeatures(_ count: Int, to path: String, longitude: Double = 10) throws {
    guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
    defer { fclose(file) }
    for number in 0..<count {
      let (east, north) = (longitude + Double(number % 1000) / 1000, 52 + Double(number / 1000) / 1000)
      fputs(
        #"{"type":"Feature","id":"t:\#(number)","geometry":{"type":"Point","coordinates":[\#(east),\#(north)]},"#
          + #""properties":{"name":"Place \#(number)","amenity":"cafe","addr:street":"Long Street \#(number)"}}"#
          + "\n",
        file)
    }
  }

  private func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
    defer { fclose(file) }
    fputs(text, file)
  }

  private func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  private var files: Set<String> {
    var names: Set<String> = []
    guard let stream = opendir(directory.path) else { return [] }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), !name.hasPrefix("placed-import."), !name.hasPrefix("unshare.") {
        names.insert(name)
      }
    }
    return names
  }

  private var region: RegionStatus? {
    let set = RegionSet(directories: [], files: [output])
    set.reload()
    return set.regions.first
  }

  @Test func severalInputsMakeOneRegion() throws {
    try writeFeatures(20, to: input)
    try writeFeatures(30, to: directory.file("more.geojsonseq"), longitude: 12)
    let result = try run([
      input, directory.file("more.geojsonseq"), "-o", output, "--name", "Two", "--date", "2026-08-21",
      "--attribution", "A",
      "--attribution", "B", "--time-zone", "Europe/Berlin",
    ])
    #expect(
      result.code == 0 && result.out.contains("30 places")
        && result.out.contains("replaced by later ones of the same id: 20"))
    #expect(result.errors.split(separator: "\n").count == 6)
    let info = try #require(region?.info)
    #expect(info.name == "Two" && info.places == 30 && info.timeZone == "Europe/Berlin")
    #expect(info.dataDate == Timestamp(microseconds: 1_787_270_400_000_000))
    #expect(info.attributions.map(\.text) == ["A", "B"] && info.source == "in.geojson, more.geojsonseq")
    #expect(files == ["in.geojson", "more.geojsonseq", "out.places"])
  }

  @Test func theSummaryAsJSON() throws {
    try write(
      #"""
      {"type":"FeatureCollection","license":"CC0-1.0","attribution":"The Town","features":[
      {"type":"Feature","id":"node/1","geometry":{"type":"Point","coordinates":[10,52]},"properties":{"amenity":"cafe","name":"A"}},
      {"type":"Feature","id":"node/2","geometry":{"type":"Point","coordinates":[11,53]},"properties":{"name":"B (closed)","categories":{"primary":"nonsense"}}},
      {"type":"Feature","id":"node/3","geometry":null,"properties":{"name":"C"}}]}
      """#, to: input)
    let result = try run([input, "-o", output, "--json"])
    #expect(result.code == 0 && result.out.split(separator: "\n").count == 1)
    let summary = try JSONValue(parsing: Array(result.out.utf8))
    #expect(
      summary["features"] == 3 && summary["places"] == 2 && summary["closed"] == 1 && summary["unmapped"] == 1
    )
    #expect(
      summary["kept"] == ["cafe": 1, "point_of_interest": 1] && summary["skipped"] == ["no_geometry": 1])
    #expect(
      summary["bbox"]?.arrayValue?.map(\.doubleValue) == [10, 52, 11, 53]
        && summary["bytes"]?.intValue == Int64(bytes(of: output).count))
    let info = try #require(region?.info)
    #expect(info.licence == "CC0-1.0" && info.name == "out")
    #expect(info.attributions.map(\.text) == ["The Town", "© OpenStreetMap contributors"])
  }

  @Test(arguments: [
    [], ["x"], ["-o", "y.places"], ["x", "-o", "y", "--date", "2026-02-30"],
    ["x", "-o", "y", "--date", "soon"],
    ["x", "-o", "y", "--time-zone", "../etc/passwd!"], ["x", "-o", "y", "--nonsense"],
  ]) func wrongCommandLines(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.code == 2 && result.out.isEmpty && result.errors.hasPrefix("placed-import: "))
    #expect(files.isEmpty)
  }

  @Test func helpAndVersion() throws {
    let help = try run(["--help"])
    #expect(help.code == 0 && help.out.hasPrefix("Usage: placed-import") && help.errors.isEmpty)
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let version = try run(["--version"])
    #expect(version.code == 0 && version.out.hasPrefix("placed-import "))
  }

  @Test(
    "A failed import leaves the old file as it was",
    arguments: [
      ("{\"type\":\"FeatureCollection\",\"features\":[\n{]}", "line 2: unexpected character at byte 42"),
      ("[1]", "not a GeoJSON object"), ("", "no places"),
      ("{\"type\":\"FeatureCollection\",\"features\":[]}", "no places"),
    ]) func failuresChangeNothing(text: String, message: String) throws
  {
    try writeFeatures(5, to: input)
    #expect(try run([input, "-o", output]).code == 0)
    let before = bytes(of: output)
    try write(text, to: input)
    let result = try run([input, "-o", output])
    #expect(result.code == 1 && result.out.isEmpty)
    #expect(result.errors.contains(message) && result.errors.contains("is unchanged"), "\(result.errors)")
    #expect(bytes(of: output) == before && files == ["in.geojson", "out.places"])
    let missing = try run([directory.file("missing.geojson"), "-o", output])
    #expect(missing.code == 1 && missing.errors.contains("No such file"))
    #expect(bytes(of: output) == before)
  }

  @Test("Where there was no file, a failed import says that nothing was written") func nothingWritten() throws
  {
    let result = try run([directory.file("missing.geojson"), "-o", output])
    #expect(result.code == 1 && files.isEmpty)
    #expect(result.errors.contains("nothing was written") && !result.errors.contains("is unchanged"))
  }

  @Test("No input and no other file is written over") func otherFilesAreKept() throws {
    try writeFeatures(5, to: input)
    let link = directory.file("link.geojson")
    #expect(symlink(input, link) == 0)
    let part = directory.file("x.places.part")
    try writeFeatures(5, to: part)
    let notes = directory.file("notes.places")
    try write("some notes", to: notes)
    let cases = [
      (input, input, "is one of the inputs"), (input, link, "is one of the inputs"),
      (part, directory.file("x.places"), "is one of the inputs"),
      (input, notes, "is no region file (not an SQLite database)"),
      (input, directory.path, "is no region file (not a regular file)"),
    ]
    for (from, to, message) in cases {
      let (source, target) = (bytes(of: from), bytes(of: to))
      let result = try run([from, "-o", to])
      #expect(result.code == 1 && result.errors.contains(message), "\(result.errors)")
      #expect(bytes(of: from) == source && bytes(of: to) == target)
    }
    #expect(files == ["in.geojson", "link.geojson", "notes.places", "x.places.part"])
    // What has no bytes yet is no loss.
    try write("", to: output)
    #expect(try run([input, "-o", output]).code == 0)
  }

  @Test("Memory stays bounded while much more is sorted") func boundedMemory() throws {
    let hours = String(repeating: "Mo-Su 08:00-24:00;", count: 220)
    let features = (0..<15_000).map {
      #"{"type":"Feature","id":"t:\#($0 * 7919 % 15_000)","geometry":{"type":"Point","coordinates":[\#($0 % 180),50]},"#
        + #""properties":{"name":"\#($0)","types":["cafe"],"opening_hours":"\#(hours)"}}"#
    }
    try write(features.joined(separator: "\n"), to: input)
    let program = "\(RunningProgram.folder)/placed-import"
    // 60 MB of places; with address space for the half of it beside the program.
    let child = try RunningProgram(
      "/bin/sh", ["-c", "ulimit -d 70000; exec \"$0\" \"$@\"", program, input, "-o", output],
      in: directory.path)
    #expect(try child.waitForExit(within: 120) == 0, "\(child.errorText)")
    #expect(child.outputText.contains("15000 places"))
  }

  @Test("An interrupted import clears up", arguments: [SIGINT, SIGTERM]) func interrupted(signal: Int32)
    throws
  {
    try writeFeatures(5, to: input)
    #expect(try run([input, "-o", output]).code == 0)
    let before = bytes(of: output)
    // A pipe that never ends: the import waits for more in the middle of its work.
    let pipe = directory.file("pipe")
    mkfifo(pipe, 0o600)
    let writer = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    let child = try RunningProgram("placed-import", [pipe, "-o", output], in: directory.path)
    try #require(poll { access(output + ".part", F_OK) == 0 ? true : nil } ?? false)
    child.signal(signal)
    // What comes then ends the wait.
    let line = Array(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"X"}}"#.utf8)
    _ = poll(within: 60) { () -> Int32? in
      _ = Glibc.write(writer, line, line.count)
      return child.exitCode()
    }
    #expect(child.exitCode() == 130 && child.errorText.contains("interrupted"))
    #expect(bytes(of: output) == before && access(output + ".part", F_OK) != 0)
  }

  @Test("Killed at any moment, the old file is whole, and the next import works") func killed() throws {
    try writeFeatures(5, to: input)
    #expect(try run([input, "-o", output]).code == 0)
    let before = bytes(of: output)
    try writeFeatures(4000, to: input)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<12 {
      let child = try RunningProgram("placed-import", [input, "-o", output], in: directory.path)
      usleep(UInt32.random(in: 0..<400_000, using: &random))
      child.signal(SIGKILL)
      let code = try child.waitForExit()
      let places = region?.info?.places
      #expect(region?.state == .ready && (places == 5 || places == 4000))
      if places == 5 { #expect(bytes(of: output) == before && code == 128 + SIGKILL) }
    }
    #expect(try run([input, "-o", output]).code == 0)
    #expect(region?.info?.places == 4000 && files == ["in.geojson", "out.places"])
  }

  @Test("SQL-04: a full disk fails the import, and the old file stays") func fullDisk() throws {
    try writeFeatures(5, to: input)
    #expect(try run([input, "-o", output]).code == 0)
    try writeFeatures(20_000, to: input)
    // A file system of 2 MiB in a mount namespace that ends with the program.
    let script = """
      mount -t tmpfs -o size=2m none "$1" && cp "$3" "$1/out.places" && "$0" "$2" -o "$1/out.places"
      code=$?; ls -A "$1"; cmp "$3" "$1/out.places" && echo old; exit $code
      """
    mkdir(directory.file("small"), 0o700)
    let program = "\(RunningProgram.folder)/placed-import"
    let child = try RunningProgram(
      "/usr/bin/unshare", ["-Urm", "sh", "-c", script, program, directory.file("small"), input, output],
      in: directory.path)
    #expect(try child.waitForExit(within: 120) == 1)
    #expect(child.errorText.contains("database or disk is full"), "\(child.errorText)")
    #expect(child.outputText == "out.places\nold\n" && files == ["in.geojson", "out.places", "small"])
  }
}
