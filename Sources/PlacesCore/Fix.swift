/// One position report of a receiver that passed every check of validity.
package struct Fix: Hashable, Sendable {
  package enum Dimension: Sendable {
    case two
    case three
  }

  package var coordinate: Coordinate
  package var dimension: Dimension
  /// Radius of the circle that holds the true position with 68 % probability; nil if the receiver gave no estimate.
  package var horizontalAccuracy: Metres?
  /// When the report arrived here: what its age is counted from.
  package var arrival: Instant
  /// The receiver's own time of the fix; nil if it gave none.
  package var time: Timestamp?
  /// Whether the receiver's time cannot be right (a rolled-over week, an unset clock).
  package var timeSuspect = false
  /// Height above mean sea level.
  package var altitude: Metres?
  /// One standard deviation of the altitude.
  package var verticalAccuracy: Metres?
  /// Direction of movement, degrees clockwise from true north.
  package var course: Double?
  package var courseAccuracy: Double?
  /// Speed over ground in metres per second.
  package var speed: Double?
  package var speedAccuracy: Double?
  /// The receiver, as gpsd names it.
  package var device: String?
  /// Whether the position was made up for a test.
  package var simulated = false

  package init(coordinate: Coordinate, dimension: Dimension, horizontalAccuracy: Metres?, arrival: Instant) {
    self.coordinate = coordinate
    self.dimension = dimension
    self.horizontalAccuracy = horizontalAccuracy
    self.arrival = arrival
  }

  /// What an unknown accuracy counts as: a receiver with no estimate is not a perfect one.
  package static let defaultAccuracy: Metres = 30

  /// The accuracy to compute with: never below a metre, so that no receiver's word makes a likelihood infinite.
  package var effectiveAccuracy: Metres { max(1, horizontalAccuracy ?? Fix.defaultAccuracy) }
}
