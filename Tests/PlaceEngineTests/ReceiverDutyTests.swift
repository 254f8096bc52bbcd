import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@Suite struct ReceiverDutyTests {
  private func at(_ second: Double) -> Instant { Instant(nanoseconds: Int64(second * 1e9)) }

  @Test func `works from the start, and rests when nobody has asked for so long`() {
    var duty = ReceiverDuty(patience: .seconds(600), from: at(0))
    #expect(duty.state == .watching && duty.deadline == at(600))
    duty.ask(for: .best, at: at(500))
    duty.update(held: [], at: at(600))
    #expect(duty.state == .watching && duty.deadline == at(1100))
    duty.update(held: [], at: at(1100))
    #expect(duty.state == .released && duty.deadline == nil)
    duty.ask(for: .best, at: at(5000))
    duty.update(held: [], at: at(5000))
    #expect(duty.state == .watching && duty.deadline == at(5600))
  }

  @Test func `works for as long as somebody listens, and without patience to lose always`() {
    var duty = ReceiverDuty(patience: .seconds(600), from: at(0))
    duty.update(held: [.best], at: at(6000))
    #expect(duty.state == .watching)
    duty.update(held: [], at: at(6001))
    #expect(duty.state == .released)
    var always = ReceiverDuty(patience: nil, from: at(0))
    always.update(held: [.kilometer], at: at(90_000))
    #expect(always.state == .watching && always.mode == .best && always.deadline == nil)
  }

  /// What is left to do after the start has been forgotten.
  private func duty(for mode: DesiredAccuracy) -> ReceiverDuty {
    var duty = ReceiverDuty(patience: .seconds(1), from: at(0))
    duty.update(held: [mode], at: at(100))
    return duty
  }

  @Test(arguments: [
    (DesiredAccuracy.hundredMeters, 130.0), (.kilometer, 220), (.threeKilometers, 400), (.reduced, 1002),
    (.nearestTenMeters, 112),
  ])
  func `rests after a fix that is exact enough, for as long as the mode allows`(
    mode: DesiredAccuracy, next: Double
  ) {
    var duty = duty(for: mode)
    #expect(duty.state == .watching && duty.mode == mode)
    if let limit = mode.acceptedAccuracy {
      duty.receive(.at(.p0, second: 101, accuracy: Metres(limit.value * 2)))
      #expect(duty.state == .watching)
    }
    duty.receive(.at(.p0, second: 102, accuracy: 5))
    #expect(duty.state == .pausing && duty.deadline == at(next))
    duty.update(held: [mode], at: at(next - 1))
    #expect(duty.state == .pausing)
    duty.update(held: [mode], at: at(next))
    #expect(duty.state == .watching)
  }

  @Test func `a finer wish ends the rest, a coarser one does not`() {
    var duty = duty(for: .kilometer)
    duty.receive(.at(.p0, second: 101))
    duty.update(held: [.kilometer, .threeKilometers], at: at(102))
    #expect(duty.state == .pausing)
    duty.update(held: [.kilometer, .hundredMeters], at: at(103))
    #expect(duty.state == .watching && duty.mode == .hundredMeters)
    duty.receive(.at(.p0, second: 104))
    duty.update(held: [.kilometer, .best], at: at(105))
    #expect(duty.state == .watching && duty.mode == .best)
  }

  @Test func `under a roof it searches for a minute and rests for as long as after a fix`() {
    var duty = duty(for: .hundredMeters)
    #expect(duty.deadline == at(160))
    duty.update(held: [.hundredMeters], at: at(160))
    #expect(duty.state == .pausing && duty.deadline == at(190))
  }

  @Test func `ten metres that are not reached are given up after half a minute of fixes`() {
    var duty = duty(for: .nearestTenMeters)
    for second in 101...130 { duty.receive(.at(.p0, second: Double(second), accuracy: 20)) }
    #expect(duty.state == .watching)
    duty.receive(.at(.p0, second: 131, accuracy: 20))
    #expect(duty.state == .pausing && duty.deadline == at(141))
  }

  @Test func `a night in suspend ends a rest at once`() {
    var duty = duty(for: .threeKilometers)
    duty.receive(.at(.p0, second: 101))
    duty.update(held: [.threeKilometers], at: at(101 + 8 * 3600))
    #expect(duty.state == .watching)
  }
}
