import Glibc
import PlacesCore

/// A receiver whose errors are normally distributed in each direction, and last for some time.
package struct NoisyReceiver {
  /// The 68 % radius that it states, which is right.
  package let accuracy: Metres
  private let keep: Double
  private let fresh: Double
  private var random: SeededRandom
  private var error: (north: Double, east: Double)

  /// Errors of this size; after `lasting` seconds 37 % of one is left. 0 makes each new.
  package init(accuracy: Metres, lasting seconds: Double = 0, seed: UInt64) {
    self.accuracy = accuracy
    let deviation = accuracy.value / CircularError.radius68
    keep = seconds > 0 ? exp(-1 / seconds) : 0
    fresh = deviation * (1 - keep * keep).squareRoot()
    random = SeededRandom(seed: seed)
    error = (deviation * random.gaussian(), deviation * random.gaussian())
  }

  /// The fix of the next second, for where the device really is.
  package mutating func fix(at truth: Coordinate, second: Double, speed: Double? = nil) -> Fix {
    error = (keep * error.north + fresh * random.gaussian(), keep * error.east + fresh * random.gaussian())
    return .at(
      truth.moved(north: error.north, east: error.east), second: second, accuracy: accuracy, speed: speed)
  }
}
