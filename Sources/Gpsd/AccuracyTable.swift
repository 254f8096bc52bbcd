import Glibc
import PlacesCore

/// What the error estimates of a receiver mean, by its driver in gpsd.
///
/// gpsd has no uniform confidence. What it computes itself, from the dilution of precision, is meant as 95 %
/// (gpsd.h: GPSD_CONFIDENCE is CEP95_SIGMA), and some drivers scale the receiver's figure up to that; others pass
/// the figure through. Taking one standard deviation for 95 % would make a position look 2.45 times too sure.
enum AccuracyTable {
  /// How sure an estimate is.
  enum Confidence: Equatable {
    /// 95 % of positions lie within it.
    case ninetyFive
    /// Some 68 % do.
    case sixtyEight
    /// It is one standard deviation in each direction.
    case sigma

    /// What to multiply a radius by to get that of the 68 % circle.
    var radiusFactor: Double {
      switch self {
      case .ninetyFive: CircularError.radius68 / CircularError.radius95
      case .sixtyEight: 1
      case .sigma: CircularError.radius68
      }
    }

    /// What to divide an estimate along one line by (altitude, speed, course) to get its standard deviation: 1.96
    /// is the normal distribution's 95 %.
    var linearDivisor: Double { self == .ninetyFive ? 1.96 : 1 }
  }

  /// Drivers whose figures are not 95 %; a driver is known by how its name begins, capitals aside.
  private static let passedThrough: [(name: String, confidence: Confidence)] = [
    // driver_ubx.c takes hAcc of NAV-PVT, NAV-POSLLH and NAV-HPPOSLLH as it is; u-blox means about 68 %.
    ("u-blox", .sixtyEight),
    // driver_casic.c gives the standard deviation that NAV-PV states.
    ("casic", .sigma),
    // driver_greis.c takes the RMS errors of message SG, "which can be approximated as 1 sigma".
    ("greis", .sigma),
    // driver_sirf.c takes EHPE of message 41 as it is, and driver_ally.c the accuracy of NAV-POSLLH ("unknown
    // type"): where nobody says, the wider reading is the safe one.
    ("sirf", .sixtyEight),
    ("allystar", .sixtyEight),
  ]

  /// What a driver's estimates mean.
  ///
  /// NMEA 0183 (computed from the dilution of precision), Garmin and Zodiac (both scaled to 95 % by their drivers)
  /// and every driver that is not known count as 95 %.
  static func confidence(ofDriver driver: String?) -> Confidence {
    let name = (driver ?? "").lowercased()
    return passedThrough.first { name.hasPrefix($0.name) }?.confidence ?? .ninetyFive
  }

  /// Metres of 95 % error for each unit of HDOP (libgpsd_core.c: P_UERE_NO_DGPS).
  static let metresPerHDOP = 19.0

  /// The radius of the 68 % circle; nil if the report gives nothing to make it from.
  static func radius(of report: PositionReport, hdop: Double?, confidence: Confidence) -> Metres? {
    if let eph = usable(report.eph) { return Metres(eph * confidence.radiusFactor) }
    // These two are gpsd's own in any case, from the dilution of precision.
    let computed = Confidence.ninetyFive.radiusFactor
    if let epx = usable(report.epx), let epy = usable(report.epy) {
      return Metres(hypot(epx, epy) * computed)
    }
    if let hdop, let error = usable(hdop * metresPerHDOP) { return Metres(error * computed) }
    return nil
  }

  /// One standard deviation of a value along one line, nil if it is not known.
  static func deviation(_ estimate: Double, confidence: Confidence) -> Double? {
    usable(estimate).map { $0 / confidence.linearDivisor }
  }

  /// An estimate that says something: no receiver is perfect, so 0 means that it does not know, and one beyond
  /// half the earth's circumference means the same.
  private static func usable(_ estimate: Double) -> Double? {
    estimate > 0 && estimate <= 20_000_000 ? estimate : nil
  }
}
