import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// Damaged lines: whatever comes, the link lives, and what it tells is valid.
@Suite(.timeLimit(.minutes(2))) struct GpsdFuzzTests {
  private static let seeds: [String] = [
    fixLine(), #"{"class":"SKY","device":"DEV_A","hdop":0.9,"satellites":[{"PRN":1,"el":45,"used":true}]}"#,
    #"{"class":"DEVICES","devices":[{"path":"DEV_A","driver":"u-blox","activated":"2026-08-21T12:00:00.000Z"}]}"#,
    #"{"class":"DEVICE","path":"DEV_A","activated":0}"#, FakeGpsd.banner,
    #"{"class":"GST","device":"DEV_A","lat":4.2,"lon":3.1,"alt":9.0}"#, #"{"class":"ERROR","message":"x"}"#,
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func damagedLines(seed: UInt64) async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      var random = SeededRandom(seed: seed)
      for round in 0..<500 {
        var line = Array((GpsdFuzzTests.seeds.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&line, with: &random) }
        // A line break of its own would only cut the line in two.
        bench.gpsd.send(bytes: line.filter { $0 != 10 } + [13, 10])
        if round % 10 == 0 { await bench.nextTurn() }
      }
      // Good fixes follow; whoever gave some under a damaged name grows stale meanwhile.
      for second in 30..<59 {
        bench.gpsd.send(fixLine(second: second))
        await bench.nextTurn()
        bench.clock.advance(by: .seconds(1))
      }
      try await bench.passFix(second: 59)
      #expect(bench.losses.isEmpty)
      #expect(bench.gpsd.connections == 1)
      #expect(bench.fixes.allSatisfy { ($0.horizontalAccuracy?.value).map { $0 > 0 && $0.isFinite } ?? true })
    }
  }

  private func damage(_ line: inout [UInt8], with random: inout SeededRandom) {
    guard !line.isEmpty else { return }
    let at = Int.random(in: 0..<line.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: line[at] = UInt8.random(in: 0...255, using: &random)
    case 1: line.remove(at: at)
    case 2: line.insert(contentsOf: line[at...].prefix(20), at: at)
    case 3: line.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "9"), count: 400), at: at)
    default: line.removeSubrange(at...)
    }
  }
}
