import PlacesCore
import Testing

@testable import Gpsd

@Suite struct TimingTests {
  @Test func redialWaitsDoubleUpToAMinute() {
    var redial = Redial()
    let waits = (0..<9).map { _ in redial.next(random: 0.5) }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    redial.reset()
    #expect(redial.next(random: 0) == .milliseconds(900))
    #expect(redial.next(random: 1) == .milliseconds(2200))
  }

  @Test("GPS-21: after 30 s of silence gpsd is asked, after 5 s more it is given up")
  func silence() {
    let start = Instant(nanoseconds: 0)
    var watch = SilenceWatch(from: start)
    #expect(watch.check(start + .milliseconds(29_999)) == .none)
    #expect(watch.deadline == start + .seconds(30))
    #expect(watch.check(start + .seconds(30)) == .ask)
    #expect(watch.check(start + .seconds(34)) == .none)
    #expect(watch.deadline == start + .seconds(35))
    #expect(watch.check(start + .seconds(35)) == .giveUp)
  }

  @Test func anAnswerKeepsTheConnection() {
    let start = Instant(nanoseconds: 0)
    var watch = SilenceWatch(from: start)
    #expect(watch.check(start + .seconds(30)) == .ask)
    watch.heard(start + .seconds(31))
    #expect(watch.check(start + .seconds(60)) == .none)
    #expect(watch.check(start + .seconds(61)) == .ask)
  }
}
