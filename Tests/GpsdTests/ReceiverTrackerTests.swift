import PlaceEngine
import PlacesCore
import Testing

@testable import Gpsd

/// A tracker and its clock: reports go in, events come out.
private struct Bench {
  var tracker: ReceiverTracker
  var now = Instant(nanoseconds: 1_000_000_000_000)

  init(device: String? = nil) {
    var settings = GpsdSettings()
    settings.device = device
    tracker = ReceiverTracker(settings: settings)
    _ = tracker.switchedOn()
  }

  mutating func report(_ report: PositionReport) -> [FixEvent] { receive(.position(report)) }

  mutating func receive(_ report: GpsdReport) -> [FixEvent] {
    tracker.receive(report, at: now, wall: Timestamp(microseconds: noon * 1_000_000))
  }

  mutating func wait(_ duration: Duration) -> [FixEvent] {
    now = now + duration
    return tracker.tick(now)
  }

  mutating func device(_ path: String, driver: String = "", isActive: Bool = true) -> [FixEvent] {
    receive(.device(.init(path: path, driver: driver, isActive: isActive)))
  }
}

extension [FixEvent] {
  fileprivate var fixes: [Fix] { compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
  fileprivate var states: [ReceiverState] {
    compactMap { if case .receiver(let state) = $0 { state } else { nil } }
  }
  fileprivate var kinds: [ReceiverState.Kind] { states.map(\.kind) }
}

@Suite struct ReceiverTrackerTests {
  @Test("GPS-01: a receiver that reports no fix ends the fix, once")
  func lostFix() {
    var bench = Bench()
    #expect(bench.report(fixReport()).kinds == [.fix3D])
    var none = PositionReport(device: "DEV_A", mode: 1)
    var all: [FixEvent] = []
    for second in 1...5 {
      none.time = .init(seconds: noon + Int64(second), nanoseconds: 0)
      all += bench.wait(.seconds(1)) + bench.report(none)
    }
    #expect(all.fixes.isEmpty)
    #expect(all.states == [ReceiverState(.searching, why: "the receiver reports no fix", device: "DEV_A")])
  }

  @Test("GPS-02: a fix that nothing follows is stale after ten seconds")
  func staleFix() throws {
    var bench = Bench()
    _ = bench.report(fixReport())
    #expect(bench.tracker.deadline == bench.now + .seconds(10))
    #expect(bench.wait(.milliseconds(9_999)).isEmpty)
    #expect(
      bench.wait(.milliseconds(1)).states
        == [ReceiverState(.stale, why: "no data from gpsd for 10 s", device: "DEV_A")])
    #expect(bench.wait(.seconds(50)).isEmpty)
    #expect(bench.tracker.deadline == nil)
    #expect(bench.report(fixReport(second: 60)).kinds == [.fix3D])
  }

  @Test func aReceiverThatGoesOnWithoutPositionsIsStaleForThatReason() {
    var bench = Bench()
    _ = bench.report(fixReport())
    var broken = fixReport()
    broken.longitude = .nan
    var all: [FixEvent] = []
    for second in 1...10 {
      broken.time = .init(seconds: noon + Int64(second), nanoseconds: 0)
      all += bench.wait(.seconds(1)) + bench.report(broken)
    }
    #expect(all.fixes.isEmpty)
    #expect(all.states.map(\.why) == ["no valid position for 10 s"])
  }

  @Test("GPS-05: ten times 0/0 is no fix, and the state says so")
  func nullIsland() {
    var bench = Bench()
    var all: [FixEvent] = []
    for second in 0..<10 {
      var report = fixReport(second: Int64(second))
      (report.latitude, report.longitude) = (0, 0)
      all += bench.report(report) + bench.wait(.seconds(1))
    }
    #expect(all.fixes.isEmpty)
    #expect(all.states.map(\.why) == ["the receiver reports 0/0, which counts as no position"])
  }

