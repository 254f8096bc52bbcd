import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

/// gpsd is released when nobody wants positions, and asked again when somebody does.
@Suite(.serialized) struct ReceiverRestTests {
  /// Waits until gpsd has lost its client; `skipping` so many things heard before.
  private func released(_ daemon: DaemonHarness, skipping: Int = 0) async throws {
    let gpsd = daemon.gpsd
    _ = try await onLoop { try await gpsd.heard.first(skipping: skipping, "hanging up") { $0 == .closed } }
  }

  private func heard(_ daemon: DaemonHarness) async -> Int {
    let gpsd = daemon.gpsd
    return await onLoop { gpsd.heard.all.count }
  }

  private func serve(_ daemon: DaemonHarness, skipping: Int) async throws {
    let gpsd = daemon.gpsd
    try await onLoop { try await gpsd.serve(skipping: skipping) }
  }

  /// Asks with patience, which holds the receiver, and feeds fixes until the answer is there.
  private func askUntilFixed(_ daemon: DaemonHarness) async throws {
    let client = try daemon.client()
    try client.callMore("io.placed.Places.GetLocation", ["timeoutMSec": 60000])
    for _ in 0..<200 {
      await daemon.fix(.p0)
      if try client.nextReply(within: .milliseconds(200)) != nil { return }
    }
    throw KitError("no fix arrives: \(daemon.process.errorText)")
  }

  @Test func `rests after a while, and a question without patience starts it`() async throws {
    let daemon = try await DaemonHarness(config: "[Gpsd]\nReleaseAfterSec=3\n")
    try await askUntilFixed(daemon)
    try await released(daemon, skipping: await heard(daemon))
    let before = await heard(daemon)
    let receiver = try daemon.call("Places.GetStatus")["receiver"]
    #expect(receiver?["state"]?.stringValue == "off")
    #expect(receiver?["why"]?.stringValue == "the receiver rests: nobody has asked for 3 s")
    // Looking at the status wakes nobody; the last known location stays.
    #expect(try daemon.call("Places.GetStatus")["location"] != nil)
    #expect(await heard(daemon) == before)
    let failure = try #require(try daemon.failure("Places.GetLikelyPlaces"))
    #expect(failure.name == "LocationUnavailable")
    #expect(failure.parameters["reason"]?.stringValue == "off")
    #expect(failure.parameters["why"]?.stringValue?.contains("is being started") == true)
    try await serve(daemon, skipping: before)
    try await askUntilFixed(daemon)
  }

  @Test func `a question with patience starts it and gets its fix`() async throws {
    let daemon = try await DaemonHarness(config: "[Gpsd]\nReleaseAfterSec=1\n")
    try await released(daemon)
    let before = await heard(daemon)
    let client = try daemon.client()
    try client.callMore("io.placed.Places.GetLikelyPlaces", ["timeoutMSec": 20000])
    try await serve(daemon, skipping: before)
    // It waits longer than the receiver would go on without it.
    #expect(try client.nextReply(within: .milliseconds(2500)) == nil)
    await daemon.fix(.p0)
    #expect(try client.nextReply(within: .seconds(5))?.parameters["likelyPlaces"] != nil)
  }

  @Test func `a subscriber keeps it at work`() async throws {
    let daemon = try await DaemonHarness(config: "[Gpsd]\nReleaseAfterSec=1\n")
    let (client, _) = try daemon.subscribe(["topics": ["receiver"]])
    while let reply = try client.nextReply(within: .milliseconds(2500)) {
      #expect(reply.parameters["receiver"]?["state"]?.stringValue != "off")
    }
    let before = await heard(daemon)
    client.close()
    try await released(daemon, skipping: before)
  }

  @Test func `another time until a fix is stale holds at once and leaves the connection`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let before = await heard(daemon)
    let (client, _) = try daemon.subscribe(["topics": ["receiver"]])
    try DaemonHarness.write("[Location]\nStaleAfterSec=1\n", to: daemon.config)
    _ = try daemon.call("Manager.Reload")
    #expect(try client.next(with: "receiver")["state"]?.stringValue == "stale")
    #expect(await heard(daemon) == before)
  }

  @Test func `is never released if so configured, and a reload wakes it`() async throws {
    let daemon = try await DaemonHarness(config: "[Gpsd]\nReleaseAfterSec=1\n")
    try await released(daemon)
    let before = await heard(daemon)
    try DaemonHarness.write("[Gpsd]\nReleaseAfterSec=0\n", to: daemon.config)
    _ = try daemon.call("Manager.Reload")
    try await serve(daemon, skipping: before)
    try await daemon.settle()
  }
}
