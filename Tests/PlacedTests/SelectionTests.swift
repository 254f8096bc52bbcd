import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

@Suite(.serialized) struct SelectionTests {
  /// How often the daemon is killed in the middle of a choice; PLACED_KILLS has it done more often.
  private static let kills = getenv("PLACED_KILLS").flatMap { Int(String(cString: $0)) } ?? 12

  private func selected(_ daemon: DaemonHarness) throws -> String? {
    try daemon.call("Places.GetSelectedPlace")["selection"]?["place"]?["id"]?.stringValue
  }

  @Test func `select, replace, clear, and a subscriber hears of each`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let (client, first) = try daemon.subscribe(["topics": ["selection"], "fields": ["name"]])
    #expect(first["selection"]?.text == "{}")
    _ = try daemon.call("Places.GetLikelyPlaces")
    let reply = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])["selection"]
    #expect(reply?["source"]?.stringValue == "likely")
    #expect(reply?["place"]?["name"]?.stringValue == "Mill Café")
    #expect(try client.next(with: "selection")["place"]?.text == #"{"id":"test:mill","name":"Mill Café"}"#)
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:station"])
    let second = try client.next(with: "selection")
    #expect(second["source"]?.stringValue == "other")
    #expect(second["reason"]?.stringValue == "replaced")
    _ = try daemon.call("Places.ClearSelection")
    let third = try client.next(with: "selection")
    #expect(third["place"] == nil)
    #expect(third["reason"]?.stringValue == "cleared")
    _ = try daemon.call("Places.ClearSelection")
    #expect(try client.nextReply(within: .milliseconds(200)) == nil)
    #expect(try daemon.failure("Places.SelectPlace", ["placeId": "test:nowhere"])?.name == "PlaceNotFound")
  }

  @Test func `the list is made anew after a selection`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let (client, first) = try daemon.subscribe(["topics": ["likely_places"]])
    #expect(first["likelyPlaces"]?["generation"]?.intValue == 1)
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    #expect(try client.next(with: "likelyPlaces")["generation"]?.intValue == 2)
  }

  @Test func `LOC-09 a selection outlives the daemon, and its region file`() async throws {
    let daemon = try await DaemonHarness()
    let before = try daemon.call("Places.SelectPlace", ["placeId": "test:museum"])["selection"]
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForExit(within: 2)
    unlink(daemon.directory.file("places/test.places"))
    try await daemon.restart()
    let after = try daemon.call("Places.GetSelectedPlace")["selection"]
    #expect(after?["place"]?["name"]?.stringValue == "Clock Museum")
    #expect(after?["changedUSec"] == before?["changedUSec"])
    #expect(try daemon.call("Places.FetchPlace", ["placeId": "test:museum"])["place"]?["name"] != nil)
  }

  @Test func `LOC-09 a selection kept over a restart is confirmed near by and ends when the device has left`()
    async throws
  {
    let daemon = try await DaemonHarness()
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForExit(within: 2)
    try await daemon.restart()
    let (client, first) = try daemon.subscribe(["topics": ["selection"]])
    #expect(first["selection"]?["place"]?["id"]?.stringValue == "test:mill")
    try await daemon.settle(at: .p0.moved(north: 30))
    #expect(try selected(daemon) == "test:mill")
    // One by one, as of many at once only the last three count: that it is no outlier shows with the third, and then
    // three have to be outside.
    var found: JSONValue?
    for step in 0..<50 where found == nil {
      await daemon.fix(.p0.moved(north: 5000, east: Double(step)))
      found = try client.nextReply(within: .milliseconds(100))?.parameters["selection"]
    }
    let ended = try #require(found)
    #expect(ended["place"] == nil)
    #expect(ended["reason"]?.stringValue == "left")
    #expect(ended["changedUSec"]?.intValue ?? 0 > 0)
    #expect(try selected(daemon) == nil)
  }

  @Test func `a departure that cannot be saved is said once and made up for`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    let (client, _) = try daemon.subscribe(["topics": ["selection", "location"], "distanceFilter": 0.0])
    // More than the log has, less than the state's.
    try limitFileSize(of: daemon, to: "8192:unlimited")
    // Each by itself: of many at once only the last few count.
    for step in 1...12 {
      await daemon.fix(.p0.moved(north: 20 * Double(step)))
      _ = try client.next(with: "location")
    }
    #expect(try selected(daemon) == "test:mill")
    let problem = try daemon.call("Places.GetStatus")["problems"]?.arrayValue?.first
    #expect(problem?["error"]?.stringValue == "io.placed.Places.NotSaved")
    #expect(problem?["message"]?.stringValue?.contains(daemon.directory.file("state")) == true)
    try limitFileSize(of: daemon, to: "unlimited:unlimited")
    for step in 1...3 { await daemon.fix(.p0.moved(north: 240 + Double(step))) }
    #expect(try client.next(with: "selection")["reason"]?.stringValue == "left")
    #expect(try daemon.call("Places.GetStatus")["problems"]?.arrayValue?.isEmpty == true)
    let log = daemon.process.errorText
    #expect(log.split(separator: "cannot be saved").count == 2, "\(log)")
    #expect(log.contains("can be saved again"))
  }

  @Test func `kill -9 at any moment leaves the old or the new selection`() async throws {
    let daemon = try await DaemonHarness()
    var random = SeededRandom(seed: 9)
    let ids = DaemonHarness.places.map(\.id)
    var allowed: Set<String?> = [nil]
    for round in 0..<SelectionTests.kills {
      let client = try daemon.client()
      var last: String? = try selected(daemon)
      #expect(allowed.contains(last), "round \(round)")
      allowed = [last]
      // The call is sent, and its answer not waited for: the kill comes somewhere in the middle.
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        last = ids[Int.random(in: ids.indices, using: &random)]
        _ = try client.call("io.placed.Places.SelectPlace", ["placeId": .string(last ?? "")])
      }
      let next = ids[Int.random(in: ids.indices, using: &random)]
      try client.callMore("io.placed.Places.SelectPlace", ["placeId": .string(next)])
      let spins = Int.random(in: 0...20000, using: &random)
      for _ in 0..<spins { sched_yield() }
      daemon.process.signal(SIGKILL)
      allowed = [last, next]
      try await daemon.restart()
    }
    #expect(allowed.contains(try selected(daemon)))
  }

  @Test func `a state that cannot be written refuses the choice and keeps the former`() async throws {
    let daemon = try await DaemonHarness()
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    // A limit on file sizes that is already reached acts as a full disk.
    try limitFileSize(of: daemon, to: "0:unlimited")
    #expect(try daemon.failure("Places.SelectPlace", ["placeId": "test:station"])?.name == "NotSaved")
    #expect(try selected(daemon) == "test:mill")
    try limitFileSize(of: daemon, to: "unlimited:unlimited")
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:station"])
    #expect(try selected(daemon) == "test:station")
  }

  @Test func `SQL-04 a full disk does not keep the daemon from starting`() async throws {
    let home = try TemporaryDirectory()
    mkdir(home.file("state"), 0o700)
    let script = """
      mount -t tmpfs -o size=4k tmpfs '\(home.file("state"))' && head -c 4096 /dev/zero >'\(home.file("state/filler"))'
      exec '\(RunningProgram.folder)/placed' --user --socket '\(home.file("socket"))' \
        --state-dir '\(home.file("state"))' --gpsd 127.0.0.1:9
      """
    let process = try RunningProgram(
      "/usr/bin/unshare", ["--mount", "--map-root-user", "/bin/sh", "-c", script],
      environment: ["HOME": home.path],
      in: home.path)
    let client = try #require(
      poll { try? VarlinkClient(path: home.file("socket")) }, "\(process.errorText)")
    #expect(try client.call("io.placed.Places.GetSelectedPlace")["selection"] != nil)
    #expect(process.errorText.contains("The state cannot be kept"))
  }

  private func limitFileSize(of daemon: DaemonHarness, to limits: String) throws {
    let run = try RunningProgram(
      "/usr/bin/prlimit", ["--pid", "\(daemon.process.pid)", "--fsize=\(limits)"], in: daemon.directory.path)
    #expect(try run.waitForExit() == 0, "\(run.errorText)")
  }
}
