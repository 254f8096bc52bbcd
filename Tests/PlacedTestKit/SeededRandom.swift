import Glibc

/// A random generator that gives the same numbers for the same seed, on any machine (SplitMix64).
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
  package mutating func gaussian() -> Double {
    let u = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self)
    let v = Double.random(in: 0..<1, using: &self)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }
}
