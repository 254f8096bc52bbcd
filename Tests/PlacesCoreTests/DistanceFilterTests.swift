import PlacedTestKit
import PlacesCore
import Testing

@Suite struct DistanceFilterTests {
  @Test func `LOC-01 the first fix passes at once and the same one never again`() {
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    #expect(pass(.at(.p0)) == .first)
    for second in 1...30 { #expect(pass(.at(.p0, second: Double(second))) == nil) }
  }

  @Test func `the distance itself passes`() {
    var filter = DistanceFilter(distance: 50)
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    _ = pass(.at(.p0))
    #expect(pass(.at(.p0.moved(north: 49.9))) == nil)
    #expect(pass(.at(.p0.moved(north: 50.001))) == .moved)
  }

  @Test func `0 delivers every fix`() {
    var filter = DistanceFilter(distance: 0)
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    #expect(pass(.at(.p0)) == .first)
    #expect(pass(.at(.p0)) == .moved)
  }

  @Test func `a slow walker triggers every 50 m`() {
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    let passed = (0...1000).filter { step in
      pass(.at(.p0.moved(north: Double(step) * 0.3), second: Double(step))) != nil
    }
    #expect(passed == [0, 167, 334, 501, 668, 835])
  }

  @Test func `a move within the noise of both fixes does not pass`() {
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    _ = pass(.at(.p0, accuracy: 40))
    #expect(pass(.at(.p0.moved(north: 80), accuracy: 40)) == nil)  // 1.5 * hypot(40, 40) = 84.9
    #expect(pass(.at(.p0.moved(north: 85), accuracy: 40)) == .moved)
  }

  @Test func `a much better fix passes when the old position was wrong`() {
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    _ = pass(.at(.p0, accuracy: 60))
    #expect(pass(.at(.p0.moved(north: 20), accuracy: 30)) == nil)  // within its own circle
    #expect(pass(.at(.p0.moved(north: 40), accuracy: 31)) == nil)  // not half
    #expect(pass(.at(.p0.moved(north: 40), accuracy: 30)) == .improved)
  }

  @Test func `unknown accuracy counts as 30 m`() {
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    _ = pass(.at(.p0, accuracy: nil))
    #expect(pass(.at(.p0.moved(north: 60), accuracy: nil)) == nil)  // 1.5 * hypot(30, 30) = 63.6
    #expect(pass(.at(.p0.moved(north: 64), accuracy: nil)) == .moved)
  }

  @Test(arguments: UInt64(1)...20)
  func `LOC-03 noise as the receiver states it never triggers`(seed: UInt64) {
    // 4 m in each direction is a 68 % radius of 6 m; correlated as receivers are (half a minute).
    var random = SeededRandom(seed: seed)
    var filter = DistanceFilter()
    func pass(_ fix: Fix) -> DeliveryReason? { filter.pass(fix) }
    var (north, east) = (0.0, 0.0)
    var delivered = 0
    for second in 0..<3600 {
      let keep = 0.967
      let fresh = 4 * (1 - keep * keep).squareRoot()
      north = keep * north + fresh * random.gaussian()
      east = keep * east + fresh * random.gaussian()
      let fix = Fix.at(.p0.moved(north: north, east: east), second: Double(second), accuracy: 6)
      if pass(fix) != nil { delivered += 1 }
    }
    #expect(delivered == 1, "seed \(seed)")
  }
}

@Suite struct OutlierGateTests {
  @Test func `GPS-33 repeated single outliers never pass, three in a row do`() {
    var gate = OutlierGate()
    func admit(_ fix: Fix) -> Bool { gate.admit(fix) }
    for second in 0..<60 {
      let here = Coordinate.p0.moved(north: Double(second) * 10)
      let wild = second % 10 == 9
      let fix = Fix.at(wild ? here.moved(east: 4000) : here, second: Double(second), accuracy: 5)
      #expect(admit(fix) == !wild, "second \(second)")
    }
    let there = Coordinate.p0.moved(east: 4000)
    #expect(!admit(.at(there, second: 60)))
    #expect(!admit(.at(there, second: 61)))
    #expect(admit(.at(there, second: 62)))
    #expect(admit(.at(there, second: 63)))
  }

  @Test func `the first fix after a gap passes`() {
    var gate = OutlierGate()
    func admit(_ fix: Fix) -> Bool { gate.admit(fix) }
    #expect(admit(.at(.p0, second: 0)))
    #expect(admit(.at(.p0.moved(north: 50_000), second: 10)))
  }

  @Test func `three wild fixes that disagree do not pass`() {
    var gate = OutlierGate()
    func admit(_ fix: Fix) -> Bool { gate.admit(fix) }
    #expect(admit(.at(.p0, second: 0)))
    for second in 1...6 {
      #expect(!admit(.at(.p0.moved(north: Double(second) * 5000), second: Double(second))))
    }
  }

  @Test func `an aircraft that says how fast it is passes`() {
    var gate = OutlierGate()
    func admit(_ fix: Fix) -> Bool { gate.admit(fix) }
    for second in 0..<20 {
      #expect(admit(.at(.p0.moved(north: Double(second) * 250), second: Double(second), speed: 250)))
    }
  }
}

@Suite struct AccuracyGateTests {
  @Test(arguments: [
    (DesiredAccuracy.best, 5000.0, true), (.bestForNavigation, 5000, true), (.hundredMeters, 100, true),
    (.hundredMeters, 101, false), (.kilometer, 1000, true), (.kilometer, 1001, false),
    (.threeKilometers, 3000, true), (.threeKilometers, 3001, false), (.nearestTenMeters, 10, true),
    (.nearestTenMeters, 11, false),
  ])
  func `limits of the modes`(mode: DesiredAccuracy, accuracy: Double, passes: Bool) {
    var gate = AccuracyGate(mode)
    func admit(_ fix: Fix) -> Fix? { gate.admit(fix) }
    #expect((admit(.at(.p0, accuracy: Metres(accuracy))) != nil) == passes)
  }

  @Test func `nearest_ten_meters takes the best of 30 s`() {
    var gate = AccuracyGate(.nearestTenMeters)
    func admit(_ fix: Fix) -> Fix? { gate.admit(fix) }
    for second in 0..<30 {
      let accuracy: Metres = second == 7 ? 12 : 25
      #expect(admit(.at(.p0, second: Double(second), accuracy: accuracy)) == nil)
    }
    let best = admit(.at(.p0, second: 30, accuracy: 25))
    #expect(best?.horizontalAccuracy == 12)
    #expect(admit(.at(.p0, second: 31, accuracy: 25)) == nil)
  }
}