  @Test("GPS-05: a track that passes 0/0 is followed")
  func passingNullIsland() {
    var bench = Bench()
    var all: [FixEvent] = []
    for step in -3...3 {
      var report = fixReport(second: Int64(step + 3))
      (report.latitude, report.longitude) = (Double(step) * 0.0001, Double(step) * 0.0001)
      all += bench.report(report) + bench.wait(.seconds(1))
    }
    #expect(all.fixes.count == 7)
  }

  @Test("GPS-17: time that goes back loses no fix")
  func timeGoesBack() {
    var bench = Bench()
    var all: [FixEvent] = []
    for (north, second) in [17, 18, 1, 2].enumerated() {
      all +=
        bench.report(fixReport(second: Int64(second), north: 5 * Double(north))) + bench.wait(.seconds(1))
    }
    #expect(all.fixes.count == 4)
    #expect(all.fixes.map(\.arrival) == all.fixes.map(\.arrival).sorted())
  }

  // MARK: Epochs

  @Test func reportsOfOneEpochBecomeOneFix() {
    var bench = Bench()
    var first = fixReport(eph: .nan)
    first.mode = 2
    var second = fixReport()
    second.altitudeMSL = 80
    let arrival = bench.now
    #expect(bench.report(first).isEmpty)
    #expect(bench.wait(.milliseconds(20)).isEmpty)
    let fixes = bench.report(second).fixes
    #expect(fixes.count == 1)
    #expect(fixes.first?.arrival == arrival)
    #expect(fixes.first?.altitude == 80)
    #expect(fixes.first?.dimension == .three)
    // A third one adds nothing that moves anything.
    #expect(bench.report(second).isEmpty)
  }

  @Test func theLaterReportIsCompletedByTheEarlier() {
    var bench = Bench()
    var first = fixReport()
    first.mode = 2
    first.speed = 3
    var second = fixReport(eph: .nan)
    (second.latitude, second.longitude) = (.nan, 10.3)
    #expect(bench.report(first).isEmpty)
    let fix = bench.report(second).fixes.first
    #expect(fix?.coordinate == p0)
    #expect(fix?.speed == 3)
    #expect(fix?.horizontalAccuracy == Metres(19 * ratio))
  }

  @Test func anIncompleteReportIsToldAfterAMoment() {
    var bench = Bench()
    var report = fixReport(eph: .nan)
    report.mode = 2
    #expect(bench.report(report).isEmpty)
    #expect(bench.tracker.deadline == bench.now + .milliseconds(150))
    #expect(bench.wait(.milliseconds(149)).isEmpty)
    let events = bench.wait(.milliseconds(1))
    #expect(events.fixes.count == 1)
    #expect(events.kinds == [.fix2D])
  }

  @Test func twoSolutionsOfOneMomentAreOneFixUnlessTheyContradict() {
    var bench = Bench()
    #expect(bench.report(fixReport()).fixes.count == 1)
    #expect(bench.report(fixReport(north: 3)).isEmpty)
    #expect(bench.report(fixReport(north: 100)).fixes.count == 1)
  }

  @Test func theNextEpochEndsTheWait() {
    var bench = Bench()
    var first = fixReport(eph: .nan)
    first.mode = 2
    _ = bench.report(first)
    let fixes = bench.report(fixReport(second: 1, north: 5)).fixes
    #expect(fixes.map(\.dimension) == [.two, .three])
  }

  @Test func aClockThatStandsStillStopsNothing() {
    var bench = Bench()
    var all: [FixEvent] = []
    for _ in 0..<5 { all += bench.report(fixReport()) + bench.wait(.seconds(1)) }
    #expect(all.fixes.count == 5)
  }

  @Test("GPS-13: without a time every report is a fix of its own")
  func noTime() {
    var bench = Bench()
    var report = fixReport()
    report.time = nil
    #expect(bench.report(report).fixes.count == 1)
    #expect(bench.report(report).fixes.map(\.time) == [nil])
  }

