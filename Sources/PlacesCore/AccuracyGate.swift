/// Holds back fixes that are less exact than a client wants.
package struct AccuracyGate: Sendable {
  private let wanted: DesiredAccuracy
  private var best: Fix?
  private var waitingSince: Instant?

  /// How long `nearest_ten_meters` waits for such a fix before it takes the best of that time.
  package static let patience = Duration.seconds(30)

  package init(_ wanted: DesiredAccuracy) { self.wanted = wanted }

  /// The fix to go on with: this one, the best of the last while, or nil to wait.
  package mutating func admit(_ fix: Fix) -> Fix? {
    if wanted.accepts(fix) {
      (best, waitingSince) = (nil, nil)
      return fix
    }
    guard wanted == .nearestTenMeters else { return nil }
    if best.map({ fix.effectiveAccuracy <= $0.effectiveAccuracy }) ?? true { best = fix }
    let since = waitingSince ?? fix.arrival
    waitingSince = since
    guard fix.arrival.since(since) >= AccuracyGate.patience, let chosen = best else { return nil }
    (best, waitingSince) = (nil, nil)
    return chosen
  }
}
