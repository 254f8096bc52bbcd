import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing

/// A made-up location in the place of the receiver's.
@Suite(.serialized) struct SimulationTests {
  private func placectl(_ daemon: DaemonHarness, _ words: String...) throws -> String {
    let run = try RunningProgram("placectl", ["--socket", daemon.socket] + words, in: daemon.directory.path)
    #expect(try run.waitForExit() == 0, "\(run.errorText)")
    return run.outputText
  }

  @Test func `it is marked as such everywhere, and ends with the receiver's own state`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    _ = try placectl(daemon, "simulate", "52.103", "10.2")
    let location = try daemon.call("Places.GetLocation")["location"]
    #expect(location?["simulated"]?.boolValue == true && location?["device"]?.stringValue == "simulated")
    #expect(location?["coordinate"]?["latitude"]?.doubleValue == 52.103)
    let list = try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]
    #expect(list?["location"]?["simulated"]?.boolValue == true)
    let status = try daemon.call("Places.GetStatus")
    #expect(status["receiver"]?["why"]?.stringValue == "the location is simulated")
    #expect(status["location"]?["simulated"]?.boolValue == true)
    #expect(try placectl(daemon, "status").contains("simulated"))
    #expect(
      try daemon.call("Places.GetLocation", ["desiredAccuracy": "reduced"])["location"]?["simulated"]?
        .boolValue
        == true)
    // The real receiver says nothing meanwhile, and counts again after it.
    await daemon.fix(.p0)
    #expect(try daemon.call("Places.GetLocation")["location"]?["simulated"]?.boolValue == true)
    _ = try placectl(daemon, "simulate", "off")
    await daemon.fix(.p0)
    #expect(
      poll { try? daemon.call("Places.GetLocation")["location"] }.map { $0["simulated"] == nil } == true)
  }

  @Test func `a track is played in its own time`() async throws {
    let daemon = try await DaemonHarness()
    let points = (0..<3).map {
      "<trkpt lat=\"\(52.1 + Double($0) * 0.0002)\" lon=\"10.2\"><time>2026-08-21T12:00:0\($0)Z</time></trkpt>"
    }
    let track = daemon.directory.file("track.gpx")
    try DaemonHarness.write(
      "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", to: track)
    let begin = Clock.bootNanoseconds()
    #expect(try placectl(daemon, "simulate", track).contains("3 locations played"))
    #expect(Clock.bootNanoseconds() - begin >= 2_000_000_000)
    let location = try daemon.call("Places.GetLocation")["location"]
    #expect(location?["coordinate"]?["latitude"]?.doubleValue == 52.1004)
    #expect(location?["simulated"]?.boolValue == true)
  }
}
