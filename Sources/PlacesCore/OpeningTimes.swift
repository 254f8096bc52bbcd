/// A moment of a day: minutes after midnight, or after what the sun does.
struct OpeningMoment: Hashable, Sendable {
  /// Up to 48 hours; negative only after an event.
  var minutes: Int16
  var event: SunEvent?

  func minute(_ sun: @autoclosure () -> SolarDay) -> Int {
    Int(minutes) + (event.map { sun().minute(of: $0) } ?? 0)
  }
}

/// A span of a day, which may end on the next day.
struct OpeningTimes: Hashable, Sendable {
  var from: OpeningMoment
  var to: OpeningMoment
  /// Whether it may go on after its end, nobody knows how long.
  var isOpenEnded = false

  /// For how many minutes after its end an open-ended span may go on.
  private static let tail = 180

  static let wholeDay = OpeningTimes(from: OpeningMoment(minutes: 0), to: OpeningMoment(minutes: 1440))

  /// Whether a minute of the day, or of the next one if beyond 1440, is in the span; nil if that is unknown.
  func holds(_ minute: Int, _ sun: @autoclosure () -> SolarDay) -> Bool? {
    let start = from.minute(sun())
    var end = to.minute(sun())
    // A sun that does not rise sets at the same moment: that is no time, not a whole day.
    if end < start || end == start && (from.event == nil || to.event == nil) { end += 1440 }
    if start <= minute, minute < end { return true }
    return isOpenEnded && end <= minute && minute < end + OpeningTimes.tail ? nil : false
  }
}
