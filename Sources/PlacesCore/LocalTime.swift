/// A date and time of day as the clocks of a place show them.
package struct LocalTime: Hashable, Sendable {
  /// Days since 1970-01-01 of the local calendar.
  package let day: Int
  /// Minutes since local midnight, from 0 to 1439.
  package let minute: Int
  /// How far the local clocks are ahead of UTC, in seconds.
  package let utcOffset: Int

  /// What clocks show that are `utcOffset` seconds ahead of UTC; offsets beyond a day and times beyond some
  /// ten thousand years count as their limits.
  package init(_ time: Timestamp, utcOffset: Int) {
    let offset = min(max(utcOffset, -86_400), 86_400)
    let seconds = min(max(time.microseconds / 1_000_000, -400_000_000_000), 400_000_000_000)
    let microsecondsLeft = time.microseconds % 1_000_000
    let local = Int(seconds) + offset - (microsecondsLeft < 0 ? 1 : 0)
    let day = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    self.init(day: day, minute: (local - day * 86_400) / 60, utcOffset: offset)
  }

  /// A minute of a day; minutes beyond the day lead to the days around it.
  package init(day: Int, minute: Int, utcOffset: Int = 0) {
    let minute = min(max(minute, -10_000_000), 10_000_000)
    let carry = minute >= 0 ? minute / 1440 : -((1439 - minute) / 1440)
    self.day = min(max(day, -5_000_000), 5_000_000) + carry
    self.minute = minute - carry * 1440
    self.utcOffset = utcOffset
  }

  /// The time that the same clock shows some minutes later, or earlier if negative.
  package func adding(minutes: Int) -> LocalTime {
    LocalTime(day: day, minute: minute + min(max(minutes, -1_000_000), 1_000_000), utcOffset: utcOffset)
  }

  /// From 0 for Monday to 6 for Sunday.
  package var weekday: Int { CivilDay.weekday(of: day) }
}
