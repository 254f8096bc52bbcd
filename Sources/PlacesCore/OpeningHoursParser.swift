/// Reads opening hours rule by rule, with what people write besides the grammar where it can only mean one thing:
/// `9-18`, `09.00`, `Mon`, blanks and colons between days and hours, rules that nothing joins.
struct OpeningHoursParser {
  var text: OpeningHoursText
  var hours = OpeningHours()

  init(_ text: String) { self.text = OpeningHoursText(text) }

  /// What it read; nil if the text is not understood as a whole.
  mutating func parse() -> OpeningHours? {
    var joint = OpeningHours.Joint.replacing
    while true {
      text.skipBlanks()
      if text.isAtEnd { break }
      if text.take(";") {
        joint = .replacing
        continue
      }
      if text.take(all: "||") {
        joint = .fallback
        continue
      }
      if text.take(",") {
        joint = .adding
        continue
      }
      guard rule(joint) else { return nil }
      // A rule that follows without a sign counts as one of its own.
      joint = .replacing
    }
    return hours.rules.isEmpty ? nil : hours
  }

  /// Reads one rule, up to what cannot belong to it. False if it is none.
  private mutating func rule(_ joint: OpeningHours.Joint) -> Bool {
    var rule = OpeningHours.Rule(joint: joint)
    var (hasWeekdays, hasHolidays, hasComment, hasState, isAlways) = (false, false, false, false, false)
    rule.times = hours.times.count..<hours.times.count
    let start = text.position
    parts: while true {
      text.skipBlanks()
      let hasHours = !rule.times.isEmpty || isAlways
      switch text.next {
      case UInt8(ascii: "\""):
        guard comment() else { return false }
        hasComment = true
      case UInt8(ascii: ":") where !hasHours && text.position > start: text.skip(1)
      case UInt8(ascii: ",") where !hasHours && rule.isDated && !hasState && !hasComment: text.skip(1)
      case UInt8(ascii: "2") where text.take(all: "24/7"): isAlways = true
      case 0x30...0x39 where isYear:
        if hasHours || hasState { break parts }
        guard yearOrDates(&rule) else { return false }
        rule.isDated = true
      case 0x30...0x39 where !hasHours && !hasState && isDayOfMonth:
        guard dates(&rule, year: nil) else { return false }
        rule.isDated = true
      case 0x30...0x39, UInt8(ascii: "("):
        if hasHours || hasState { return false }
        guard times(&rule) else { return false }
      case 0x41...0x5A, 0x61...0x7A:
        if let state = takeState() {
          if hasState { return false }
          (rule.state, hasState) = (state, true)
        } else if text.weekday != nil || isHoliday {
          if hasHours || hasState { break parts }
          guard let kind = weekdays(&rule) else { return false }
          // Holidays and weekdays in one list are either, one behind the other both.
          if hasHolidays && kind.days || hasWeekdays && kind.holidays && !kind.days {
            rule.isForHolidays = true
          }
          if hasWeekdays && !kind.holidays && kind.days { return false }
          hasWeekdays = hasWeekdays || kind.days
          hasHolidays = hasHolidays || kind.holidays && !kind.days
          rule.isDated = true
        } else if text.month != nil || text.isWord("easter") {
          if hasHours || hasState { break parts }
          guard dates(&rule, year: nil) else { return false }
          rule.isDated = true
        } else if text.isWord("week") || text.isWord("weeks") {
          if hasHours || hasState { break parts }
          guard weeks(&rule) else { return false }
          rule.isDated = true
        } else if sunEvent != nil {
          if hasHours || hasState { return false }
          guard times(&rule) else { return false }
        } else {
          return false
        }
      default: break parts
      }
    }
    guard rule.isDated || hasState || hasComment || isAlways || !rule.times.isEmpty else { return false }
    if hasHolidays && !hasWeekdays { rule.isForHolidays = true }
    if hasComment && !hasState {
      rule.state = .unknown
      // A comment alone says what holds besides the hours.
      if !rule.isDated, rule.times.isEmpty, !hours.rules.isEmpty { rule.joint = .fallback }
    }
    hours.rules.append(rule)
    return text.isAtEnd || isSeparator || isStartOfRule
  }

