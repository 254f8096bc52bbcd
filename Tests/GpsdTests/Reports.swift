import LinuxIO
import PlacesCore

@testable import Gpsd

// P0 and the lines that the cases are made of.

/// The position that the cases start from.
let p0 = Coordinate(latitude: 52.1, longitude: 10.2)!

/// One metre north in degrees.
let metre = 0.0000089932

/// 2026-08-21 12:00 UTC, where the manual clock begins.
let noon: Int64 = 1_787_313_600

/// gpsd's line for a fix, `second` seconds after noon and `north` metres north of P0.
func fixLine(second: Int = 0, north: Double = 0, device: String = "DEV_A", eph: Double = 19) -> String {
  let time = "2026-08-21T12:\(digits(second / 60)):\(digits(second % 60)).000Z"
  return """
    {"class":"TPV","device":"\(device)","mode":3,"time":"\(time)","lat":\(52.1 + north * metre),\
    "lon":10.2,"eph":\(eph)}
    """
}

private func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// The same as a report.
func fixReport(second: Int64 = 0, north: Double = 0, device: String = "DEV_A", eph: Double = 19)
  -> PositionReport
{
  var report = PositionReport(device: device, mode: 3)
  report.time = .init(seconds: noon + second, nanoseconds: 0)
  report.latitude = 52.1 + north * metre
  report.longitude = 10.2
  report.eph = eph
  return report
}
