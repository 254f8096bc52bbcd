import PlacesCore

/// Which position reports are fixes, and what of them is to be believed.
struct FixRules {
  /// Why a report is no fix.
  enum Rejection: Error, Equatable {
    /// The receiver says that it has no fix.
    case noFix
    /// It claims a fix but gives no coordinates, or impossible ones.
    case noCoordinates
    /// It is at 0/0, which receivers give when they do not know.
    case nullIsland
  }

  /// What is known besides the report itself.
  struct Context {
    var arrival: Instant
    /// The system's clock, to judge the receiver's by.
    var wall: Timestamp
    var driver: String?
    /// The device's last HDOP, nil if there is none or it is old.
    var hdop: Double?
    /// The device's last valid fix, nil if there is none or it is old.
    var previous: Fix?
  }

  /// Whether 0/0 is a position like any other.
  var acceptsNullIsland = false
  /// Whether any year is believed that agrees with the clock that a time is judged by: that of a recording.
  var acceptsAnyYear = false

  /// A device this close to 0/0 just before really passes there.
  static let nullIslandApproach: Metres = 1000

  /// The fix that a report gives.
  func fix(from report: PositionReport, in context: Context) -> Result<Fix, Rejection> {
    guard report.mode == 2 || report.mode == 3 else { return .failure(.noFix) }
    guard let coordinate = Coordinate(latitude: report.latitude, longitude: report.longitude) else {
      return .failure(.noCoordinates)
    }
    guard !isSentinel(coordinate, in: context) else { return .failure(.nullIsland) }
    let confidence = AccuracyTable.confidence(ofDriver: context.driver)
    var fix = Fix(
      coordinate: coordinate, dimension: report.mode == 3 ? .three : .two,
      horizontalAccuracy: AccuracyTable.radius(of: report, hdop: context.hdop, confidence: confidence),
      arrival: context.arrival)
    fix.time = report.time.flatMap(Timestamp.init)
    fix.timeSuspect = fix.time.map { isSuspect($0, wall: context.wall) } ?? false
    if report.mode == 3, let altitude = FixRules.altitude(of: report) {
      fix.altitude = Metres(altitude)
      fix.verticalAccuracy = AccuracyTable.deviation(report.epv, confidence: confidence).map { Metres($0) }
    }
    if let course = FixRules.course(report.track) {
      fix.course = course
      fix.courseAccuracy = AccuracyTable.deviation(report.epd, confidence: confidence)
    }
    if (0...FixRules.fastest).contains(report.speed) {
      fix.speed = report.speed
      fix.speedAccuracy = AccuracyTable.deviation(report.eps, confidence: confidence)
    }
    fix.device = report.device.isEmpty ? nil : report.device
    // gps.h: STATUS_SIM.
    fix.simulated = report.status == 8
    return .success(fix)
  }

  /// Exactly 0/0 is what receivers give that know nothing, unless the device was close by a moment ago.
  private func isSentinel(_ coordinate: Coordinate, in context: Context) -> Bool {
    guard !acceptsNullIsland, coordinate.latitude == 0, coordinate.longitude == 0 else { return false }
    guard let previous = context.previous else { return true }
    return previous.coordinate.distance(to: coordinate) > FixRules.nullIslandApproach
  }

  // MARK: Values

  /// Beyond this a speed is a fault: nothing on or near the earth moves faster (11.2 km/s leaves it).
  private static let fastest = 11_200.0
  /// Heights between the deepest trench and the satellites themselves.
  private static let heights = -12_000.0...20_200_000.0

  /// The height above mean sea level. The height above the ellipsoid never stands for it: they differ by up to
  /// 100 m. The old field `alt` means the sea only where neither of the new ones is there (gpsd before 3.19).
  private static func altitude(of report: PositionReport) -> Double? {
    let height =
      report.altitudeMSL.isFinite
      ? report.altitudeMSL : report.altitudeHAE.isFinite ? Double.nan : report.altitudeOld
    return heights.contains(height) ? height : nil
  }

  /// A course from 0 up to 360 degrees.
  private static func course(_ track: Double) -> Double? {
    (0...360).contains(track) ? (track == 360 ? 0 : track) : nil
  }

  /// 2020-01-01: no receiver that tells the right time tells an earlier one.
  static let earliest = Timestamp(microseconds: 1_577_836_800_000_000)
  /// Microseconds.
  static let day: Int64 = 86_400_000_000

  /// Whether a receiver's time cannot be right: before 2020, or more than a day from the system's clock, if that
  /// one has been set.
  private func isSuspect(_ time: Timestamp, wall: Timestamp) -> Bool {
    if !acceptsAnyYear {
      if time < FixRules.earliest { return true }
      guard wall >= FixRules.earliest else { return false }
    }
    return !time.isSameDay(as: wall)
  }
}

extension Timestamp {
  /// The time of a report; nil for one that cannot be counted in microseconds.
  init?(_ time: PositionReport.Time) {
    let (scaled, overflow) = time.seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow2) = scaled.addingReportingOverflow(Int64(time.nanoseconds) / 1000)
    guard !overflow, !overflow2 else { return nil }
    self.init(microseconds: sum)
  }
}
