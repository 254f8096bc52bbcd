import PlacesCore

/// The simulated time of a recording: it starts at 0 and passes as the times of its lines say.
///
/// A line without a time comes at the moment of the one before. Time that goes back, or leaps by more than a day, is a
/// clock that was set: none passes then; dates that are 1024 weeks apart are the same. Several receivers may have several times; each only counts by what passes
/// on it.
struct RecordingClock {
  /// Whose time it is.
  enum Source: Hashable {
    /// The times before the lines.
    case recorder
    /// The times in the reports of a receiver.
    case receiver(String)
  }

  private(set) var now = Instant(nanoseconds: 0)
  /// What to add to the time of a source to get simulated time, in microseconds.
  private var offsets: [Source: Int64] = [:]
  /// The offset of the receiver that last gave a time.
  private var other: Int64?

  /// Steps back up to this, in microseconds, are inexact and not a clock that was set: receivers tell of the same
  /// moment one after the other, and `gpspipe -Zu` writes .05 s as .5.
  private static let jitter: Int64 = 2_000_000
  private static let longestStep: Int64 = 86_400_000_000
  /// A new receiver's clock that is ahead of the others' by no more is as right as they are, and time has passed.
  private static let agreement: Int64 = 60_000_000
  /// Receivers beyond this number are a fault of the recording, and their times count for nothing.
  private static let maximumSources = 64

  /// Takes the time of a line.
  mutating func advance(to time: Timestamp, of source: Source) {
    let present = now.nanoseconds / 1000
    let (offset, isBeyond) = present.subtractingReportingOverflow(time.microseconds)
    guard !isBeyond else { return }
    guard let known = offsets[source] else { return begin(source, at: offset) }
    // What has passed: by its offset the source is now at `time + known`.
    let (difference, overflow) = known.subtractingReportingOverflow(offset)
    let step = RecordingClock.withoutRollover(difference)
    if overflow || step < -RecordingClock.jitter || step > RecordingClock.longestStep {
      offsets[source] = offset
    } else if step > 0 {
      now = now + .microseconds(step)
    }
    if case .receiver = source { other = offsets[source] }
  }

  /// The step that is left when whole rollovers of the week number are taken out of it.
  private static func withoutRollover(_ step: Int64) -> Int64 {
    let rest = step % GPSWeeks.rollover
    return rest > GPSWeeks.rollover / 2
      ? rest - GPSWeeks.rollover : rest < -GPSWeeks.rollover / 2 ? rest + GPSWeeks.rollover : rest
  }

  /// Takes the first time of a source.
  private mutating func begin(_ source: Source, at offset: Int64) {
    guard offsets.count < RecordingClock.maximumSources else { return }
    offsets[source] = offset
    guard case .receiver = source else { return }
    defer { other = offsets[source] }
    guard let other else { return }
    let (step, overflow) = other.subtractingReportingOverflow(offset)
    guard !overflow, (-RecordingClock.jitter...RecordingClock.agreement).contains(step) else { return }
    offsets[source] = other
    if step > 0 { now = now + .microseconds(step) }
  }
}
