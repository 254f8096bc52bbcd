extension Timestamp {
  /// Reads a date and time as ISO 8601 writes them: `2026-08-21T12:00:00.250Z`.
  ///
  /// A blank may stand for the `T`, an offset such as `+02:00` or `+0200` for the `Z`; without either the time counts
  /// as UTC. A 61st second counts as the next minute's first. Nil for anything else.
  package init?(text: some Sequence<UInt8>) {
    var scanner = DigitScanner(bytes: Array(text)[...])
    guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
      scanner.take("-"), let day = scanner.number(digits: 2), scanner.take("T") || scanner.take(" "),
      let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2),
      scanner.take(":"), let second = scanner.number(digits: 2)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard (1...12).contains(month), (1...Timestamp.days(in: month, isLeap: isLeap)).contains(day), hour < 24,
      minute < 60, second < 61, let fraction = scanner.fraction(), let offset = scanner.offset(),
      scanner.bytes.isEmpty
    else { return nil }
    // Days since 1970 in years that begin in March, so that a leap day is the last of its year.
    let marchYear = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    self.init(
      microseconds: (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1_000_000 + fraction)
  }

  /// Reads seconds since 1970, with a fraction or without: `1796084710.863955`. Nil for anything else.
  package init?(secondsText text: some Sequence<UInt8>) {
    var scanner = DigitScanner(bytes: Array(text)[...])
    // 11 digits reach to the year 5138.
    guard let seconds = scanner.number(upTo: 11), let fraction = scanner.fraction(), scanner.bytes.isEmpty
    else { return nil }
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }

  /// The time as ISO 8601 writes it in UTC, to the microsecond: `2026-08-21T12:00:00.250000Z`.
  package var text: String {
    let (seconds, fraction) = Timestamp.floored(microseconds, by: 1_000_000)
    let (days, second) = Timestamp.floored(seconds, by: 86_400)
    // Eras of 400 years, whose years begin in March.
    let (era, day) = Timestamp.floored(days + 719_468, by: 146_097)
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month < 3 ? 1 : 0)
    func digits(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return
      "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2))T"
      + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2)).\(digits(fraction, 6))Z"
  }

  private static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func days(in month: Int64, isLeap: Bool) -> Int64 {
    month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

/// Takes numbers off the front of a text.
private struct DigitScanner {
  var bytes: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = bytes.first, first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(digits: Int) -> Int64? {
    let before = bytes
    guard let number = number(upTo: digits), before.count - bytes.count == digits else { return nil }
    return number
  }

  /// A number of one digit up to so many; at most 18 of them.
  mutating func number(upTo digits: Int) -> Int64? {
    let text = bytes.prefix(digits).prefix { (0x30...0x39).contains($0) }
    guard !text.isEmpty else { return nil }
    bytes.removeFirst(text.count)
    return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The microseconds after a point; 0 without one, nil for a point without digits.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    bytes.removeFirst(digits.count)
    var padded = digits.prefix(6).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    for _ in min(digits.count, 6)..<6 { padded *= 10 }
    return padded
  }

  /// The minutes by which the time is ahead of UTC; 0 without any.
  mutating func offset() -> Int64? {
    if bytes.isEmpty || take("Z") { return 0 }
    let isBehind = bytes.first == UInt8(ascii: "-")
    guard take("+") || take("-"), let hours = number(digits: 2) else { return nil }
    _ = take(":")
    guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
    return (isBehind ? -1 : 1) * (hours * 60 + minutes)
  }
}
