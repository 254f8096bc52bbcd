/// How exact a position a client wants, by Core Location's names; coarser ones let the receiver rest.
package enum DesiredAccuracy: String, CaseIterable, Sendable {
  case bestForNavigation = "best_for_navigation"
  case best
  case nearestTenMeters = "nearest_ten_meters"
  case hundredMeters = "hundred_meters"
  case kilometer
  case threeKilometers = "three_kilometers"
  case reduced

  /// The largest 68 % radius that a fix may have; nil takes any.
  package var acceptedAccuracy: Metres? {
    switch self {
    case .bestForNavigation, .best, .reduced: nil
    case .nearestTenMeters: 10
    case .hundredMeters: 100
    case .kilometer: 1000
    case .threeKilometers: 3000
    }
  }

  /// Whether a fix is exact enough. A fix of unknown accuracy counts with `Fix.defaultAccuracy`.
  package func accepts(_ fix: Fix) -> Bool {
    guard let limit = acceptedAccuracy else { return true }
    return fix.effectiveAccuracy <= limit
  }
}
