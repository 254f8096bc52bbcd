import Glibc

/// How numbers and names of the protocol are said to a person.
enum Wording {
  /// A probability in whole percent; a small one is not said to be none.
  static func percent(_ likelihood: Double) -> String {
    guard likelihood.isFinite, (0...1).contains(likelihood) else { return "?" }
    if likelihood > 0, likelihood < 0.005 { return "<1 %" }
    if likelihood < 1, likelihood >= 0.995 { return ">99 %" }
    return fixed(likelihood * 100, 0) + " %"
  }

  /// A distance, in metres below a kilometre.
  static func distance(_ metres: Double) -> String {
    if metres < 999.5 { return fixed(metres, 0) + " m" }
    return fixed(metres / 1000, metres < 99_950 ? 1 : 0) + " km"
  }

  /// How long ago something was, in its largest unit.
  static func age(milliseconds: Int64) -> String {
    let seconds = max(milliseconds, 0) / 1000
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }

  /// Latitude and longitude to about a metre.
  static func coordinate(latitude: Double, longitude: Double) -> String {
    "\(fixed(latitude, 5)), \(fixed(longitude, 5))"
  }

  /// A point of time as the user's clock shows it: with its date, or only the time of day.
  static func time(microseconds: Int64, withDate: Bool = true) -> String {
    var seconds = time_t(microseconds / 1_000_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "?" }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    let year = Int64(parts.tm_year) + 1900
    return withDate ? "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(clock)" : clock
  }

  /// A point of time as RFC 3339 has it in UTC: clear also in the hour that clocks show twice.
  static func utcTime(microseconds: Int64) -> String {
    var seconds = time_t(microseconds / 1_000_000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "?" }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(Int64(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// A name of the protocol in words: `train_station` is a train station.
  static func name(_ name: String) -> String {
    String(name.map { $0 == "_" ? " " : $0 })
  }

  /// A number to three digits that count, however small it is.
  static func significant(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1000, value != 0 else { return fixed(value, 0) }
    // No more than a double has left to give to the smallest numbers.
    let scale = pow(10, min(2 - floor(log10(value.magnitude)), 300))
    return "\((value * scale).rounded() / scale)"
  }

  /// A number with 0 to 5 decimals, without an exponent.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    let powers = [1.0, 10, 100, 1000, 10_000, 100_000]
    let decimals = min(max(decimals, 0), powers.count - 1)
    let scale = powers[decimals]
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return decimals > 0 ? "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))" : sign + padded
  }
}
