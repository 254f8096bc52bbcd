import Glibc

/// How much a receiver's positions scatter from fix to fix, whatever it says about itself.
///
/// Measured by how far each position is from where the two before it lead to: even movement has no part in that. Over
/// one fix this shows errors that are new each time, over five it also shows those that last for some seconds.
struct PositionScatter {
  /// A position of the device and its moment.
  private struct Sighting {
    var coordinate: Coordinate
    var arrival: Instant
  }

  /// The mean of squares over the last while, in each direction, in square metres.
  private struct Mean {
    private(set) var value = 0.0
    private(set) var count = 0.0
    /// Of about so many.
    static let memory = 30.0

    mutating func add(_ square: Double) {
      count = min(count + 1, Mean.memory)
      value += (square - value) / count
    }
  }

  private var sightings: [Sighting] = []
  private var quick = Mean()
  private var slow = Mean()

  private static let slowLag = 5
  /// A mean of fewer says nothing about a single position.
  private static let enough = 4.0

  /// The variance in each direction that a fix counts with for telling a jump from noise: what the receiver states, or
  /// more if its positions scatter more.
  func variance(of fix: Fix) -> Double {
    let stated = fix.effectiveVariance
    return quick.count >= PositionScatter.enough ? max(stated, quick.value) : stated
  }

  /// The variance in each direction that has been seen. What lasts for seconds may be movement too, and so counts for
  /// no more than the receiver's errors as it states them.
  func observed(by fix: Fix) -> Double { max(quick.value, min(slow.value, fix.effectiveVariance)) }

  mutating func add(_ fix: Fix) {
    sightings.append(Sighting(coordinate: fix.coordinate, arrival: fix.arrival))
    if sightings.count > 2 * PositionScatter.slowLag + 1 { sightings.removeFirst() }
    if let square = deviation(lag: 1) { quick.add(square) }
    if let square = deviation(lag: PositionScatter.slowLag) { slow.add(square) }
  }

  /// What comes next does not continue what was: a pause, or a jump.
  mutating func interrupt() { sightings = [] }

  /// The squared distance of the last position from where those `lag` and twice `lag` before it lead to, as a variance.
  private func deviation(lag: Int) -> Double? {
    guard sightings.count > 2 * lag else { return nil }
    let last = sightings[sightings.count - 1]
    let (before, first) = (sightings[sightings.count - 1 - lag], sightings[sightings.count - 1 - 2 * lag])
    let (past, step) = (
      before.arrival.since(first.arrival).seconds, last.arrival.since(before.arrival).seconds
    )
    // Beyond twice the step, a straight line says little about where the device is.
    guard past > 0, step > 0, (0.5...2).contains(step / past) else { return nil }
    let ratio = step / past
    let (a, b) = (last.coordinate.offset(to: first.coordinate), last.coordinate.offset(to: before.coordinate))
    let east = b.east + ratio * (b.east - a.east)
    let north = b.north + ratio * (b.north - a.north)
    // The three positions have a part of 1, 1 + ratio and ratio in it; two directions.
    return (east * east + north * north) / 2 / (1 + (1 + ratio) * (1 + ratio) + ratio * ratio)
  }
}

extension Fix {
  /// The variance in each direction that belongs to the accuracy, in square metres.
  var effectiveVariance: Double {
    let deviation = effectiveAccuracy.value / CircularError.radius68
    return deviation * deviation
  }
}
