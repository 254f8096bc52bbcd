import Glibc
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

/// What a subscriber with the default filter is told of a way, whatever the noise: engine, outlier gate and filter
/// together. A failure names the seed.
@Suite struct MotionTests {
  /// One delivery: when, where the device really was, and where it was said to be.
  private struct Told {
    let second: Int
    let truth: Coordinate
    let fix: Fix
    let reason: DeliveryReason
  }

  /// Runs a device along a way, a fix a second, and collects what was told. A nil place is a second without a fix.
  private func run(
    _ receiver: NoisyReceiver, seconds: Int, speed: Double? = nil, distance: Metres? = nil,
    spoil: (Int, Fix) -> Fix = { $1 }, along way: (Double) -> Coordinate?
  ) -> [Told] {
    var receiver = receiver
    var engine = Engine()
    let id = SubscriberID(1)
    _ = engine.handle(
      .subscribe(
        id, Interest(topics: [.location], distanceFilter: distance, fallback: 50, desiredAccuracy: .best)))
    _ = engine.handle(.source(.receiver(ReceiverState(.fix3D))))
    var told: [Told] = []
    for second in 0..<seconds {
      guard let truth = way(Double(second)) else { continue }
      let fix = spoil(second, receiver.fix(at: truth, second: Double(second), speed: speed))
      guard !engine.handle(.source(.fix(fix))).isEmpty, let delivery = engine.delivery(to: id) else {
        continue
      }
      told.append(Told(second: second, truth: truth, fix: delivery.fix, reason: delivery.reason))
    }
    return told
  }

  private func spacings(_ told: [Told]) -> [Double] {
    zip(told, told.dropFirst()).map { $0.truth.distance(to: $1.truth).value }
  }

  // MARK: Standing

  private static let standingCases: [(accuracy: Metres, lasting: Double)] = [
    (3, 0), (8, 0), (15, 0), (22, 0), (40, 0), (3, 30), (8, 30), (3, 300), (8, 300),
  ]

  @Test("a standing receiver tells at most twice in an hour", arguments: standingCases)
  func standing(accuracy: Metres, lasting: Double) {
    for seed in UInt64(1)...4 {
      let receiver = NoisyReceiver(accuracy: accuracy, lasting: lasting, seed: seed)
      let told = run(receiver, seconds: 3600) { _ in .p0 }
      #expect(told.count <= 2, "seed \(seed)")
      #expect(told.first?.second == 0 && told.first?.reason == .first, "seed \(seed)")
    }
  }

  // How much positions scatter is not known in the first seconds, which may cost one more.
  @Test("one that is nearly twice as bad as it says tells hardly more")
  func standingUnderstated() {
    for seed in UInt64(1)...4 {
      let receiver = NoisyReceiver(accuracy: 22, seed: seed)
      let told = run(
        receiver, seconds: 3600,
        spoil: {
          var fix = $1
          fix.horizontalAccuracy = 12
          return fix
        }, along: { _ in .p0 })
      #expect(told.count <= 3, "seed \(seed)")
    }
  }

  // MARK: Walking

  @Test(
    "a walk of 0.3 m/s tells each 50 m, with errors of up to 15 m",
    arguments: [1, 3, 5, 8, 12, 15] as [Metres])
  func slowWalk(accuracy: Metres) {
    var all: [Double] = []
    for seed in UInt64(1)...4 {
      let told = run(NoisyReceiver(accuracy: accuracy, seed: seed), seconds: 7200) {
        .p0.moved(north: 0.3 * $0)
      }
      let ways = spacings(told)
      let mean = ways.reduce(0, +) / Double(ways.count)
      #expect((48...53).contains(mean), "seed \(seed)")
      all += ways
    }
    let within = Double(all.count { (40...60).contains($0) }) / Double(all.count)
    #expect(within >= 0.95)
  }

  @Test("errors that last move single deliveries, not their number", arguments: [5.0, 30, 300])
  func slowWalkWithLastingErrors(lasting: Double) {
    for seed in UInt64(1)...4 {
      for accuracy in [5, 15] as [Metres] {
        let receiver = NoisyReceiver(accuracy: accuracy, lasting: lasting, seed: seed)
        let told = run(receiver, seconds: 7200) { .p0.moved(north: 0.3 * $0) }
        // 2160 m; one delivery each 40 to 60 m.
        #expect((36...54).contains(told.count - 1), "seed \(seed), \(accuracy)")
      }
    }
  }

  @Test(
    "exact positions are not held back, however inaccurate they say they are",
    arguments: [1, 10, 15, 23] as [Metres])
  func exactWalk(accuracy: Metres) {
    var filter = DistanceFilter()
    let passed = (0...1000).filter {
      filter.pass(.at(.p0.moved(north: Double($0) * 0.3), second: Double($0), accuracy: accuracy)) != nil
    }
    #expect(passed == [0, 167, 334, 501, 668, 835])
  }

