import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

/// Region files that come, change and go while the daemon runs: noticed without being told, within 5 s.
@Suite(.serialized) struct RegionFileTests {
  private typealias TestPlace = (id: String, name: String, type: String, at: Coordinate)

  /// Each region file's name and state, from the status.
  private func states(_ daemon: DaemonHarness) throws -> [String: String] {
    let regions = try daemon.call("Places.GetStatus")["regions"]?.arrayValue ?? []
    return Dictionary(
      regions.map { ($0["name"]?.stringValue ?? "", $0["state"]?.stringValue ?? "") },
      uniquingKeysWith: { $1 })
  }

  /// Waits for the states; meanwhile every call has to succeed.
  private func expect(
    _ wanted: [String: String], _ daemon: DaemonHarness, at location: SourceLocation = #_sourceLocation
  ) throws {
    var last: [String: String] = [:]
    let found = try poll(within: 5) { () -> Bool? in
      last = try states(daemon)
      _ = try daemon.call("Places.GetLikelyPlaces")
      return last == wanted ? true : nil
    }
    #expect(found == true, "\(last)", sourceLocation: location)
  }

  private func listed(_ daemon: DaemonHarness) throws -> [String] {
    (try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue ?? []).compactMap {
      $0["place"]?["name"]?.stringValue
    }
  }

  @Test func `added, replaced and removed, and subscribers hear of each`() async throws {
    let daemon = try await DaemonHarness(places: [])
    try await daemon.settle()
    let (client, first) = try daemon.subscribe(["topics": ["likely_places"]])
    #expect(first["likelyPlaces"]?["reason"]?.stringValue == "not_covered")

    try DaemonHarness.importPlaces(DaemonHarness.places, named: "test", in: daemon.directory)
    try expect(["test": "ready"], daemon)
    #expect(try client.next(with: "likelyPlaces")["places"]?.arrayValue?.count == 2)

    let other: [TestPlace] = [("test:mill", "New Mill", "cafe", .p0)]
    try DaemonHarness.importPlaces(other, named: "test", in: daemon.directory)
    #expect(try client.next(with: "likelyPlaces", within: 5)["places"]?.arrayValue?.count == 1)
    #expect(try listed(daemon) == ["New Mill"])

    unlink(daemon.directory.file("places/test.places"))
    #expect(try client.next(with: "likelyPlaces", within: 5)["reason"]?.stringValue == "not_covered")
    try expect([:], daemon)
  }

  @Test func `SQL-01 what cannot be used is named, and told once in the log`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let whole = try bytes(of: daemon.directory.file("places/test.places"))
    var newer = whole
    newer[63] = 99  // user_version, in the header
    for (name, content) in [
      ("cut", Array(whole.prefix(5000))), ("void", []), ("later", newer), ("text", Array("no database".utf8)),
    ] {
      try AtomicFile.write(content, to: daemon.directory.file("places/\(name).places"))
    }
    let wanted = ["test": "ready", "cut": "damaged", "void": "empty", "later": "newer", "text": "foreign"]
    try expect(wanted, daemon)
    #expect(try listed(daemon) == ["Mill Café", "Bridge Pharmacy"])
    try AtomicFile.write(whole, to: daemon.directory.file("places/cut.places"))
    for name in ["void", "later"] { unlink(daemon.directory.file("places/\(name).places")) }
    // It is the same region under another name: each place comes once.
    try expect(["test": "ready", "text": "foreign"], daemon)
    #expect(try daemon.call("Places.GetStatus")["regions"]?.arrayValue?.count == 3)
    #expect(try listed(daemon) == ["Mill Café", "Bridge Pharmacy"])
    let log = daemon.process.errorText
    for name in ["cut", "void", "later", "text"] {
      #expect(log.split(separator: "\(name).places is not in use").count == 2, "\(log)")
    }
  }

  @Test func `a link whose file is missing is foreign, and status says where the files are`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let path = daemon.directory.file("places/away.places")
    symlink("/nowhere/away.places", path)
    try expect(["test": "ready", "away": "foreign"], daemon)
    let status = try daemon.call("Places.GetStatus")
    let away = status["regions"]?.arrayValue?.first { $0["name"]?.stringValue == "away" }
    #expect(away?["why"]?.stringValue == "a link to a file that is missing")
    #expect(away?["path"]?.stringValue == path)
    #expect(
      status["regionDirectories"]?.arrayValue?.first?.stringValue == daemon.directory.file("places"))
  }

  @Test func `a directory that is made later, and one that goes`() async throws {
    let daemon = try await DaemonHarness(places: [], prelude: "rmdir places;")
    try await daemon.settle()
    #expect(try states(daemon).isEmpty)
    mkdir(daemon.directory.file("places"), 0o700)
    try DaemonHarness.importPlaces(DaemonHarness.places, named: "test", in: daemon.directory)
    try expect(["test": "ready"], daemon)
    rename(daemon.directory.file("places"), daemon.directory.file("elsewhere"))
    try expect([:], daemon)
    rename(daemon.directory.file("elsewhere"), daemon.directory.file("places"))
    try expect(["test": "ready"], daemon)
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return Array(bytes.prefix(count ?? 0))
  }
}
