/// How GPS counts time.
enum GPSWeeks {
  /// The week number has 10 bits: dates that are wrong by it are wrong by this many microseconds, or a multiple.
  static let rollover: Int64 = 1024 * 7 * 86_400 * 1_000_000
}
