import PlacesCore

/// What time it was while a recording was made, to judge the receivers' clocks by: as far as can be told from the recording.
///
/// Of an old one every date is right, as long as they agree: the clock of the system that replays it says nothing. A
/// date that goes back by more than a day is wrong, and so is the first after a leap of more than a day, until the same
/// receiver's next one agrees with it; a leap by whole rollovers of the week number is the receiver's clock put right.
struct RecordedDates {
  /// The latest date that is believed.
  private var latest: Timestamp?
  /// The date each receiver leapt to.
  private var leaps: [String: Timestamp] = [:]

  /// 1995-07-17, when GPS became fully operational: what a receiver says before it has heard of the date is earlier.
  static let earliest = Timestamp(microseconds: 805_939_200_000_000)
  /// From here on the recorder's own clock is one that was set, as for the system's clock of the daemon.
  static let earliestSet = FixRules.earliest
  private static let maximumLeaps = 64

  /// The time at a receiver's report, with the recorder's time of it if that was written.
  mutating func time(of time: Timestamp?, from device: String, stamp: Timestamp?) -> Timestamp {
    if let stamp, stamp >= RecordedDates.earliestSet { return stamp }
    guard let time else { return stamp ?? Timestamp(microseconds: 0) }
    if let stamp, time.isSameDay(as: stamp), stamp >= RecordedDates.earliest { return stamp }
    guard time >= RecordedDates.earliest else { return latest ?? FixRules.earliest }
    guard let latest, !time.isSameDay(as: latest) else {
      self.latest = max(time, latest ?? time)
      leaps[device] = nil
      return time
    }
    guard time > latest, time.microseconds - latest.microseconds > 0 else { return latest }
    let isRollover = RecordedDates.isRollover(time.microseconds - latest.microseconds)
    if isRollover || leaps[device].map(time.isSameDay) == true {
      self.latest = time
      leaps[device] = nil
      return time
    }
    if leaps[device] != nil || leaps.count < RecordedDates.maximumLeaps { leaps[device] = time }
    return latest
  }

  /// What comes next was recorded at another time.
  mutating func beginAnew() { self = RecordedDates() }

  private static func isRollover(_ step: Int64) -> Bool {
    let rest = step % GPSWeeks.rollover
    return min(rest, GPSWeeks.rollover - rest) <= FixRules.day
  }
}

extension Timestamp {
  /// Whether another is at most a day away.
  func isSameDay(as other: Timestamp) -> Bool {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    return !overflow && difference.magnitude <= UInt64(FixRules.day)
  }
}