  // MARK: Devices

  @Test("GPS-25: of two receivers the first stays until it is stale")
  func twoReceivers() {
    var bench = Bench()
    var fixes: [Fix] = []
    for second in 0..<30 {
      fixes += bench.report(fixReport(second: Int64(second))).fixes
      _ = bench.wait(.milliseconds(500))
      fixes += bench.report(fixReport(second: Int64(second), north: 500, device: "DEV_B", eph: 800)).fixes
      _ = bench.wait(.milliseconds(500))
    }
    #expect(fixes.count == 30)
    #expect(fixes.allSatisfy { $0.device == "DEV_A" })
    var taken: [Int] = []
    for second in 30..<60 {
      let new = bench.report(fixReport(second: Int64(second), north: 500, device: "DEV_B", eph: 800)).fixes
      if !new.isEmpty { taken.append(second) }
      _ = bench.wait(.seconds(1))
    }
    // DEV_A's last one came at 29.
    #expect(taken == Array(39..<60))
  }

  /// DEV_A at 19 m, DEV_B at so many in each second; the seconds whose fixes are DEV_B's.
  private func taken(by accuracies: [Double]) -> [Int] {
    var bench = Bench()
    var taken: [Int] = []
    for (second, eph) in accuracies.enumerated() {
      for fix in bench.report(fixReport(second: Int64(second))).fixes where fix.device == "DEV_B" {
        taken.append(second)
      }
      _ = bench.wait(.milliseconds(500))
      let report = fixReport(second: Int64(second), north: 5, device: "DEV_B", eph: eph)
      for fix in bench.report(report).fixes where fix.device == "DEV_B" { taken.append(second) }
      _ = bench.wait(.milliseconds(500))
    }
    return taken
  }

  @Test("GPS-25: another receiver that is clearly better for ten seconds takes over, and stays")
  func betterReceiver() {
    #expect(taken(by: [Double](repeating: 5, count: 20)) == Array(10..<20))
    // Better, but not clearly.
    #expect(taken(by: [Double](repeating: 12, count: 40)) == [])
    // Never for ten seconds on end.
    #expect(taken(by: (0..<60).map { $0 % 9 == 8 ? 30 : 5 }) == [])
    // As bad as the other, once it has taken over.
    #expect(taken(by: (0..<40).map { $0 < 15 ? 5 : 19 }) == Array(10..<40))
  }

  @Test func twoReceiversWithoutAFixDoNotTakeTurns() {
    var bench = Bench()
    var all: [FixEvent] = []
    for _ in 0..<5 {
      all += bench.report(PositionReport(device: "DEV_A", mode: 1))
      all += bench.report(PositionReport(device: "DEV_B", mode: 1))
      all += bench.device("DEV_B", driver: "u-blox")
    }
    #expect(all.states.map(\.device) == ["DEV_A"])
  }

