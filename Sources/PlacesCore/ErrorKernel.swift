import Glibc

/// How likely it is, per square metre, that a device at one point gives a fix at another: a mixture of two
/// Gaussians, the wider one for the reflections that no receiver knows of.
package struct ErrorKernel: Sendable {
  /// Standard deviation in each direction of the narrow part, in metres.
  package let scale: Double

  /// The share of the wide part, and how much wider it is.
  static let tailShare = 0.37
  static let tailWidth = 2.1

  /// The kernel for a fix of this accuracy (the 68 % radius).
  ///
  /// Receivers promise more than they hold when they promise much and less when they promise little: the scale
  /// is 1.6 σ^0.75 metres, fitted on labelled visits; never below 3 metres, nor below nine tenths of a coarse σ.
  package init(accuracy: Metres) {
    let sigma = max(0.5, accuracy.value / CircularError.radius68)
    scale = max(3, 1.6 * pow(sigma, 0.75), 0.9 * sigma)
  }

  /// The kernel of this standard deviation in its narrow part, in metres.
  package init(scale: Double) { self.scale = max(3, scale) }

  /// The density at a distance from the fix.
  package func density(at distance: Double) -> Double {
    let narrow = gaussian(distance, scale)
    let wide = gaussian(distance, scale * ErrorKernel.tailWidth)
    return (1 - ErrorKernel.tailShare) * narrow + ErrorKernel.tailShare * wide
  }

  private func gaussian(_ distance: Double, _ sigma: Double) -> Double {
    exp(-distance * distance / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma)
  }
}
