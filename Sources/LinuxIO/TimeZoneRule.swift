import Glibc

/// The rule of a time zone for all years, as POSIX writes it in `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule: Hashable, Sendable {
  /// Seconds east of UTC.
  let standard: Int
  private var summer: Summer?

  private struct Summer: Hashable, Sendable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// A day of each year and a time on it, in seconds, which may lie on the days around.
  private struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// From 1 to 365, February 29 never counted.
      case withoutLeapDay(Int)
      /// From 0 to 365.
      case withLeapDay(Int)
      /// The last one if the week is 5; Sunday is 0.
      case weekday(month: Int, week: Int, day: Int)
    }
    var day: Day
    var time = 7200
  }

  /// 26 h: no place is that far from UTC, and a broken file may claim anything.
  static let largestOffset = 93_600

  /// Nil for anything else than a whole rule.
  init?(_ text: [UInt8]) {
    var scanner = RuleScanner(bytes: text[...])
    guard scanner.name(), let west = scanner.time(hours: 24) else { return nil }
    standard = -west
    if scanner.bytes.isEmpty { return }
    guard scanner.name() else { return nil }
    var summer = standard + 3600
    if let next = scanner.bytes.first, next != UInt8(ascii: ",") {
      guard let west = scanner.time(hours: 24) else { return nil }
      summer = -west
    }
    guard scanner.take(","), let start = TimeZoneRule.change(&scanner), scanner.take(","),
      let end = TimeZoneRule.change(&scanner), scanner.bytes.isEmpty
    else { return nil }
    self.summer = Summer(offset: summer, start: start, end: end)
  }

  private static func change(_ scanner: inout RuleScanner) -> Change? {
    let day: Change.Day
    if scanner.take("M") {
      guard let month = scanner.number(1...12), scanner.take("."), let week = scanner.number(1...5),
        scanner.take("."), let weekday = scanner.number(0...6)
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else if scanner.take("J") {
      guard let number = scanner.number(1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = scanner.number(0...365) else { return nil }
      day = .withLeapDay(number)
    }
    guard scanner.take("/") else { return Change(day: day) }
    return scanner.time(hours: 167).map { Change(day: day, time: $0) }
  }

  /// How far clocks are ahead of UTC at a moment, in seconds.
  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    // Far beyond this the calendar's arithmetic would not fit.
    let moment = Int(min(max(seconds, -1_000_000_000_000), 1_000_000_000_000))
    var local = time_t(moment + standard)
    var parts = tm()
    guard gmtime_r(&local, &parts) != nil else { return standard }
    let year = Int(parts.tm_year)
    let start = TimeZoneRule.seconds(of: summer.start, year: year) - standard
    let end = TimeZoneRule.seconds(of: summer.end, year: year) - summer.offset
    // South of the equator summer lasts over New Year.
    let isSummer = start < end ? start <= moment && moment < end : !(end <= moment && moment < start)
    return isSummer ? summer.offset : standard
  }

  /// The change's moment as local clocks show it, in seconds since 1970; the year counts from 1900.
  private static func seconds(of change: Change, year: Int) -> Int {
    func midnight(month: Int, day: Int) -> (seconds: Int, weekday: Int) {
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year), Int32(month), Int32(day))
      let seconds = timegm(&parts)
      return (Int(seconds), Int(parts.tm_wday))
    }
    let start =
      switch change.day {
      case .withLeapDay(let number): midnight(month: 0, day: 1 + number).seconds
      case .withoutLeapDay(let number):
        // Counted from March 1, day 60, on where a leap day may come before it.
        number < 60
          ? midnight(month: 0, day: number).seconds : midnight(month: 2, day: number - 59).seconds
      case .weekday(let month, let week, let day):
        if week == 5 {
          lastDay(midnight(month: month, day: 0), day)
        } else {
          firstDay(midnight(month: month - 1, day: 1), day) + (week - 1) * 7 * 86_400
        }
      }
    return start + change.time
  }

  private static func firstDay(_ first: (seconds: Int, weekday: Int), _ day: Int) -> Int {
    first.seconds + (day - first.weekday + 7) % 7 * 86_400
  }

  private static func lastDay(_ last: (seconds: Int, weekday: Int), _ day: Int) -> Int {
    last.seconds - (last.weekday - day + 7) % 7 * 86_400
  }
}

/// Takes the parts of a rule off its front.
private struct RuleScanner {
  var bytes: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  /// The abbreviation of a zone: three letters or more, or something in angle brackets.
  mutating func name() -> Bool {
    if take("<") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: ">")), end > bytes.startIndex else { return false }
      bytes = bytes[(end + 1)...]
      return true
    }
    let letters = bytes.prefix { (0x61...0x7A).contains($0 | 0x20) }
    bytes.removeFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    bytes.removeFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return range.contains(number) ? number : nil
  }

  /// `-1`, `+05:30`, `02:00:00`, in seconds.
  mutating func time(hours most: Int) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    guard let hours = number(0...most) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] {
      guard take(":") else { break }
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }
}
