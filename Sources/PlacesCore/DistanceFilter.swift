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
/// fix passes only beyond what the accuracies of both fixes explain, so that standing still never triggers. Distances
/// are those of steady positions, because of many noisy ones some are always far enough.
package struct DistanceFilter: Sendable {
  /// The least distance; 0 delivers every fix.
  package var distance: Metres
  /// The last delivered fix.
  package private(set) var reference: Fix?
  /// Where the device really was then, as far as could be known.
  private var referencePosition: Coordinate?
  private var steady = SteadyPosition()

  /// The default distance.
  package static let defaultDistance: Metres = 50

  /// How many times the joint accuracy of two fixes (the hypotenuse of their 68 % radii) a move must be. At 1.5, one
  /// of 13 independent fixes of a standing receiver with errors as it states them is beyond it; their mean is not.
  static let noiseFactor = 1.5

  package init(distance: Metres = DistanceFilter.defaultDistance, reference: Fix? = nil) {
    self.distance = distance
    self.reference = reference
    referencePosition = reference?.coordinate
  }

  /// Says why the fix is to be delivered, which makes it the reference; nil if it is not.
  package mutating func pass(_ fix: Fix) -> DeliveryReason? {
    let noise =
      DistanceFilter.noiseFactor
      * hypot(
        (reference ?? fix).effectiveAccuracy.value, fix.effectiveAccuracy.value)
    let position = steady.add(fix, distance: distance <= 0 ? 0 : max(distance, Metres(noise)))
    guard let reason = reason(for: fix, at: position, noise: Metres(noise)) else { return nil }
    reference = fix
    referencePosition = position
    return reason
  }

  private func reason(for fix: Fix, at position: Coordinate, noise: Metres) -> DeliveryReason? {
    guard let reference, let referencePosition else { return .first }
    let moved = referencePosition.distance(to: position)
    if distance <= 0 || moved >= max(distance, noise) { return .moved }
    let (old, new) = (reference.effectiveAccuracy, fix.effectiveAccuracy)
    if new.value <= old.value / 2, moved > new { return .improved }
    return nil
  }
}
