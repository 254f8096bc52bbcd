import Glibc

/// When the sun rises and sets on one day, as local clocks show it, within some ten minutes.
struct SolarDay {
  private let noon: Double
  private let declination: Double
  private let latitude: Double

  init(of day: CivilDay, at position: Coordinate, utcOffset: Int) {
    let dayOfYear = Double(day.number - CivilDay.number(year: day.year, month: 1, day: 1))
    let angle = 2 * .pi * (dayOfYear - 80) / 365.25
    declination = 0.4091 * sin(angle)
    latitude = position.latitude * .pi / 180
    // Equation of time, in minutes.
    let equation = 9.87 * sin(2 * angle) - 7.53 * cos(angle) - 1.5 * sin(angle)
    noon = 720 - 4 * position.longitude - equation + Double(utcOffset) / 60
  }

  /// Minutes after local midnight.
  func minute(of event: SunEvent) -> Int {
    // Where the sun never gets to the height, its day lasts no time or the whole day.
    let height = event.isTwilight ? -6.0 : -0.833
    let cosine =
      (sin(height * .pi / 180) - sin(latitude) * sin(declination))
      / max(1e-9, cos(latitude) * cos(declination))
    let half = acos(min(1, max(-1, cosine))) * 720 / .pi
    let minute = event.isMorning ? noon - half : noon + half
    return minute.isFinite ? Int(min(max(minute, -2880), 4320).rounded()) : 720
  }
}

/// A moment that the sun makes.
enum SunEvent: UInt8 {
  case dawn, sunrise, sunset, dusk

  var isMorning: Bool { self == .dawn || self == .sunrise }
  var isTwilight: Bool { self == .dawn || self == .dusk }
}
