/// Where a device is by its latest fixes: their mean, over as few as it takes for their scatter not to matter.
///
/// Noise that is new with every fix makes a distance seem larger in one fix of many, so that a filter that looks at
/// each alone passes far too early: with errors of 15 m, every 29 m for a walker instead of every 50. Positions that
/// do not scatter are taken as they are, and so is one that cannot be noise.
struct SteadyPosition {
  private var recent: [Fix] = []
  private var scatter = PositionScatter()

  /// The scatter of the mean (its 68 % radius) may be this part of the distance that is to be told.
  private static let precision = 0.1
  private static let maximumFixes = 25
  /// Fixes further apart are no series, and the later one counts alone.
  private static let pause: Duration = .seconds(5)
  /// A fix this many standard deviations from the mean is a movement: noise is that in one of 270,000.
  private static let jump = 5.0
  /// How far the mean may lag behind a moving device, as part of the distance that is to be told.
  private static let lag = 0.1

  /// Takes a fix and gives the position; `distance` is the one that is to be told.
  mutating func add(_ fix: Fix, distance: Metres) -> Coordinate {
    let interval = recent.last.map { fix.arrival.since($0.arrival) } ?? .zero
    if interval > SteadyPosition.pause || isJump(fix) {
      recent = []
      scatter.interrupt()
    }
    scatter.add(fix)
    recent.append(fix)
    recent.removeFirst(max(0, recent.count - count(for: fix, interval.seconds, distance.value)))
    return mean(seenFrom: fix).flatMap { fix.coordinate.moved(by: $0) } ?? fix.coordinate
  }

  private func isJump(_ fix: Fix) -> Bool {
    guard let mean = mean(seenFrom: fix)?.length.value else { return false }
    let variance = scatter.variance(of: fix) * (1 + 1 / Double(recent.count))
    return mean * mean > SteadyPosition.jump * SteadyPosition.jump * variance
  }

  /// How many fixes are needed, and how many a moving device allows.
  private func count(for fix: Fix, _ interval: Double, _ distance: Double) -> Int {
    guard distance > 0 else { return 1 }
    let radius = CircularError.radius68 * scatter.observed(by: fix).squareRoot() / distance
    let needed = (radius * radius / (SteadyPosition.precision * SteadyPosition.precision)).rounded()
    // The mean of n fixes is (n - 1) / 2 intervals old.
    let step = (fix.speed ?? 0) * interval
    let allowed = step > 0 ? 1 + 2 * SteadyPosition.lag * distance / step : .infinity
    return Int(max(1, min(needed, allowed, Double(SteadyPosition.maximumFixes))))
  }

  /// The mean of the latest fixes, each as it is exact, as an offset from another one; nil without any.
  private func mean(seenFrom fix: Fix) -> PlanePoint? {
    guard !recent.isEmpty else { return nil }
    var (east, north, sum) = (0.0, 0.0, 0.0)
    for one in recent {
      let (offset, weight) = (fix.coordinate.offset(to: one.coordinate), 1 / one.effectiveVariance)
      east += weight * offset.east
      north += weight * offset.north
      sum += weight
    }
    return PlanePoint(east: east / sum, north: north / sum)
  }
}
