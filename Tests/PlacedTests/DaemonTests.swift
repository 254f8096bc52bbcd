import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

@Suite(.serialized) struct DaemonTests {
  private func names(_ list: JSONValue?) -> [String] {
    (list?["places"]?.arrayValue ?? []).compactMap { $0["place"]?["name"]?.stringValue }
  }

  @Test func `from a fix to the ranked list`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let reply = try daemon.call("Places.GetLikelyPlaces", ["explain": true])
    let list = try #require(reply["likelyPlaces"])
    #expect(names(list) == ["Mill Café", "Bridge Pharmacy"])
    #expect(list["location"]?["coordinate"]?.text == #"{"latitude":52.1,"longitude":10.2}"#)
    #expect(list["generation"]?.intValue == 1)
    let likelihoods = (list["places"]?.arrayValue ?? []).compactMap { $0["likelihood"]?.doubleValue }
    let rest = (list["elsewhere"]?.doubleValue ?? 0) + (list["unlisted"]?.doubleValue ?? 0)
    #expect(abs(likelihoods.reduce(rest, +) - 1) < 1e-9)
    #expect(list["places"]?.arrayValue?.first?["why"]?["position"]?.doubleValue ?? 0 > 0)
    #expect(list["attributions"]?.arrayValue?.first?["text"]?.stringValue == "Test data")
    // Who asks again, standing, gets the same.
    #expect(try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["generation"]?.intValue == 1)
  }

  @Test func `fields, types and limit`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let one = try daemon.call("Places.GetLikelyPlaces", ["fields": ["name"], "limit": 1])["likelyPlaces"]
    #expect(one?["places"]?.arrayValue?.first?["place"]?.text == #"{"id":"test:mill","name":"Mill Café"}"#)
    #expect(one?["unlisted"]?.doubleValue ?? 0 > 0)
    let pharmacies = try daemon.call("Places.GetLikelyPlaces", ["types": ["pharmacy"]])["likelyPlaces"]
    #expect(names(pharmacies) == ["Bridge Pharmacy"])
    let none = try daemon.call("Places.GetLikelyPlaces", ["types": ["zoo"]])["likelyPlaces"]
    #expect(none?["places"]?.arrayValue?.isEmpty == true)
    #expect(none?["reason"]?.stringValue == "none_of_types")
    #expect(names(try daemon.call("Places.GetLikelyPlaces", ["types": []])["likelyPlaces"]).count == 2)
    #expect(
      names(try daemon.call("Places.GetLikelyPlaces", ["types": ["establishment"]])["likelyPlaces"]).count
        == 2)
  }

  @Test(arguments: [
    ("Places.GetLikelyPlaces", #"{"types":["establishments"]}"#, "types[0]"),
    ("Places.GetLikelyPlaces", #"{"types":["cafe","Cafe"]}"#, "types[1]"),
    ("Places.GetLikelyPlaces", #"{"fields":["name","rating"]}"#, "fields[1]"),
    ("Places.GetLikelyPlaces", #"{"limit":0}"#, "limit"),
    ("Places.GetLikelyPlaces", #"{"limit":51}"#, "limit"),
    ("Places.GetLikelyPlaces", #"{"limit":1e400}"#, "limit"),
    ("Places.GetLikelyPlaces", #"{"limit":"5"}"#, "limit"),
    ("Places.GetLikelyPlaces", #"{"radius":5}"#, "radius"),
    ("Places.GetLikelyPlaces", #"{"timeoutMSec":-1}"#, "timeoutMSec"),
    ("Places.GetLocation", #"{"maximumAgeMSec":-5}"#, "maximumAgeMSec"),
    ("Places.GetLocation", #"{"desiredAccuracy":"finest"}"#, "desiredAccuracy"),
    ("Places.GetSelectedPlace", #"{"fields":["Name"]}"#, "fields[0]"),
    ("Places.FetchPlace", #"{}"#, "placeId"),
    ("Places.FetchPlace", #"{"placeId":"test:mill","fields":["x"]}"#, "fields[0]"),
    ("Places.FetchPlace", #"{"placeId":"test:mill","language":"english!"}"#, "language"),
    ("Places.SelectPlace", #"{"placeId":"test:mill","sessionToken":""}"#, "sessionToken"),
  ])
  func `PLC-03 wrong parameters are named`(method: String, parameters: String, path: String) async throws {
    let daemon = try await SharedDaemon.get()
    let object = try #require(JSONValue(parsing: Array(parameters.utf8)).objectValue)
    let failure = try #require(try daemon.failure(method, object))
    #expect(failure.name == "InvalidParameter")
    #expect(failure.parameters["parameter"]?.stringValue == path)
  }

  @Test func `what is not there yet says so`() async throws {
    let daemon = try await SharedDaemon.get()
    #expect(try daemon.failure("Places.Autocomplete", ["query": "c"])?.name == "MethodNotImplemented")
  }

  @Test func `LOC-06 no fix is an error at once, and so is no gpsd`() async throws {
    let daemon = try await DaemonHarness()
    await daemon.send(#"{"class":"TPV","device":"/dev/gps0","mode":1}"#)
    #expect(poll { try? daemon.failure("Places.GetLikelyPlaces")?.name == "NoFix" ? true : nil } == true)
    #expect(try daemon.failure("Places.GetLocation")?.parameters["reason"]?.stringValue == "searching")
    let gpsd = daemon.gpsd
    await onLoop { gpsd.close() }
    #expect(
      poll { try? daemon.failure("Places.GetLikelyPlaces")?.name == "LocationUnavailable" ? true : nil }
        == true)
    #expect(try daemon.failure("Places.GetLocation")?.parameters["reason"]?.stringValue == "absent")
  }

  @Test func `GPS-01 a lost fix is no fix, and its location is only in the status`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let (subscription, _) = try daemon.subscribe(["topics": ["receiver"]])
    for _ in 0..<3 { await daemon.send(#"{"class":"TPV","device":"/dev/gps0","mode":1,"ept":0.005}"#) }
    #expect(try subscription.next(with: "receiver")["state"]?.stringValue == "searching")
    #expect(try daemon.failure("Places.GetLikelyPlaces")?.name == "NoFix")
    let status = try daemon.call("Places.GetStatus")
    #expect(status["stale"]?.boolValue == true)
    #expect(status["location"]?["coordinate"]?["latitude"]?.doubleValue == 52.1)
    #expect(status["location"]?["ageMSec"]?.intValue ?? -1 >= 0)
    #expect(try subscription.nextReply(within: .milliseconds(200)) == nil)
  }

  @Test func `GetLocation waits for a fix as long as it is asked to`() async throws {
    let daemon = try await DaemonHarness()
    let client = try daemon.client()
    try client.callMore("io.placed.Places.GetLocation", ["timeoutMSec": 20000])
    #expect(try client.nextReply(within: .milliseconds(100)) == nil)
    await daemon.fix(.p0)
    #expect(try client.nextReply(within: .seconds(5))?.parameters["location"] != nil)
    let started = Clock.bootNanoseconds()
    #expect(
      try daemon.failure("Places.GetLocation", ["timeoutMSec": 150, "maximumAgeMSec": 0])?.name == "NoFix")
    #expect(Clock.bootNanoseconds() - started > 140_000_000)
  }

  @Test func `a subscriber hears of moves, each with its reason`() async throws {
    let daemon = try await DaemonHarness()
    let (client, first) = try daemon.subscribe()
    #expect(first["receiver"] != nil && first["selection"] != nil && first["authorization"] != nil)
    #expect(first["busy"]?.boolValue == false)
    #expect(first["problem"]?["error"]?.stringValue == "io.placed.Places.LocationUnavailable")
    #expect(first["location"] == nil)
    await daemon.fix(.p0)
    let list = try client.next(with: "likelyPlaces")
    #expect(names(list).first == "Mill Café")
    #expect(list["location"]?["reason"]?.stringValue == "first")
    await daemon.fix(.p0.moved(north: 30))
    await daemon.fix(.p0.moved(north: 60))
    let moved = try client.next(with: "location")
    #expect(moved["reason"]?.stringValue == "moved")
    let late = try daemon.subscribe(["topics": ["likely_places", "location"]])
    #expect(late.first["likelyPlaces"]?["generation"]?.intValue == 2)
    #expect(late.first["location"]?["reason"]?.stringValue == "first")
    #expect(late.first["receiver"] == nil)
  }

  @Test func `LOC-03 a standing receiver makes one list`() async throws {
    let daemon = try await DaemonHarness()
    let (client, _) = try daemon.subscribe(["topics": ["likely_places"]])
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      await daemon.fix(.p0.moved(north: 4 * random.gaussian(), east: 4 * random.gaussian()), eph: 15)
    }
    #expect(try client.next(with: "likelyPlaces")["generation"]?.intValue == 1)
    #expect(try client.nextReply(within: .milliseconds(300)) == nil)
  }

  @Test func `LOC-10 a backlog gives the newest position, not all of them`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let (client, _) = try daemon.subscribe(["topics": ["location"]])
    daemon.process.signal(SIGSTOP)
    for step in 1...600 { await daemon.fix(.p0.moved(north: Double(step) * 10)) }
    daemon.process.signal(SIGCONT)
    let goal = Coordinate.p0.moved(north: 6000).latitude
    var events = 0
    while let reply = try client.nextReply(within: .seconds(5)) {
      events += 1
      if abs((reply.parameters["location"]?["coordinate"]?["latitude"]?.doubleValue ?? 0) - goal) < 1e-6 {
        break
      }
    }
    // Three for each turn of the loop at the most, so that an outlier can be told from a move.
    #expect((1...30).contains(events))
  }

  @Test func `GPS-33 an outlier does not move the place`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    await daemon.fix(.p0.moved(east: 4000))
    await daemon.fix(.p0.moved(north: 1))
    #expect(
      poll {
        try? daemon.call("Places.GetLocation")["location"]?["coordinate"]?["latitude"]?.doubleValue ?? 0
          > 52.1
          ? true : nil
      } == true)
    let longitude = try daemon.call("Places.GetLocation")["location"]?["coordinate"]?["longitude"]?
      .doubleValue
    #expect(longitude == 10.2)
  }

  @Test func `GPS-04 unknown accuracy is absent, not zero`() async throws {
    let daemon = try await DaemonHarness()
    await daemon.fix(.p0, eph: nil, mode: 2)
    let location = try #require(
      poll { try? daemon.call("Places.GetLocation")["location"] })
    #expect(location["horizontalAccuracy"] == nil)
    #expect(location["altitude"] == nil)
    #expect(try daemon.call("Places.GetStatus")["receiver"]?["state"]?.stringValue == "fix_2d")
  }

  @Test func `fetching a place, in a language`() async throws {
    let daemon = try await SharedDaemon.get()
    let place = try daemon.call("Places.FetchPlace", ["placeId": "test:museum", "language": "de-AT"])["place"]
    #expect(place?["name"]?.stringValue == "Clock Museum (de)")
    #expect(place?["types"]?.arrayValue?.first?.stringValue == "museum")
    let local = try daemon.call("Places.FetchPlace", ["placeId": "test:museum", "language": "fr"])["place"]
    #expect(local?["name"]?.stringValue == "Clock Museum")
    for id in ["test:nowhere", "", "no id at all", "x:" + String(repeating: "y", count: 500)] {
      #expect(try daemon.failure("Places.FetchPlace", ["placeId": .string(id)])?.name == "PlaceNotFound")
    }
  }

  @Test func `nothing private is logged`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    _ = try daemon.call("Places.GetLikelyPlaces")
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    _ = try daemon.failure("Places.SelectPlace", ["placeId": "test:secret"])
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForExit()
    let log = daemon.process.errorText
    #expect(log.contains("fix_3d"))
    for secret in ["52.1", "10.2", "Mill", "test:", "secret"] { #expect(!log.contains(secret), "\(log)") }
  }
}

/// One daemon for the tests that only ask it things.
private actor SharedDaemon {
  private static let shared = SharedDaemon()
  private var task: Task<Box, any Error>?

  private final class Box: @unchecked Sendable {
    // Tests of the suite run one after the other; each makes connections of its own.
    let daemon: DaemonHarness
    init(_ daemon: DaemonHarness) { self.daemon = daemon }
  }

  static func get() async throws -> DaemonHarness { try await shared.box().daemon }

  private func box() async throws -> Box {
    let task = task ?? Task { Box(try await DaemonHarness()) }
    self.task = task
    return try await task.value
  }
}
