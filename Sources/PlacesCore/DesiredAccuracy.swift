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

  /// How long the receiver rests from one fix to the next; nil: it always works.
  package var interval: Duration? {
    switch self {
    case .bestForNavigation, .best: nil
    case .nearestTenMeters: .seconds(10)
    case .hundredMeters: .seconds(30)
    case .kilometer: .seconds(120)
    case .threeKilometers: .seconds(300)
    case .reduced: .seconds(900)
    }
  }

  /// Whether a fix is exact enough. A fix of unknown accuracy counts with `Fix.defaultAccuracy`.
  package func accepts(_ fix: Fix) -> Bool {
    guard let limit = acceptedAccuracy else { return true }
    return fix.effectiveAccuracy <= limit
  }

  /// How old a fix may be to stand for the present: two and a half of the rests between fixes, so that one that fails
  /// does not matter, and `least` at the least.
  package func staleAfter(atLeast least: Duration) -> Duration {
    guard let interval else { return least }
    return max(least, interval * 5 / 2)
  }
}

/// The finest comes first.
extension DesiredAccuracy: Comparable {
  private var rank: Int { DesiredAccuracy.allCases.firstIndex(of: self) ?? 0 }

  package static func < (a: DesiredAccuracy, b: DesiredAccuracy) -> Bool { a.rank < b.rank }
}
