import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

/// What clients want of the receiver, and what gpsd is asked for.
@Suite(.serialized) struct AccuracyTests {
  /// Waits until gpsd has been asked for reports (or for none) so often.
  private func watches(_ daemon: DaemonHarness, _ isOn: Bool, count: Int) async throws {
    let gpsd = daemon.gpsd
    _ = try await onLoop {
      try await gpsd.heard.eventually("WATCH \(isOn) \(count)") {
        let lines = gpsd.heard.all.filter {
          if case .line(let line) = $0 { line.contains(#""enable":\#(isOn)"#) } else { false }
        }
        return lines.count >= count ? true : nil
      }
    }
  }

  @Test func `the receiver rests between the fixes of a coarse mode, and a finer wish wakes it`() async throws
  {
    let daemon = try await DaemonHarness(config: "[Gpsd]\nReleaseAfterSec=1\n")
    let (coarse, _) = try daemon.subscribe([
      "topics": ["location", "receiver"], "desiredAccuracy": "three_kilometers",
    ])
    // The wish of the start is forgotten after a second; then one fix is enough.
    for _ in 0..<8 {
      await daemon.fix(.p0)
      _ = poll(within: 0.4) { false ? true : nil }
    }
    #expect(try coarse.next(with: "location")["accuracy"]?.stringValue == "full")
    try await watches(daemon, false, count: 1)
    // Between its fixes a coarse client has one, whoever asks how.
    let question: JSONObject = ["desiredAccuracy": "three_kilometers"]
    #expect(try daemon.call("Places.GetLocation", question)["location"] != nil)
    // A finer subscriber wakes the receiver; the link stays.
    let (fine, _) = try daemon.subscribe(["topics": ["location"], "distanceFilter": 0.0])
    try await watches(daemon, true, count: 2)
    await daemon.fix(.p0)
    _ = try fine.next(with: "location")
    let gpsd = daemon.gpsd
    #expect(await onLoop { gpsd.heard.all.count { $0 == .connected } } == 1)
    fine.close()
    while let reply = try coarse.nextReply(within: .milliseconds(500)) {
      #expect(reply.parameters["receiver"]?["state"]?.stringValue.map { $0.hasPrefix("fix") } ?? true)
      #expect(reply.parameters["problem"] == nil)
    }
    // When all have gone, gpsd is released.
    coarse.close()
    _ = try await onLoop { try await gpsd.heard.first("hanging up") { $0 == .closed } }
  }

  @Test func `defaults that change hold at once for open subscriptions that left them open`() async throws {
    let daemon = try await DaemonHarness(config: "[Location]\nDistanceFilterM=5000\n")
    let (open, _) = try daemon.subscribe(["topics": ["location"]])
    let (own, _) = try daemon.subscribe(["topics": ["location"], "distanceFilter": 6000.0])
    await daemon.fix(.p0)
    #expect(try open.next(with: "location")["reason"]?.stringValue == "first")
    #expect(try own.next(with: "location")["reason"]?.stringValue == "first")
    await daemon.fix(Coordinate.p0.moved(north: 60))
    #expect(try open.nextReply(within: .milliseconds(200)) == nil)
    _ = try daemon.call(
      "Manager.SetDefaults",
      ["distanceFilter": 50.0, "defaultLocation": ["latitude": 1.5, "longitude": 2.5]])
    #expect(try open.next(with: "location")["reason"]?.stringValue == "mode_changed")
    #expect(try own.nextReply(within: .milliseconds(200)) == nil)
    let status = try daemon.call("Places.GetStatus")
    #expect(status["distanceFilter"]?.doubleValue == 50)
    #expect(status["defaultLocation"]?["latitude"]?.doubleValue == 1.5)
    // As does a configuration that is read again.
    try DaemonHarness.write("[Location]\nDistanceFilterM=0\n", to: daemon.config)
    _ = try daemon.call("Manager.Reload")
    await daemon.fix(Coordinate.p0.moved(north: 61))
    #expect(try open.next(with: "location")["reason"]?.stringValue == "moved")
  }

  @Test func `LOC-07 nothing of the day before is a place of today`() async throws {
    let daemon = try await DaemonHarness(
      config: "[Location]\nDefaultLatitude=-33.87\nDefaultLongitude=151.2\n")
    try await daemon.settle()
    daemon.process.signal(SIGTERM)
    try await daemon.restart()
    let status = try daemon.call("Places.GetStatus")
    #expect(status["location"] == nil && status["stale"]?.boolValue == true)
    // What is shown meanwhile is marked as what it is, and is no location.
    #expect(status["defaultLocation"]?["latitude"]?.doubleValue == -33.87)
    for method in ["Places.GetLocation", "Places.GetLikelyPlaces"] {
      #expect(["NoFix", "LocationUnavailable"].contains(try daemon.failure(method)?.name))
    }
    let (_, first) = try daemon.subscribe(["topics": ["location", "likely_places"]])
    #expect(first["location"] == nil && first["likelyPlaces"] == nil && first["problem"] != nil)
  }
}