  // MARK: Vehicles

  /// North at 15 m/s for 20 s, east for 20 s, and a stop of 20 s.
  private func drive(_ second: Double) -> Coordinate {
    let (round, rest) = ((second / 60).rounded(.down), second.truncatingRemainder(dividingBy: 60))
    return .p0.moved(
      north: 300 * round + 15 * min(rest, 20), east: 300 * round + 15 * max(0, min(rest, 40) - 20))
  }

  @Test(
    "a vehicle is never far from where it was last told to be", arguments: [2, 5, 10] as [Metres],
    [true, false])
  func driving(accuracy: Metres, knowsSpeed: Bool) {
    for seed in UInt64(1)...3 {
      let receiver = NoisyReceiver(accuracy: accuracy, lasting: 20, seed: seed)
      let told = run(receiver, seconds: 1200, speed: knowsSpeed ? 10 : nil) { drive($0) }
      // Two seconds' way beyond the filter's distance, and the noise of both fixes.
      let most = 50 + 30 + 3 * accuracy.value
      for (last, next) in zip(told, told.dropFirst()) {
        let reached = drive(Double(next.second - 1)).distance(to: last.truth).value
        #expect(reached <= most, "seed \(seed), second \(next.second)")
      }
      // 12 km: at the most one delivery each 40 m.
      #expect(told.count <= 300 && told.count >= 130, "seed \(seed)")
    }
  }

  @Test("where a tunnel ends, the first fix is told")
  func tunnel() {
    for seed in UInt64(1)...5 {
      let told = run(NoisyReceiver(accuracy: 6, lasting: 10, seed: seed), seconds: 200, speed: 20) { second in
        (60..<105).contains(second) ? nil : .p0.moved(north: 20 * second)
      }
      #expect(!told.contains { (60..<105).contains($0.second) })
      #expect(told.contains { $0.second == 105 && $0.reason == .moved }, "seed \(seed)")
    }
  }

  // MARK: Trouble

  @Test("between high houses, errors that jump make the place neither dance nor freeze")
  func canyon() {
    for seed in UInt64(1)...5 {
      var random = SeededRandom(seed: seed)
      var reflection = (north: 0.0, east: 0.0)
      let receiver = NoisyReceiver(accuracy: 12, lasting: 20, seed: seed)
      let told = run(
        receiver, seconds: 1800, speed: 1.2,
        spoil: { second, fix in
          // Every half minute or so another reflection, by up to 25 m, and the receiver knows that it is poor.
          if Int.random(in: 0..<30, using: &random) == 0 {
            reflection = (
              Double.random(in: -25...25, using: &random), Double.random(in: -25...25, using: &random)
            )
          }
          var fix = fix
          fix.coordinate = fix.coordinate.moved(north: reflection.north, east: reflection.east)
          fix.horizontalAccuracy = 25
          return fix
        }, along: { .p0.moved(north: 1.2 * $0) })
      // 2160 m at 53 m (1.5 x hypot(25, 25)).
      #expect((30...60).contains(told.count), "seed \(seed)")
      #expect((spacings(told).max() ?? 0) < 120, "seed \(seed)")
    }
  }

  @Test("wild positions are never told")
  func wildPositions() {
    for seed in UInt64(1)...5 {
      var random = SeededRandom(seed: seed)
      var isWild = false
      let told = run(
        NoisyReceiver(accuracy: 6, lasting: 20, seed: seed), seconds: 1800, speed: 1.5,
        spoil: { _, fix in
          // Never twice in a row: that would be another case.
          isWild = !isWild && Int.random(in: 0..<15, using: &random) == 0
          guard isWild else { return fix }
          var fix = fix
          fix.coordinate = fix.coordinate.moved(
            north: Double.random(in: 500...4000, using: &random),
            east: Double.random(in: -4000...4000, using: &random))
          return fix
        }, along: { .p0.moved(north: 1.5 * $0) })
      for one in told {
        #expect(one.fix.coordinate.distance(to: one.truth) < 40, "seed \(seed), second \(one.second)")
      }
      #expect((45...60).contains(told.count), "seed \(seed)")
    }
  }

  @Test("a filter of 0 tells every fix, one of 1000 m only whole kilometres")
  func otherDistances() {
    let receiver = NoisyReceiver(accuracy: 6, lasting: 20, seed: 1)
    #expect(run(receiver, seconds: 100, distance: 0) { _ in .p0 }.count == 100)
    let told = run(receiver, seconds: 1000, distance: 1000) { .p0.moved(north: 10 * $0) }
    #expect(told.map(\.second).allSatisfy { $0 % 100 <= 5 || $0 % 100 >= 95 })
    #expect(told.count == 10)
  }
}
