import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

@Suite(.serialized) struct HistoryTests {
  /// Two places so near that the fix cannot tell them apart; the café is taken for likelier.
  private static let places: [(id: String, name: String, type: String, at: Coordinate)] = [
    ("test:cafe", "Mill Café", "cafe", .p0), ("test:bank", "Mill Bank", "bank", .p0.moved(east: 6)),
  ]

  /// One fix serves for a whole test.
  private static let config = "[Location]\nStaleAfterSec=600\n"

  private func first(_ daemon: DaemonHarness) throws -> String? {
    try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue?.first?["place"]?["id"]?
      .stringValue
  }

  private func entries(_ daemon: DaemonHarness) throws -> [JSONValue] {
    try daemon.call("Places.ListHistory")["entries"]?.arrayValue ?? []
  }

  @Test func `the wrong guess of yesterday is right today, after a restart too, until it is off or cleared`()
    async throws
  {
    let daemon = try await DaemonHarness(places: HistoryTests.places, config: HistoryTests.config)
    try await daemon.settle()
    #expect(try first(daemon) == "test:cafe")
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:bank"])
    #expect(try first(daemon) == "test:bank")
    daemon.process.signal(SIGKILL)
    try await daemon.restart()
    try await daemon.settle()
    #expect(try first(daemon) == "test:bank")
    #expect(try entries(daemon).map { $0["verdict"]?.stringValue } == ["here"])
    _ = try daemon.call("Places.SetHistory", ["enabled": false])
    #expect(try first(daemon) == "test:cafe")
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:cafe"])
    #expect(try daemon.call("Places.RejectPlaces")["kept"]?.boolValue == false)
    #expect(try entries(daemon).count == 1)
    _ = try daemon.call("Places.SetHistory", ["enabled": true])
    #expect(try first(daemon) == "test:bank")
    #expect(try daemon.call("Places.ClearHistory")["removed"]?.intValue == 1)
    #expect(try first(daemon) == "test:cafe")
  }

  @Test func `a rejected place falls, and its selection is taken back`() async throws {
    let daemon = try await DaemonHarness(places: HistoryTests.places, config: HistoryTests.config)
    #expect(try daemon.failure("Places.RejectPlaces")?.name != nil)
    try await daemon.settle()
    _ = try daemon.call("Places.GetLikelyPlaces")
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:bank"])
    _ = try daemon.call("Places.ClearHistory")
    let reply = try daemon.call("Places.RejectPlaces", ["placeIds": ["test:bank"]])
    #expect(reply["kept"]?.boolValue == true)
    #expect(try daemon.call("Places.GetSelectedPlace")["selection"]?["place"] == nil)
    _ = try daemon.call("Places.RejectPlaces", ["placeIds": ["test:cafe"]])
    _ = try daemon.call("Places.RejectPlaces")
    #expect(
      try entries(daemon).map { $0["verdict"]?.stringValue } == ["nowhere", "not_here", "not_here"])
    #expect(try daemon.failure("Places.RejectPlaces", ["placeIds": ["test:none"]])?.name == "PlaceNotFound")
    #expect(try daemon.failure("Places.ClearHistory", ["placeId": "x"])?.name == "InvalidParameter")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become other users"))
  func `nobody sees another user's history, in its own list neither`() async throws {
    let daemon = try await DaemonHarness(places: HistoryTests.places, config: HistoryTests.config)
    chmod(daemon.directory.path, 0o755)
    let uid = 60_001
    _ = try daemon.call(
      "Manager.SetAuthorization",
      ["uid": .int(uid), "status": "authorized_always", "accuracy": "full"])
    try await daemon.settle()
    func asOther(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
      let call: JSONObject = [
        "method": .string("io.placed.Places.\(method)"), "parameters": .object(parameters),
      ]
      let client = try RunningProgram(
        "/usr/bin/setpriv",
        [
          "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", "/bin/sh", "-c",
          #"printf '%s\n' "$1" | exec nc -N -U "$2""#, "sh", JSONValue.object(call).text, daemon.socket,
        ], in: daemon.directory.path)
      try client.waitForExit()
      return try JSONValue(parsing: Array(client.outputText.utf8))["parameters"] ?? .null
    }
    let before = try asOther("GetLikelyPlaces")["likelyPlaces"]?["places"]?.text
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:bank"])
    #expect(try first(daemon) == "test:bank")
    let after = try asOther("GetLikelyPlaces")["likelyPlaces"]?["places"]?.text
    #expect(before != nil && before == after)
    #expect(try asOther("ListHistory")["entries"]?.arrayValue?.isEmpty == true)
    #expect(try asOther("ClearHistory")["removed"]?.intValue == 0)
    #expect(try entries(daemon).count == 1)
    _ = try asOther("RejectPlaces", ["placeIds": ["test:bank"]])
    #expect(try first(daemon) == "test:bank")
    #expect(try asOther("ListHistory")["entries"]?.arrayValue?.count == 1)
  }

  @Test func `a daemon that is not to keep histories keeps none`() async throws {
    let daemon = try await DaemonHarness(
      places: HistoryTests.places, config: HistoryTests.config + "[History]\nKeep=no\n")
    try await daemon.settle()
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:bank"])
    #expect(try first(daemon) == "test:cafe")
    let history = try daemon.call("Places.ListHistory")
    #expect(history["enabled"]?.boolValue == false)
    #expect(history["entries"]?.arrayValue?.isEmpty == true)
  }

  @Test func `a made-up location adds nothing to a history`() async throws {
    let daemon = try await DaemonHarness(places: HistoryTests.places, config: HistoryTests.config)
    let client = try RunningProgram(
      "placectl",
      ["--socket", daemon.socket, "simulate", "\(Coordinate.p0.latitude)", "\(Coordinate.p0.longitude)"],
      in: daemon.directory.path)
    try client.waitForExit()
    #expect(
      try daemon.call("Places.GetLocation", ["timeoutMSec": 5000])["location"]?["simulated"]?.boolValue
        == true)
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:bank"])
    #expect(try daemon.call("Places.RejectPlaces")["kept"]?.boolValue == false)
    #expect(try entries(daemon).isEmpty)
  }
}
