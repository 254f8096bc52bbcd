import Glibc

/// Why a location was delivered.
package enum DeliveryReason: String, Sendable {
  /// It is the first one.
  case first
  /// The device moved by the distance filter or more.
  case moved
  /// It is much more accurate than the one delivered before.
  case improved
  /// The client's wishes changed.
  case modeChanged = "mode_changed"
  /// It was asked for.
  case refresh
}

/// Lets a fix through when the device has really moved.
///
/// The reference is the last *delivered* fix, so that a slow walker triggers however small the steps, and a
/// fix passes only beyond what the accuracies of both fixes explain, so that standing still never triggers.
package struct DistanceFilter: Sendable {
  /// The least distance; 0 delivers every fix.
  package var distance: Metres
  /// The last delivered fix.
  package private(set) var reference: Fix?

  /// The default distance.
  package static let defaultDistance: Metres = 50

  /// How many times the joint accuracy of two fixes (the hypotenuse of their 68 % radii) a move must be. At 1.5
  /// a standing receiver with errors as it states them passes this about once in 80 independent fixes, and only
  /// where the distance filter itself is smaller than that.
  static let noiseFactor = 1.5

  package init(distance: Metres = DistanceFilter.defaultDistance, reference: Fix? = nil) {
    self.distance = distance
    self.reference = reference
  }

  /// Says why the fix is to be delivered, which makes it the reference; nil if it is not.
  package mutating func pass(_ fix: Fix) -> DeliveryReason? {
    guard let reason = reason(for: fix) else { return nil }
    reference = fix
    return reason
  }

  private func reason(for fix: Fix) -> DeliveryReason? {
    guard let reference else { return .first }
    let moved = reference.coordinate.distance(to: fix.coordinate)
    let (old, new) = (reference.effectiveAccuracy, fix.effectiveAccuracy)
    let noise = Metres(DistanceFilter.noiseFactor * hypot(old.value, new.value))
    if distance <= 0 || moved >= max(distance, noise) { return .moved }
    if new.value <= old.value / 2, moved > new { return .improved }
    return nil
  }
}
