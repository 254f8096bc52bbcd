import Glibc
import PlacesCore

/// Days as people write them (`2026-08-21`), and the moments at which they begin in UTC.
enum CivilDate {
  /// Nil if the text is no day of the calendar from 1970 to 9999.
  static func timestamp(of text: String) -> Timestamp? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
      let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]), year >= 1970
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, month - 1, day)
    let seconds = timegm(&fields)
    // Days that the calendar lacks are counted on into the next month.
    guard fields.tm_mon == month - 1, fields.tm_mday == day else { return nil }
    return Timestamp(microseconds: Int64(seconds) * 1_000_000)
  }

  /// Nil for moments that no calendar reaches.
  static func text(of time: Timestamp) -> String? {
    var seconds = time_t(time.microseconds / 1_000_000)
    var fields = tm()
    guard gmtime_r(&seconds, &fields) != nil else { return nil }
    func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(fields.tm_year + 1900)-\(digits(fields.tm_mon + 1))-\(digits(fields.tm_mday))"
  }
}
