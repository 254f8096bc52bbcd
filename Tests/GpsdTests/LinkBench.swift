import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// A link, the gpsd it talks to and the clock it lives by.
@Loop
final class LinkBench {
  let gpsd: FakeGpsd
  let clock = ManualClock()
  let events = Recorder<GpsdEvent>()
  let link: GpsdLink

  /// Starts a link and waits until it is connected.
  static func connected(
    host: String = "127.0.0.1", family: LoopbackSocket.Family = .v4,
    _ change: (inout GpsdSettings) -> Void = { _ in }
  ) async throws -> LinkBench {
    let bench = try LinkBench(host: host, family: family, change)
    bench.link.start()
    try await bench.gpsd.serve()
    try await bench.events.first("connection") { if case .connected = $0 { true } else { false } }
    return bench
  }

  init(
    host: String = "127.0.0.1", family: LoopbackSocket.Family = .v4,
    _ change: (inout GpsdSettings) -> Void = { _ in }
  ) throws {
    gpsd = try FakeGpsd(family: family)
    var settings = GpsdSettings()
    settings.host = host
    settings.port = "\(gpsd.port)"
    change(&settings)
    // 0.5 is the middle: waits of exactly 1, 2, 4 ... seconds.
    link = GpsdLink(
      settings: settings, time: clock, random: { 0.5 }, onEvent: { [events] in events.append($0) })
  }

  /// Ends the link and gpsd; a link holds itself until it is stopped.
  func close() {
    link.stop()
    gpsd.close()
  }

  /// Fixes told so far.
  var fixes: [Fix] {
    events.all.compactMap { if case .source(.fix(let fix)) = $0 { fix } else { nil } }
  }

  /// States told so far.
  var states: [ReceiverState] {
    events.all.compactMap { if case .source(.receiver(let state)) = $0 { state } else { nil } }
  }

  /// Losses told so far, for the log.
  var losses: [String] {
    events.all.compactMap { if case .lost(let why, _) = $0 { why } else { nil } }
  }

  /// Sends a fix and waits until it has come through, and so all before it.
  @discardableResult
  func passFix(second: Int, north: Double = 0, device: String = "DEV_A") async throws -> Fix {
    gpsd.send(fixLine(second: second, north: north, device: device))
    let time = Timestamp(microseconds: (noon + Int64(second)) * 1_000_000)
    return try await events.eventually("fix of second \(second)") { self.fixes.first { $0.time == time } }
  }

  /// Waits for a state.
  @discardableResult
  func state(_ kind: ReceiverState.Kind, skipping: Int = 0) async throws -> ReceiverState {
    try await events.eventually("state \(kind)") {
      self.states.dropFirst(skipping).first { $0.kind == kind }
    }
  }
}

extension LinkBench {
  /// Lets the loop go round once.
  func nextTurn() async {
    await withCheckedContinuation { done in Loop.post { Loop.post { done.resume() } } }
  }
}
