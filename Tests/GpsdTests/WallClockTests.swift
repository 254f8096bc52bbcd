import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// The link while the system's clock is set.
@Suite(.timeLimit(.minutes(2))) struct WallClockTests {
  @Test(
    "GPS-18: setting the system's clock ages no fix, and ends no connection",
    arguments: [18 * 86_400, -3600] as [Int64])
  func clockIsSet(seconds: Int64) async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      let fix = try await bench.passFix(second: 0)
      bench.clock.advance(by: .seconds(2))
      let told = bench.events.all.count
      bench.clock.wallMicroseconds += seconds * 1_000_000
      bench.clock.advance(by: .seconds(5))
      #expect(bench.events.all.count == told)
      #expect(bench.link.receiver.kind == .fix3D)
      let age = Instant(nanoseconds: bench.clock.bootNanoseconds).since(fix.arrival)
      #expect(age == .seconds(7))
      try await bench.passFix(second: 7)
      #expect(bench.losses.isEmpty)
      #expect(bench.gpsd.heard.all.count { $0 == .connected } == 1)
      // Ten seconds after that fix, as always.
      bench.clock.advance(by: .seconds(10))
      #expect(bench.link.receiver.kind == .stale)
    }
  }
}
