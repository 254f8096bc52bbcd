/// One line of gpsd's, as far as it matters here.
enum GpsdReport: Equatable {
  /// Where the receiver is, or that it does not know.
  case position(PositionReport)
  /// The horizontal dilution of precision that a device reports; nil if it gave none.
  case sky(device: String, hdop: Double?)
  /// A device came, went, or told its driver.
  case device(Device)
  /// All devices that gpsd has.
  case devices([Device])
  /// gpsd's release: the first line of a connection.
  case version(String)
  /// A class that says nothing about the position.
  case other
  /// A line that was no whole object.
  case broken

  /// A receiver, as gpsd lists it.
  struct Device: Equatable {
    /// gpsd's name of it: "/dev/ttyACM0".
    var path: String
    /// gpsd's driver for it, "u-blox"; empty while gpsd does not know.
    var driver: String
    /// Whether gpsd has it open.
    var isActive: Bool
  }
}

/// A TPV report as it came: anything may be missing (NaN) or absurd.
struct PositionReport: Equatable {
  /// gpsd's name of the device; empty if it did not say.
  var device = ""
  /// 1 no fix, 2 without height, 3 with.
  var mode: Int32 = 0
  /// gpsd's kind of fix; 8 is a simulated one.
  var status: Int32 = 0
  /// Seconds since 1970 by the receiver and nanoseconds within; nil without a time.
  var time: Time?
  /// Degrees.
  var latitude = Double.nan
  var longitude = Double.nan
  /// Metres above mean sea level; above the ellipsoid; and the older field that may mean either.
  var altitudeMSL = Double.nan
  var altitudeHAE = Double.nan
  var altitudeOld = Double.nan
  /// Error estimates in metres: of the position, its longitude and latitude, and the altitude.
  var eph = Double.nan
  var epx = Double.nan
  var epy = Double.nan
  var epv = Double.nan
  /// Degrees from true north, and its error.
  var track = Double.nan
  var epd = Double.nan
  /// Metres per second, and its error.
  var speed = Double.nan
  var eps = Double.nan

  struct Time: Hashable {
    var seconds: Int64
    var nanoseconds: Int32
  }
}
