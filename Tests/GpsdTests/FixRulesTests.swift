import PlacesCore
import Testing

@testable import Gpsd

@Suite struct FixRulesTests {
  private let rules = FixRules()
  private var context = FixRules.Context(
    arrival: Instant(nanoseconds: 5), wall: Timestamp(microseconds: noon * 1_000_000))

  private func fix(_ report: PositionReport) throws -> Fix { try rules.fix(from: report, in: context).get() }

  private func rejection(_ report: PositionReport) -> FixRules.Rejection? {
    if case .failure(let rejection) = rules.fix(from: report, in: context) { rejection } else { nil }
  }

  @Test func aWholeReport() throws {
    var report = fixReport()
    report.altitudeMSL = 80
    report.altitudeHAE = 125
    report.epv = 19.6
    report.track = 360
    report.epd = 9.8
    report.speed = 1.5
    report.eps = 0.98
    let fix = try fix(report)
    #expect(fix.coordinate == p0)
    #expect(fix.dimension == .three)
    #expect(fix.horizontalAccuracy == Metres(19 * ratio))
    #expect(fix.arrival == Instant(nanoseconds: 5))
    #expect(fix.time == Timestamp(microseconds: noon * 1_000_000))
    #expect(!fix.timeSuspect && !fix.simulated)
    #expect(fix.altitude == 80)
    #expect(fix.verticalAccuracy == Metres(19.6 / 1.96))
    #expect(fix.course == 0 && fix.courseAccuracy == 9.8 / 1.96)
    #expect(fix.speed == 1.5 && fix.speedAccuracy == 0.98 / 1.96)
    #expect(fix.device == "DEV_A")
  }

  @Test("modes without a fix", arguments: [Int32.min, -7, 0, 1, 4, 276_447_231])
  func modes(mode: Int32) {
    var report = fixReport()
    report.mode = mode
    #expect(rejection(report) == .noFix)
  }

  @Test(
    "coordinates that are none",
    arguments: [
      (Double.nan, Double.nan), (52.1, .nan), (.nan, 10.2), (.infinity, 10.2), (52.1, -.infinity),
      (90.000001, 0), (-91, 0), (0, 180.5), (0, 1e300),
    ])
  func coordinates(latitude: Double, longitude: Double) {
    var report = fixReport()
    report.latitude = latitude
    report.longitude = longitude
    #expect(rejection(report) == .noCoordinates)
  }

  @Test("GPS-04: without an error estimate the accuracy is unknown, not perfect")
  func unknownAccuracy() throws {
    var report = fixReport(eph: .nan)
    report.mode = 2
    let fix = try fix(report)
    #expect(fix.horizontalAccuracy == nil)
    #expect(fix.dimension == .two)
    #expect(fix.effectiveAccuracy == 30)
  }

  @Test("GPS-05: 0/0 is no position unless it is allowed, or passed through")
  func nullIsland() throws {
    var report = fixReport()
    report.latitude = 0
    report.longitude = -0.0
    #expect(rejection(report) == .nullIsland)
    #expect(throws: Never.self) { try FixRules(acceptsNullIsland: true).fix(from: report, in: context).get() }

    var near = report
    near.latitude = 0.0005
    var passing = context
    passing.previous = try fix(near)
    #expect(throws: Never.self) { try rules.fix(from: report, in: passing).get() }
    passing.previous = try fix(fixReport())
    #expect(throws: FixRules.Rejection.nullIsland) { try rules.fix(from: report, in: passing).get() }
  }

  @Test(
    "GPS-14, GPS-16: the receiver's time is a label, and marked where it cannot be right",
    arguments: [
      // seconds, suspect by a clock of 2026-08-21, suspect by a clock that was never set
      (noon, false, false), (noon + 86_400, false, false), (noon - 86_401, true, false),
      (noon + 86_401, true, false),
      (noon - 1024 * 7 * 86_400, true, true), (315_965_016, true, true), (1_577_836_799, true, true),
    ])
  func suspectTimes(seconds: Int64, byClock: Bool, byUnsetClock: Bool) throws {
    var report = fixReport()
    report.time = .init(seconds: seconds, nanoseconds: 0)
    let fix = try fix(report)
    #expect(fix.timeSuspect == byClock)
    #expect(fix.arrival == context.arrival)
    var unset = context
    unset.wall = Timestamp(microseconds: 0)
    #expect(try rules.fix(from: report, in: unset).get().timeSuspect == byUnsetClock)
  }

  @Test("times beyond counting are no time", arguments: [Int64.max, .min, Int64.max / 1_000_000 + 1])
  func endlessTimes(seconds: Int64) throws {
    var report = fixReport()
    report.time = .init(seconds: seconds, nanoseconds: 999_999_999)
    let fix = try fix(report)
    #expect(fix.time == nil && !fix.timeSuspect)
  }

  @Test(
    "GPS-30: only a height above the sea counts as altitude",
    arguments: [
      // MSL, above the ellipsoid, the older field, altitude
      (Double.nan, Double.nan, 80.0, 80.0), (80, 125, .nan, 80), (80, 125, 80, 80), (.nan, 125, 125, nil),
      (.nan, 125, .nan, nil), (.infinity, .nan, .nan, nil), (1e12, .nan, .nan, nil), (-1e5, .nan, .nan, nil),
    ] as [(Double, Double, Double, Double?)])
  func altitudes(msl: Double, hae: Double, old: Double, expected: Double?) throws {
    var report = fixReport()
    report.altitudeMSL = msl
    report.altitudeHAE = hae
    report.altitudeOld = old
    report.epv = 10
    let fix = try fix(report)
    #expect(fix.altitude?.value == expected)
    #expect((fix.verticalAccuracy == nil) == (expected == nil))
    report.mode = 2
    #expect(try self.fix(report).altitude == nil)
  }

  @Test("values out of range are left out", arguments: [-1.0, 360.5, 1e308, .nan, -.infinity])
  func absurdMovement(value: Double) throws {
    var report = fixReport()
    report.track = value
    report.speed = value == 360.5 ? -1 : value
    report.epd = 1
    report.eps = 1
    let fix = try fix(report)
    #expect(fix.course == nil && fix.courseAccuracy == nil)
    #expect(fix.speed == nil && fix.speedAccuracy == nil)
  }

  @Test func simulatedFixesAreMarked() throws {
    var report = fixReport()
    report.status = 8
    #expect(try fix(report).simulated)
  }
}

/// From the 95 % radius to the 68 % radius.
private let ratio = CircularError.radius68 / CircularError.radius95
