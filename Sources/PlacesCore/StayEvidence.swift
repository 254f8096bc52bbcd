/// What the fixes of the last minutes say about where the device stands: all that a ranking knows of the position.
///
/// A hundred fixes of one stay are not a hundred independent ones. Most of their error is the same in all of them, so
/// `scale` shrinks little however long the stay is.
package struct StayEvidence: Hashable, Sendable {
  /// The latest fix; older than the question where it is lost.
  package var fix: Fix
  /// Where the device is by all of them.
  package var position: Coordinate
  /// The 68 % radius of the error as the receiver states it, for the fixes that `position` is made from.
  package var accuracy: Metres
  /// The standard deviation in each direction, in metres, of the error that is left in `position`.
  package var scale: Double
  /// How far the stay and the end of the way up to it are apart, squared, in variances of their difference; nil where
  /// there is only one of them.
  package var discord: Double?
  /// From 0, it stands, to 1, it moves.
  package var movement: Double
  /// In metres per second over the last seconds; 0 where nothing tells it.
  package var speed: Double
  /// For how many seconds it has stood, as of the question; 0 while it moves. After a start where it stands it counts
  /// from the first fix.
  package var dwell: Double
  /// For how many seconds there has been no fix; nil: the fix is present. A fix that is lost at the end of a walk says
  /// that the device is inside.
  package var lost: Double?
  /// The fixes since its arrival; nil while it moves.
  package var rest: Rest?
  /// The way up to it; nil where none was seen.
  package var approach: Approach?

  /// What the fixes since the arrival say by themselves. Inside, walls bend and weaken the signals.
  package struct Rest: Hashable, Sendable {
    /// Their robust mean.
    package var coordinate: Coordinate
    /// The median of their 68 % radii, as stated.
    package var accuracy: Metres
    /// The time between the first and the last of them, in seconds.
    package var seconds: Double
  }

  /// What the fixes before the arrival say: taken under open sky, unlike those of the stay.
  package struct Approach: Hashable, Sendable {
    /// Where the way ended: each fix carried there by the speeds and courses after it, and of those the median.
    package var end: Coordinate
    /// The median of their 68 % radii, as stated.
    package var accuracy: Metres
  }

  /// What one fix says alone.
  package init(_ fix: Fix) {
    self.fix = fix
    position = fix.coordinate
    accuracy = fix.effectiveAccuracy
    scale = PositionError.ofRest(accuracy, seconds: 0).squareRoot()
    movement = StayEvidence.movement(at: fix.speed ?? 0)
    speed = fix.speed ?? 0
    dwell = 0
    if movement < 1 {
      rest = Rest(coordinate: fix.coordinate, accuracy: accuracy, seconds: 0)
    }
  }

  /// Whether so much more is known than earlier that a list would be another: the device stands now or moves again, is
  /// lost or there again, or has stood for much longer.
  package func isNews(to earlier: StayEvidence) -> Bool {
    (movement < 0.5) != (earlier.movement < 0.5) || (lost == nil) != (earlier.lost == nil)
      || dwell > 2 * earlier.dwell + 10 || earlier.dwell > dwell + 10
  }

  /// What a speed says of moving or standing: who stands is told to move at some decimetres per second.
  static func movement(at speed: Double) -> Double { min(1, max(0, (speed - 0.5) / 0.5)) }
}
