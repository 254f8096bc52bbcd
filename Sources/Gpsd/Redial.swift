/// When to dial again: after 1, 2, 4 ... 60 seconds, each a little shorter or longer.
struct Redial {
  static let longest: Double = 60

  private var failures = 0

  /// The wait after a failure or a loss; `random` in 0...1 spreads it by a tenth to either side, so that a
  /// restarted gpsd is not dialled by all its clients at the same moment.
  mutating func next(random: Double) -> Duration {
    // 2^6 is beyond the longest.
    let base = min(Redial.longest, Double(1 << min(failures, 6)))
    failures += 1
    return .milliseconds(Int64(base * (0.9 + 0.2 * random) * 1000))
  }

  /// gpsd has answered: the next wait is the shortest again.
  mutating func reset() { failures = 0 }
}