  @Test("GPS-26: a receiver that comes back under another name is followed")
  func renamedReceiver() {
    var bench = Bench()
    _ = bench.report(fixReport())
    #expect(
      bench.device("DEV_A", isActive: false).states
        == [ReceiverState(.absent, why: "no receiver attached to gpsd")])
    #expect(bench.device("DEV_B", driver: "u-blox").kinds == [.searching])
    let events = bench.report(fixReport(second: 1, device: "DEV_B"))
    #expect(events.states == [ReceiverState(.fix3D, device: "DEV_B", driver: "u-blox")])
    // u-blox gives 68 %.
    #expect(events.fixes.map(\.horizontalAccuracy) == [19])
  }

  @Test("GPS-26: with a configured receiver its absence is told, and who is there")
  func configuredReceiver() {
    var bench = Bench(device: "DEV_A")
    _ = bench.report(fixReport())
    #expect(
      bench.device("DEV_A", isActive: false).states.map(\.why) == ["configured receiver DEV_A is absent"])
    #expect(
      bench.device("DEV_B").states.map(\.why) == ["configured receiver DEV_A is absent; DEV_B is there"])
    #expect(bench.report(fixReport(second: 1, device: "DEV_B")).isEmpty)
    #expect(bench.device("DEV_A").kinds == [.searching])
    #expect(bench.report(fixReport(second: 2)).kinds == [.fix3D])
  }

  @Test func anotherReceiverDoesNotHideThatTheConfiguredOneIsStale() {
    var bench = Bench(device: "DEV_A")
    _ = bench.report(fixReport())
    var all: [FixEvent] = []
    for second in 1...20 {
      all += bench.wait(.seconds(1)) + bench.report(fixReport(second: Int64(second), device: "DEV_B"))
    }
    #expect(all.kinds == [.stale])
    #expect(all.fixes.isEmpty)
  }

  @Test func theListOfDevicesTellsWhoIsThere() {
    var bench = Bench()
    #expect(bench.receive(.devices([])).states.map(\.why) == ["no receiver attached to gpsd"])
    let listed = GpsdReport.Device(path: "DEV_A", driver: "u-blox", isActive: true)
    let events = bench.receive(.devices([listed]))
    #expect(events.states == [ReceiverState(.searching, device: "DEV_A", driver: "u-blox")])
    #expect(bench.receive(.devices([listed])).isEmpty)
    // Listed but not open: a configured line that nothing is plugged into.
    let closed = GpsdReport.Device(path: "DEV_A", driver: "", isActive: false)
    #expect(bench.receive(.devices([closed])).kinds == [.absent])
  }

  @Test func endlessNewNamesAreNotKept() {
    var bench = Bench()
    for number in 0..<1000 { _ = bench.device("DEV_\(number)") }
    #expect(bench.report(fixReport(device: "DEV_0")).fixes.count == 1)
  }

  @Test func theLastHDOPOfTheDeviceStandsInForAMissingEstimate() {
    var bench = Bench()
    _ = bench.receive(.sky(device: "DEV_B", hdop: 50))
    _ = bench.receive(.sky(device: "DEV_A", hdop: 1))
    #expect(bench.report(fixReport(eph: .nan)).fixes.map(\.horizontalAccuracy) == [Metres(19 * ratio)])
    _ = bench.wait(.seconds(11))
    var late = fixReport(second: 11, eph: .nan)
    late.time = nil
    #expect(bench.report(late).fixes.map(\.horizontalAccuracy) == [nil])
  }

  @Test func switchingOffForgets() {
    var bench = Bench()
    _ = bench.report(fixReport())
    #expect(bench.tracker.switchedOff().kinds == [.off])
    #expect(bench.tracker.deadline == nil)
    #expect(bench.tracker.switchedOff().isEmpty)
  }
}

/// From the 95 % radius to the 68 % radius.
private let ratio = CircularError.radius68 / CircularError.radius95

extension ReceiverTrackerTests {
  @Test("GPS-14: messages that are dated 1024 weeks apart are of one moment")
  func weekRollover() {
    var bench = Bench()
    let weeks: Int64 = 1024 * 7 * 86_400
    var fixes: [Fix] = []
    for second in Int64(0)..<5 {
      fixes += bench.report(fixReport(second: second - weeks)).fixes
      fixes += bench.report(fixReport(second: second, north: 1)).fixes
      _ = bench.wait(.seconds(1))
    }
    #expect(fixes.count == 5)
  }

  @Test("a fix that waits for its epoch is told when its receiver goes")
  func pendingWhenTheReceiverGoes() {
    var bench = Bench()
    var report = fixReport()
    report.eph = .nan
    #expect(bench.report(report).fixes.isEmpty)
    let events = bench.device("DEV_A", isActive: false)
    #expect(events.fixes.count == 1)
    #expect(events.states.last?.kind == .absent)
  }
}
