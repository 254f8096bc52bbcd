import Glibc

/// How likely it is, per square metre, that a device at one point leads to a position at another: a mixture of
/// Gaussians, as the walls around make errors larger that no receiver knows of.
package struct ErrorKernel: Sendable {
  /// Standard deviation in each direction of the middle of the mixture, in metres.
  package let scale: Double
  private let parts: [(factor: Double, exponent: Double)]

  /// The parts of the mixture: how wide they are, and their shares before anything is known.
  private static let widths: [(width: Double, share: Double)] = [
    (0.7, 0.2), (1.2, 0.66), (2, 0.11), (3.5, 0.03),
  ]

  /// The kernel of this standard deviation, in metres, never below 3.
  ///
  /// `discord` is how far two observations were apart, squared, in variances of their difference: the further, the more
  /// the wider parts count.
  package init(scale: Double, discord: Double? = nil) {
    self.scale = max(3, scale)
    let discord = discord.map { min($0, ErrorKernel.mostDiscord) }
    let weights = ErrorKernel.widths.map { width, share in
      discord.map { share * exp(-$0 / (2 * width * width)) / (width * width) } ?? share
    }
    let total = weights.reduce(0, +)
    let square = self.scale * self.scale
    parts = zip(weights, ErrorKernel.widths).map { weight, part in
      let variance = square * part.width * part.width
      return (weight / total / (2 * .pi * variance), -1 / (2 * variance))
    }
  }

  /// More says no more, and would leave no number to divide by.
  private static let mostDiscord = 1000.0

  /// The density at a distance from the position.
  package func density(at distance: Double) -> Double {
    let square = distance * distance
    var sum = 0.0
    for part in parts { sum += part.factor * exp(part.exponent * square) }
    return sum
  }
}
