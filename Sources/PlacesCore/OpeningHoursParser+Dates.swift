extension OpeningHoursParser {
  /// Whether a year comes next: four digits from 1900 to 2099 that no time begins with.
  var isYear: Bool {
    guard OpeningHoursParser.isFourDigitsOfYear(text) else { return false }
    // `2000-2200` are hours.
    var later = text
    later.skip(4)
    if later.takeDash() { return later.digitCount != 4 || OpeningHoursParser.isFourDigitsOfYear(later) }
    later.skipBlanks()
    return later.next != UInt8(ascii: ":") || later.byte(1) == UInt8(ascii: " ")
  }

  private static func isFourDigitsOfYear(_ text: OpeningHoursText) -> Bool {
    guard text.digitCount == 4 else { return false }
    let century = (text.byte(0), text.byte(1))
    return century == (0x31, 0x39) || century == (0x32, 0x30)
  }

  /// Whether a date with the day first comes next: `15 Jun`.
  var isDayOfMonth: Bool {
    let digits = text.digitCount
    guard digits == 1 || digits == 2 else { return false }
    var later = text
    later.skip(digits)
    guard later.next == UInt8(ascii: " ") || later.next == UInt8(ascii: ".") else { return false }
    later.skip(1)
    later.skipBlanks()
    return later.month != nil
  }

  /// Years, or dates of one year.
  mutating func yearOrDates(_ rule: inout OpeningHours.Rule) -> Bool {
    let first = hours.years.count
    while true {
      guard isYear, let year = text.number(digits: 4) else { return false }
      var later = text
      later.skipBlanks()
      if later.month != nil || later.isWord("easter"), hours.years.count == first {
        text.skipBlanks()
        return dates(&rule, year: year)
      }
      var numbers = OpeningNumbers(from: UInt16(year), to: UInt16(year))
      if text.take("+") {
        numbers.to = .max
      } else if text.takeDash() {
        guard isYear, let last = text.number(digits: 4), last >= year else { return false }
        numbers.to = UInt16(last)
      }
      guard step(&numbers) else { return false }
      hours.years.append(numbers)
      let before = text.position
      text.skipBlanks()
      if text.take(",") {
        text.skipBlanks()
        if isYear { continue }
      }
      text.goBack(to: before)
      rule.years = first..<hours.years.count
      return true
    }
  }

  /// `week 1-26/2`.
  mutating func weeks(_ rule: inout OpeningHours.Rule) -> Bool {
    text.skip(text.letterCount)
    text.skipBlanks()
    let first = hours.weeks.count
    while true {
      guard let week = text.number(digits: 2), (1...53).contains(week) else { return false }
      var numbers = OpeningNumbers(from: UInt16(week), to: UInt16(week))
      if text.takeDash() {
        guard let last = text.number(digits: 2), (1...53).contains(last) else { return false }
        if last < week {
          // Over the end of the year.
          hours.weeks.append(OpeningNumbers(from: 1, to: UInt16(last)))
          numbers.to = 53
        } else {
          numbers.to = UInt16(last)
        }
      }
      guard step(&numbers) else { return false }
      hours.weeks.append(numbers)
      let before = text.position
      text.skipBlanks()
      if text.take(",") {
        text.skipBlanks()
        if (1...2).contains(text.digitCount), text.byte(text.digitCount) != UInt8(ascii: ":") { continue }
      }
      text.goBack(to: before)
      rule.weeks = first..<hours.weeks.count
      return true
    }
  }

  private mutating func step(_ numbers: inout OpeningNumbers) -> Bool {
    guard text.take("/") else { return true }
    guard let step = text.number(digits: 2), step > 0 else { return false }
    numbers.step = UInt16(step)
    return true
  }

  // MARK: Dates

  /// A list of months, days and ranges of them.
  mutating func dates(_ rule: inout OpeningHours.Rule, year: Int?) -> Bool {
    let first = rule.dates.isEmpty ? hours.dates.count : rule.dates.lowerBound
    var year = year
    while true {
      guard var from = date(year: year) else { return false }
      guard range(&from) else { return false }
      // `Dec 24,26`: further days of the same month.
      while let day = furtherDay() {
        from.day = UInt8(day)
        guard range(&from) else { return false }
      }
      let before = text.position
      text.skipBlanks()
      if text.take(",") {
        text.skipBlanks()
        if isYear {
          year = text.number(digits: 4)
          text.skipBlanks()
        }
        if text.month != nil || text.isWord("easter") || isDayOfMonth { continue }
      }
      text.goBack(to: before)
      rule.dates = first..<hours.dates.count
      return true
    }
  }

  /// The end of a range that begins with a date, or the date itself.
  private mutating func range(_ from: inout OpeningDate) -> Bool {
    var to = from
    let before = text.position
    if from.day != 0 || from.nth != 0, text.take("+") {
      to = OpeningDate(year: from.year, month: 12, day: 31)
    } else if text.takeDash() {
      let isNextYear = isYear
      let toYear = isNextYear ? text.number(digits: 4) : nil
      if isNextYear { text.skipBlanks() }
      if text.month != nil || text.isWord("easter") || isDayOfMonth {
        guard let end = date(year: toYear ?? from.year.map(Int.init), after: from) else { return false }
        to = end
        // A range of one year's dates may end in the next one.
        if toYear == nil { to.year = nil }
      } else if !isNextYear, from.day != 0, from.month != 0, (1...2).contains(text.digitCount),
        text.byte(text.digitCount) != UInt8(ascii: ":"), let day = text.number(digits: 2),
        (1...31).contains(day)
      {
        to.day = UInt8(day)
      } else if isNextYear {
        return false
      } else {
        text.goBack(to: before)
      }
    }
    if to.day == 0, to.nth == 0 { to.day = 31 }
    var start = from
    if start.day == 0, start.nth == 0 { start.day = 1 }
    hours.dates.append(OpeningDates(from: start, to: to))
    return true
  }

  /// A further day of the same month after a comma, if no time.
  private mutating func furtherDay() -> Int? {
    guard let last = hours.dates.last, last.from.month != 0, last.from.nth == 0,
      last.to.day != 31 || last.from.day != 1
    else { return nil }
    let before = text.position
    text.skipBlanks()
    if text.take(",") {
      text.skipBlanks()
      if (1...2).contains(text.digitCount), !isDayOfMonth {
        var later = text
        if let day = later.number(digits: 2), (1...31).contains(day), ![0x3A, 0x2E].contains(later.next) {
          text = later
          return day
        }
      }
    }
    text.goBack(to: before)
    return nil
  }

  /// `Mar`, `Mar 5`, `5 Mar`, `Mar Su[-1]`, `easter`, each with a shift; the day is 0 for a whole month.
  private mutating func date(year: Int?, after start: OpeningDate? = nil) -> OpeningDate? {
    let year = year.map { Int16($0) }
    if text.takeWord("easter") {
      guard let shift = shift() else { return nil }
      return OpeningDate(year: year, month: 0, day: 1, shift: Int16(shift))
    }
    var early: Int?
    if isDayOfMonth {
      guard let day = text.number(digits: 2), (1...31).contains(day) else { return nil }
      early = day
      text.skip(1)
      text.skipBlanks()
    }
    guard let (month, letters) = text.month else { return nil }
    text.skip(letters)
    _ = text.take(".")
    var date = OpeningDate(year: year, month: UInt8(month), day: UInt8(early ?? 0))
    if early == nil, let (nth, weekday) = nthWeekday(isEnd: start.map { $0.day != 0 || $0.nth != 0 } ?? false)
    {
      (date.nth, date.weekday) = (nth, weekday)
    } else if early == nil {
      let before = text.position
      text.skipBlanks()
      // Two digits that a time does not begin with: `Mar 5 10:00`, but `Mar 10:00`.
      let digits = text.digitCount
      let isTime =
        text.byte(digits) == UInt8(ascii: ":") && (0x30...0x39).contains(text.byte(digits + 1))
        || text.byte(digits) == UInt8(ascii: ".") && (0x30...0x39).contains(text.byte(digits + 1))
      if (1...2).contains(digits), !isTime, let day = text.number(digits: 2), (1...31).contains(day) {
        date.day = UInt8(day)
        // `Jun 15th`, `Jun 15.`
        if ["st", "nd", "rd", "th"].contains(where: { text.isWord($0) }) { text.skip(2) }
      } else {
        text.goBack(to: before)
      }
    }
    if date.day != 0 || date.nth != 0 {
      guard let shift = shift() else { return nil }
      date.shift = Int16(shift)
    }
    return date
  }

  /// ` Su[-1]` behind a month.
  private mutating func nthWeekday(isEnd: Bool) -> (nth: Int8, weekday: UInt8)? {
    let before = text.position
    text.skipBlanks()
    if let (day, letters) = text.weekday, text.byte(letters) == UInt8(ascii: "[") {
      var later = text
      later.skip(letters + 1)
      let isFromEnd = later.take("-")
      if let nth = later.number(digits: 1), (1...5).contains(nth), later.take("]") {
        // `Mar Su[1] 10:00` is a weekday of a month; at an end of a range it is a date.
        if isEnd || later.takeDash() && later.month != nil {
          text.skip(letters + (isFromEnd ? 4 : 3))
          return (Int8(isFromEnd ? -nth : nth), UInt8(day))
        }
      }
    }
    text.goBack(to: before)
    return nil
  }
}