  private var isSeparator: Bool {
    text.next == UInt8(ascii: ";") || text.next == UInt8(ascii: ",")
      || text.next == UInt8(ascii: "|") && text.byte(1) == UInt8(ascii: "|")
  }

  private var isStartOfRule: Bool {
    text.weekday != nil || isHoliday || text.month != nil || text.isWord("easter") || text.isWord("week")
      || isYear
  }

  private mutating func comment() -> Bool {
    text.skip(1)
    while !text.isAtEnd {
      if text.take("\"") { return true }
      text.skip(1)
    }
    return false
  }

  private mutating func takeState() -> OpeningHours.State? {
    if text.takeWord("off") || text.takeWord("closed") { return .closed }
    if text.takeWord("open") { return .open }
    return text.takeWord("unknown") ? .unknown : nil
  }

  // MARK: Weekdays

  var isHoliday: Bool { text.isWord("ph") || text.isWord("sh") }

  /// A list of weekdays and holidays; what it has of either, nil if it is none.
  private mutating func weekdays(_ rule: inout OpeningHours.Rule) -> (days: Bool, holidays: Bool)? {
    var (days, holidays) = (false, false)
    let first = hours.nthDays.count
    while true {
      if isHoliday {
        text.skip(2)
        guard shift() != nil else { return nil }
        holidays = true
      } else {
        guard let (day, letters) = text.weekday else { return nil }
        text.skip(letters)
        guard weekdayRange(from: day, &rule) else { return nil }
        days = true
      }
      let before = text.position
      text.skipBlanks()
      guard text.take(",") else {
        text.goBack(to: before)
        break
      }
      text.skipBlanks()
      guard text.weekday != nil || isHoliday else {
        text.goBack(to: before)
        break
      }
    }
    if hours.nthDays.count > first { rule.nthDays = first..<hours.nthDays.count }
    return (days, holidays)
  }

  /// What may follow the first weekday: `-Fr`, `[1,3-4]`, `[-1] +1 day`.
  private mutating func weekdayRange(from day: Int, _ rule: inout OpeningHours.Rule) -> Bool {
    if text.take("[") {
      guard let nth = nthDay(UInt8(day)) else { return false }
      hours.nthDays.append(nth)
      return true
    }
    let before = text.position
    var last = day
    if text.takeDash() {
      if let (end, letters) = text.weekday {
        text.skip(letters)
        last = end
      } else {
        text.goBack(to: before)
      }
    }
    var next = day
    while true {
      rule.weekdays |= 1 << UInt8(next)
      if next == last { return true }
      next = (next + 1) % 7
    }
  }

  private mutating func nthDay(_ weekday: UInt8) -> OpeningNthDay? {
    var nth = OpeningNthDay(weekday: weekday)
    repeat {
      text.skipBlanks()
      let isFromEnd = text.take("-")
      guard let from = text.number(digits: 1), (1...5).contains(from) else { return nil }
      var to = from
      if !isFromEnd, text.takeDash() {
        guard let end = text.number(digits: 1), (from...5).contains(end) else { return nil }
        to = end
      }
      for number in from...to {
        if isFromEnd { nth.fromEnd |= 1 << UInt8(number) } else { nth.fromStart |= 1 << UInt8(number) }
      }
      text.skipBlanks()
    } while text.take(",")
    guard text.take("]"), let shift = shift(), let small = Int8(exactly: shift) else { return nil }
    nth.shift = small
    return nth
  }

  /// `+1 day`, `-2 days`; 0 without, nil for one that is broken.
  mutating func shift() -> Int? {
    let before = text.position
    text.skipBlanks()
    let isBack = text.next == UInt8(ascii: "-")
    guard isBack || text.next == UInt8(ascii: "+") else {
      text.goBack(to: before)
      return 0
    }
    text.skip(1)
    guard let number = text.number(digits: 3) else {
      text.goBack(to: before)
      return 0
    }
    text.skipBlanks()
    guard text.takeWord("day") || text.takeWord("days") else {
      text.goBack(to: before)
      return 0
    }
    return isBack ? -number : number
  }
}
