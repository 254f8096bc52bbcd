extension OpeningHoursParser {
  /// The event of the sun that comes next.
  var sunEvent: (event: SunEvent, letters: Int)? {
    if text.isWord("sunrise") { return (.sunrise, 7) }
    if text.isWord("sunset") { return (.sunset, 6) }
    if text.isWord("dawn") { return (.dawn, 4) }
    return text.isWord("dusk") ? (.dusk, 4) : nil
  }

  /// A list of spans; false if there is none or a broken one.
  mutating func times(_ rule: inout OpeningHours.Rule) -> Bool {
    let first = hours.times.count
    while true {
      guard let span = span() else { return false }
      hours.times.append(span)
      let before = text.position
      text.skipBlanks()
      if text.take(",") {
        text.skipBlanks()
        if text.next == UInt8(ascii: "(") || sunEvent != nil { continue }
        if (0x30...0x39).contains(text.next), !isYear, !isDayOfMonth { continue }
      }
      text.goBack(to: before)
      rule.times = first..<hours.times.count
      return true
    }
  }

  private mutating func span() -> OpeningTimes? {
    guard let from = moment() else { return nil }
    if text.take("+") { return openEnded(from) }
    guard text.takeDash() else { return nil }
    // `17:00-` means the same as `17:00+`.
    if text.isAtEnd || [0x2C, 0x3B].contains(text.next) { return openEnded(from) }
    guard var to = moment() else { return nil }
    if from.event == nil, to.event == nil {
      guard from.minutes <= 1440 else { return nil }
      if to.minutes <= from.minutes { to.minutes += 1440 }
      guard to.minutes - from.minutes <= 1440 else { return nil }
    }
    var span = OpeningTimes(from: from, to: to)
    span.isOpenEnded = text.take("+")
    if text.take("/") {
      // Departures at intervals: open in between.
      guard moment() != nil || text.number(digits: 3) != nil else { return nil }
    }
    return span
  }

  /// From a moment to the end of the day at least.
  private func openEnded(_ from: OpeningMoment) -> OpeningTimes {
    let end = from.event == nil && from.minutes >= 1320 ? from.minutes + 120 : 1440
    return OpeningTimes(from: from, to: OpeningMoment(minutes: end), isOpenEnded: true)
  }

  /// `9`, `09:30`, `9.30`, `0930`, `11am`, `sunset`, `(sunset-00:30)`.
  private mutating func moment() -> OpeningMoment? {
    if text.take("(") {
      text.skipBlanks()
      guard let (event, letters) = sunEvent else { return nil }
      text.skip(letters)
      text.skipBlanks()
      let isBefore = text.next == UInt8(ascii: "-")
      guard text.take("-") || text.take("+"), let shift = clock(), shift <= 720 else { return nil }
      text.skipBlanks()
      guard text.take(")") else { return nil }
      return OpeningMoment(minutes: Int16(isBefore ? -shift : shift), event: event)
    }
    if let (event, letters) = sunEvent {
      text.skip(letters)
      return OpeningMoment(minutes: 0, event: event)
    }
    return clock().map { OpeningMoment(minutes: Int16($0)) }
  }

  /// Minutes of a time of day, up to 48 hours.
  private mutating func clock() -> Int? {
    let digits = text.digitCount
    guard let number = text.number(digits: 4), digits != 3 else { return nil }
    var (hour, minute) = digits == 4 ? (number / 100, number % 100) : (number, 0)
    if digits <= 2, text.next == UInt8(ascii: ":") || text.next == UInt8(ascii: "."),
      (0x30...0x39).contains(text.byte(1))
    {
      text.skip(1)
      guard text.digitCount == 2, let minutes = text.number(digits: 2) else { return nil }
      minute = minutes
    }
    let before = text.position
    text.skipBlanks()
    if text.isWord("am") || text.isWord("pm") {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (text.isWord("pm") ? 12 : 0)
      text.skip(2)
    } else {
      text.goBack(to: before)
    }
    guard minute < 60, hour * 60 + minute <= 2880 else { return nil }
    return hour * 60 + minute
  }
}
