/// Keeps a single wild position from moving the place: a jump that no speed explains counts only once three
/// fixes in a row agree on it, or after a gap.
package struct OutlierGate: Sendable {
  private var accepted: Fix?
  private var suspects: [Fix] = []

  /// The fastest movement that needs no confirmation, in metres per second (360 km/h), unless the receiver itself
  /// reports a faster one.
  static let plausibleSpeed = 100.0
  /// A fix after this long without an accepted one is taken as it comes.
  static let gap = Duration.seconds(10)
  /// How many fixes in a row must agree on a jump.
  static let confirmations = 3

  package init() {}

  /// Whether the fix may be used.
  package mutating func admit(_ fix: Fix) -> Bool {
    guard let last = accepted, fix.arrival.since(last.arrival) < OutlierGate.gap, !explains(last, fix) else {
      return take(fix)
    }
    if let previous = suspects.last, !explains(previous, fix) { suspects = [] }
    suspects.append(fix)
    return suspects.count >= OutlierGate.confirmations && take(fix)
  }

  private mutating func take(_ fix: Fix) -> Bool {
    accepted = fix
    suspects = []
    return true
  }

  /// Whether a device can have come from one fix to the other in the time between them.
  private func explains(_ a: Fix, _ b: Fix) -> Bool {
    let seconds = max(1, b.arrival.since(a.arrival).seconds)
    let speed = max(OutlierGate.plausibleSpeed, 3 * max(a.speed ?? 0, b.speed ?? 0))
    let slack = 3 * (a.effectiveAccuracy.value + b.effectiveAccuracy.value)
    return a.coordinate.distance(to: b.coordinate).value <= speed * seconds + slack
  }
}
