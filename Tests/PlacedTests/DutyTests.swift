import Glibc
import PlacedTestKit
import PlacesCore
import Testing

/// What each accuracy costs and gives over a drive and a stand of twenty minutes.
@Suite(.serialized) struct DutyTests {
  /// The largest part of the time that gpsd is asked for reports.
  static let shares: [DesiredAccuracy: Double] = [
    .bestForNavigation: 1, .best: 1, .nearestTenMeters: 0.15, .hundredMeters: 0.15, .kilometer: 0.05,
    .threeKilometers: 0.05, .reduced: 0.05,
  ]
  static let seconds = 1200

  private func drive() -> [Fix] {
    var receiver = NoisyReceiver(accuracy: 5, lasting: 30, seed: 7)
    return (0..<DutyTests.seconds).map {
      receiver.fix(at: Coordinate.p0.moved(north: Double($0) * 14), second: Double($0), speed: 14)
    }
  }

  private func stand() -> [Fix] {
    var receiver = NoisyReceiver(accuracy: 8, lasting: 30, seed: 8)
    return (0..<DutyTests.seconds).map { receiver.fix(at: .p0, second: Double($0), speed: 0) }
  }

  private func outcome(_ mode: DesiredAccuracy, _ fixes: [Fix]) async throws -> DutyBench.Outcome {
    try await onLoop {
      let bench = try await DutyBench(mode)
      defer { bench.close() }
      return try await bench.run(fixes)
    }
  }

  @Test(arguments: DesiredAccuracy.allCases)
  func `the receiver works no more than the accuracy needs, and its rests are no loss of the fix`(
    mode: DesiredAccuracy
  ) async throws {
    let drive = try await outcome(mode, drive())
    let stand = try await outcome(mode, stand())
    if getenv("PLACED_BENCH") != nil {
      print("\(mode.rawValue), drive: \(drive)\n\(mode.rawValue), stand: \(stand)")
    }
    for outcome in [drive, stand] {
      #expect(outcome.share <= DutyTests.shares[mode] ?? 0, "\(outcome)")
      #expect(outcome.gaps.isEmpty)
      #expect(outcome.deliveries >= 1)
      #expect(outcome.queries == outcome.deliveries)
    }
    switch mode {
    case .bestForNavigation: #expect(drive.deliveries == DutyTests.seconds)
    // 16.8 km, and a fix each 14 m: every fourth.
    case .best: #expect((290...310).contains(drive.deliveries), "\(drive)")
    default: #expect(drive.deliveries >= drive.rounds, "\(drive)")
    }
    if mode != .bestForNavigation { #expect(stand.deliveries <= 2, "\(stand)") }
  }
}
