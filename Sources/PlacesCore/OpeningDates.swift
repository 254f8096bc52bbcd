/// One end of a range of days: a day of the year, an nth weekday of a month, or Easter; moved by some days.
struct OpeningDate: Hashable, Sendable {
  /// Nil: of every year.
  var year: Int16?
  /// From 1 to 12; 0 for Easter.
  var month: UInt8
  /// From 1 to 31; those that a month does not have are its last.
  var day: UInt8
  /// The nth weekday of the month in place of the day, from the end if negative; 0 for none.
  var nth: Int8 = 0
  /// From 0 for Monday to 6 for Sunday.
  var weekday: UInt8 = 0
  /// Moved by so many days.
  var shift: Int16 = 0

  func number(in year: Int) -> Int {
    let year = self.year.map(Int.init) ?? year
    let month = Int(self.month)
    if month == 0 { return CivilDay.easter(of: year) + Int(shift) }
    let length = CivilDay.days(in: month, of: year)
    let first = CivilDay.number(year: year, month: month, day: 1)
    if nth == 0 { return first + min(Int(day), length) - 1 + Int(shift) }
    // From the first day of its kind on, or from the last one back.
    let base = nth > 0 ? first : first + length - 1
    let ahead = (Int(weekday) - CivilDay.weekday(of: base) + 7) % 7
    let weeks = 7 * (Int(nth) + (nth > 0 ? -1 : 1))
    return base + (nth > 0 ? ahead : ahead == 0 ? 0 : ahead - 7) + weeks + Int(shift)
  }
}

/// A range of days, every year or in some.
struct OpeningDates: Hashable, Sendable {
  var from: OpeningDate
  var to: OpeningDate

  func hold(_ day: CivilDay) -> Bool {
    if let first = from.year.map(Int.init) {
      let start = from.number(in: first)
      var end = to.number(in: first)
      if end < start, to.year == nil { end = to.number(in: first + 1) }
      return start <= day.number && day.number <= end
    }
    // A range over New Year began in the year before.
    return [day.year, day.year - 1].contains { year in
      let start = from.number(in: year)
      var end = to.number(in: year)
      if end < start { end = to.number(in: year + 1) }
      return start <= day.number && day.number <= end
    }
  }
}

/// A range of years or weeks, with a step.
struct OpeningNumbers: Hashable, Sendable {
  var from: UInt16
  var to: UInt16
  var step: UInt16 = 1

  func hold(_ number: Int) -> Bool {
    guard number >= Int(from) else { return false }
    let distance = number - Int(from)
    return number <= Int(to) && distance % Int(max(1, step)) == 0
  }
}

/// Some of the same weekday of a month: `Mo[1,3]`, `Su[-1]`.
struct OpeningNthDay: Hashable, Sendable {
  /// From 0 for Monday to 6 for Sunday.
  var weekday: UInt8
  /// Bit n is the nth one, from 1 to 5.
  var fromStart: UInt8 = 0
  /// Bit n is the nth last one, from 1 to 5.
  var fromEnd: UInt8 = 0
  /// Moved by so many days.
  var shift: Int8 = 0

  func holds(_ day: CivilDay) -> Bool {
    let base = shift == 0 ? day : CivilDay(number: day.number - Int(shift))
    guard base.weekday == Int(weekday) else { return false }
    let nth = (base.day - 1) / 7 + 1
    let last = (CivilDay.days(in: base.month, of: base.year) - base.day) / 7 + 1
    return fromStart >> nth & 1 == 1 || fromEnd >> last & 1 == 1
  }
}
