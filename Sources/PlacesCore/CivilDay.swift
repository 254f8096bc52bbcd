/// A day of the Gregorian calendar.
package struct CivilDay: Hashable, Sendable {
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to 31.
  package let day: Int
  /// Days since 1970-01-01.
  package let number: Int

  /// The day that lies so many days after 1970-01-01.
  package init(number: Int) {
    let number = min(max(number, -5_000_000), 5_000_000)
    // Eras of 400 years, whose years begin in March, so that a leap day is the last of its year.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = era * 400 + yearOfEra + (month < 3 ? 1 : 0)
    self.day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    self.number = number
  }

  /// Days from 1970-01-01 to a day of the calendar. The month is from 1 to 12; days beyond the month count on.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month < 3 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// How many days a month has.
  package static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// From 0 for Monday to 6 for Sunday.
  package static func weekday(of number: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let rest = (number + 3) % 7
    return rest < 0 ? rest + 7 : rest
  }

  /// From 0 for Monday to 6 for Sunday.
  package var weekday: Int { CivilDay.weekday(of: number) }

  /// The week of ISO 8601, from 1 to 53: it belongs to the year that its Thursday is in.
  package var week: Int {
    let thursday = CivilDay(number: number - weekday + 3)
    return (thursday.number - CivilDay.number(year: thursday.year, month: 1, day: 1)) / 7 + 1
  }

  /// Easter Sunday of a year, by the anonymous Gregorian computus.
  package static func easter(of year: Int) -> Int {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let sum = h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114
    return number(year: year, month: sum / 31, day: sum % 31 + 1)
  }
}
