import Glibc

/// Puts the fixes of the last minutes together: when the device arrived, where its way ended, where it has been since.
///
/// Each fix costs the same however long the stay, and no more than `capacity` are kept: of a long stay the old ones are
/// thinned out.
package struct Stay: Hashable, Sendable {
  /// What is kept of a fix.
  private struct Sample: Hashable, Sendable {
    var coordinate: Coordinate
    var accuracy: Double
    /// Metres per second.
    var speed: Double
    /// Metres per second to the east and to the north; 0 where the receiver tells no course.
    var velocity: PlanePoint
    var arrival: Instant
  }

  private var samples: [Sample] = []
  private var latest: Fix?
  /// The sum of speeds above a threshold since some moment, its highest value so far, and when it had that: then the
  /// device arrived, as far as it has arrived.
  private var progress = 0.0
  private var peak = 0.0
  private var arrived: Instant?
  /// The way up to a stay that has lasted so long that its fixes are thinned out by now.
  private var kept: StayEvidence.Approach?

  /// The most fixes that are kept: four minutes of them, a long stay and the way up to it.
  static let capacity = 240
  /// Walking is faster, and standing slower, in metres per second; and no speed counts more than that of a runner, so
  /// that a drive is no longer than a walk.
  private static let threshold = 0.8
  private static let fastest = 2.5
  /// Fixes further apart are of two occasions.
  private static let longestGap = Duration.seconds(600)
  /// Over so many seconds speed is looked at for whether the device moves.
  private static let momentum = 8.0
  /// The way up to a place is looked at for so many seconds.
  private static let approachTime = 75.0
  /// Beyond a step of this, speeds do not tell how far the device went.
  private static let longestStep = 3.0

  package init() {}

  /// Takes the next fix.
  package mutating func add(_ fix: Fix) {
    guard let last = samples.last, let latest else { return begin(with: fix) }
    let gap = fix.arrival.since(last.arrival)
    guard gap > .zero else { return }
    guard gap <= Stay.longestGap, fix.device == latest.device, fix.simulated == latest.simulated else {
      return begin(with: fix)
    }
    let sample = Stay.sample(of: fix, after: last)
    // Somewhere else after a gap: nobody saw how it came there.
    if gap.seconds > Stay.longestStep, Stay.isElsewhere(sample, than: last) { return begin(with: fix) }
    self.latest = fix
    samples.append(sample)
    let step = min(gap.seconds, Stay.longestStep)
    progress += step * (min(sample.speed, Stay.fastest) - Stay.threshold)
    if progress >= peak || isUnderWay {
      peak = progress
      arrived = fix.arrival
      kept = nil
    }
    if samples.count > Stay.capacity { thin() }
  }

  /// What they say at a moment, or at that of the last fix; `isLost` says that there is no present fix. Nil before the
  /// first fix.
  package func evidence(at now: Instant? = nil, isLost: Bool = false) -> StayEvidence? {
    guard let latest, let last = samples.last else { return nil }
    var evidence = StayEvidence(latest)
    let age = now.map { max(0, $0.since(last.arrival).seconds) } ?? 0
    if isLost { evidence.lost = age }
    evidence.speed = recentSpeed
    evidence.movement = StayEvidence.movement(at: evidence.speed)
    // Who walks and is lost has gone in; who drives, into a tunnel.
    if isLost, evidence.speed < Stay.fastest, age >= Stay.momentum { evidence.movement = 0 }
    let origin = latest.coordinate
    let stood = samples.filter { sample in arrived.map { sample.arrival > $0 } ?? true }
    evidence.approach = kept ?? approach(seenFrom: origin)
    evidence.rest =
      evidence.movement < 1
      ? Stay.rest(of: stood.isEmpty ? Array(samples.suffix(Stay.fewest)) : stood, seenFrom: origin) : nil
    if evidence.movement < 1 {
      let since = arrived ?? samples[0].arrival
      evidence.dwell = (now.map { max($0, last.arrival) } ?? last.arrival).since(since).seconds
    }
    evidence.fuse(seenFrom: origin, isMoving: evidence.movement == 1)
    return evidence
  }

  /// With none since the arrival, so many of the last fixes stand for the stay.
  private static let fewest = 3

  // MARK: Fixes

  private mutating func begin(with fix: Fix) {
    self = Stay()
    latest = fix
    samples = [Stay.sample(of: fix, after: nil)]
    if samples[0].speed > Stay.threshold { arrived = fix.arrival }
  }

  private static func sample(of fix: Fix, after last: Sample?) -> Sample {
    let accuracy = fix.effectiveAccuracy.value
    var speed = fix.speed ?? 0
    var velocity = PlanePoint(east: 0, north: 0)
    if let told = fix.speed, let course = fix.course {
      velocity = PlanePoint(east: told * sin(course.radians), north: told * cos(course.radians))
    } else if fix.speed == nil, let last {
      let offset = last.coordinate.offset(to: fix.coordinate)
      let step = fix.arrival.since(last.arrival).seconds
      // Less is noise.
      if offset.length.value > accuracy, step > 0 {
        speed = min(offset.length.value / step, 100)
        velocity = PlanePoint(east: offset.east / step, north: offset.north / step)
      }
    }
    return Sample(
      coordinate: fix.coordinate, accuracy: accuracy, speed: speed, velocity: velocity, arrival: fix.arrival)
  }

  private static func isElsewhere(_ sample: Sample, than last: Sample) -> Bool {
    let slack = 2 * (sample.accuracy + last.accuracy) + 20
    return last.coordinate.distance(to: sample.coordinate).value > slack
  }

  /// The median speed of the last seconds.
  private var recentSpeed: Double {
    guard let last = samples.last else { return 0 }
    let recent = samples.suffix(16).filter { last.arrival.since($0.arrival).seconds < Stay.momentum }
    return median(recent.map(\.speed))
  }

  /// Whether the device clearly moves and has gone away from where it stood.
  private var isUnderWay: Bool {
    guard recentSpeed > Stay.threshold, let arrived, let last = samples.last else { return false }
    return last.arrival.since(arrived).seconds < Stay.momentum
      || samples.suffix(8).allSatisfy { $0.speed > 0.5 }
  }

  /// Of the older half every other fix goes.
  private mutating func thin() {
    if kept == nil, let latest { kept = approach(seenFrom: latest.coordinate) }
    let half = samples.count / 2
    samples =
      samples[..<half].enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) + samples[half...]
  }

  // MARK: Parts

  /// The way up to where the device arrived.
  private func approach(seenFrom origin: Coordinate) -> StayEvidence.Approach? {
    guard let arrived, let end = samples.lastIndex(where: { $0.arrival <= arrived }), end > 0 else {
      return nil
    }
    var (east, north, accuracies): ([Double], [Double], [Double]) = ([], [], [])
    var carried = PlanePoint(east: 0, north: 0)
    var index = end
    while true {
      let sample = samples[index]
      let offset = origin.offset(to: sample.coordinate)
      east.append(offset.east + carried.east)
      north.append(offset.north + carried.north)
      accuracies.append(sample.accuracy)
      guard index > 0 else { break }
      let before = samples[index - 1]
      let step = sample.arrival.since(before.arrival).seconds
      guard step <= Stay.longestStep, arrived.since(before.arrival).seconds <= Stay.approachTime else {
        break
      }
      carried.east += step * (sample.velocity.east + before.velocity.east) / 2
      carried.north += step * (sample.velocity.north + before.velocity.north) / 2
      index -= 1
    }
    guard east.count > 1, let point = origin.moved(by: PlanePoint(east: median(east), north: median(north)))
    else {
      return nil
    }
    return StayEvidence.Approach(end: point, accuracy: Metres(median(accuracies)))
  }

  /// The mean of the fixes of a stay, each as it is exact; those that are far off have no part in it.
  private static func rest(of stood: [Sample], seenFrom origin: Coordinate) -> StayEvidence.Rest? {
    guard let first = stood.first, let last = stood.last else { return nil }
    let points = stood.map { origin.offset(to: $0.coordinate) }
    let center = PlanePoint(east: median(points.map(\.east)), north: median(points.map(\.north)))
    let distances = points.map { hypot($0.east - center.east, $0.north - center.north) }
    let limit = max(2.5 * median(distances), 1)
    var (east, north, sum) = (0.0, 0.0, 0.0)
    for index in points.indices where distances[index] <= limit {
      let radius = max(1.2, stood[index].accuracy)
      let weight = 1 / (radius * radius)
      east += weight * points[index].east
      north += weight * points[index].north
      sum += weight
    }
    guard sum > 0, let mean = origin.moved(by: PlanePoint(east: east / sum, north: north / sum)) else {
      return nil
    }
    return StayEvidence.Rest(
      coordinate: mean, accuracy: Metres(median(stood.map(\.accuracy))),
      seconds: last.arrival.since(first.arrival).seconds)
  }
}

extension StayEvidence {
  /// Makes one position of the stay and the way up to it.
  fileprivate mutating func fuse(seenFrom origin: Coordinate, isMoving: Bool) {
    guard !isMoving, let rest else { return }
    let variance = PositionError.ofRest(rest.accuracy, seconds: rest.seconds)
    position = rest.coordinate
    accuracy = rest.accuracy
    scale = variance.squareRoot()
    guard let approach else { return }
    // The mean of two correlated observations that has the least variance.
    let other = PositionError.ofWay(approach.accuracy)
    let both = min(
      PositionError.covariance(rest: rest.accuracy, way: approach.accuracy),
      0.98 * (variance * other).squareRoot())
    let apart = variance + other - 2 * both
    let share = (variance - both) / apart
    let (a, b) = (origin.offset(to: rest.coordinate), origin.offset(to: approach.end))
    let (east, north) = (b.east - a.east, b.north - a.north)
    guard
      let fused = origin.moved(by: PlanePoint(east: a.east + share * east, north: a.north + share * north))
    else { return }
    position = fused
    scale = ((variance * other - both * both) / apart).squareRoot()
    discord = (east * east + north * north) / apart
  }
}

/// The middle of some values; 0 of none.
private func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
