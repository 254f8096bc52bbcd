import Glibc

/// How the errors of a stay's fixes are made up: one that all of them have in common, as it lasts for minutes, and what
/// the fixes inside and those of the way up to the place have besides. Variances are in each direction, in square metres.
///
/// Fitted on labelled visits in four cities.
enum PositionError {
  /// In scales: what is common to all, what the way has of its own, and what the stay has.
  private static let common = 0.56
  private static let outside = 0.41
  private static let inside = 0.7
  /// Errors that have nothing to do with the receiver's, in metres: where a way ends before the place, and where in it
  /// one is and how well it is mapped.
  private static let wayEnd = 9.8
  private static let spot = 7.2

  /// The scale of errors of a receiver that states this 68 % radius, in metres.
  ///
  /// Receivers promise more than they hold: 1.95 σ^0.875, never below 3 metres nor below nine tenths of a coarse σ.
  static func scale(of accuracy: Metres) -> Double {
    let sigma = max(0.5, accuracy.value / CircularError.radius68)
    return max(3, 1.95 * pow(sigma, 0.875), 0.9 * sigma)
  }

  /// The variance of the mean of fixes over some seconds: it shrinks by little, as most of the error lasts.
  static func ofRest(_ accuracy: Metres, seconds: Double) -> Double {
    let scale = scale(of: accuracy)
    let own = inside * inside * (0.8 + 0.2 / (1 + max(0, seconds) / 60))
    return scale * scale * (common * common + own) + spot * spot
  }

  /// The variance of the end of a way.
  static func ofWay(_ accuracy: Metres) -> Double {
    let scale = scale(of: accuracy)
    return scale * scale * (common * common + outside * outside) + wayEnd * wayEnd
  }

  /// What both have in common.
  static func covariance(rest: Metres, way: Metres) -> Double {
    common * common * scale(of: rest) * scale(of: way)
  }
}
