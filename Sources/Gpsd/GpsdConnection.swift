import CGps

/// One connection to gpsd through libgps: lines come out as reports.
///
/// `@unchecked Sendable`: the handle is made on a worker thread, because connecting blocks, and handed over to the
/// loop, which alone uses it from then on; nothing is shared.
final class GpsdConnection: @unchecked Sendable {
  /// Why there is no connection, in libgps's words.
  struct Failure: Error, Equatable {
    /// libgps's code (NL_NOCONNECT is -6).
    var code: Int32
    var text: String
  }

  /// What `next` came to.
  enum Step: Equatable {
    case report(GpsdReport)
    /// Nothing more for now.
    case nothing
    /// gpsd has hung up, or sent what libgps cannot take.
    case closed
  }

  private let handle: OpaquePointer

  /// Resolves the name and connects, gps_open(3): blocks, for minutes if a host does not answer at all.
  init(host: String, port: String) throws(Failure) {
    var code: Int32 = 0
    guard let handle = cgps_open(host, port, &code) else {
      throw Failure(code: code, text: String(cString: cgps_error_text(code)))
    }
    self.handle = handle
  }

  deinit { cgps_close(handle) }

  /// The libgps API that this was compiled for: "11.0".
  static var apiVersion: String { String(cString: cgps_api_version()) }

  /// The socket, to be watched by the loop.
  var descriptor: Int32 { cgps_descriptor(handle) }

  /// Asks for reports; false if gpsd is gone.
  func watch() -> Bool { cgps_watch(handle) == 0 }

  /// Asks for the list of devices, which gpsd answers at once; false if gpsd is gone.
  func askDevices() -> Bool { cgps_ask_devices(handle) == 0 }

  /// Takes the next line. Several may be buffered inside libgps: call it until it has nothing.
  func next() -> Step {
    switch cgps_next(handle) {
    case CGPS_NOTHING: .nothing
    case CGPS_FIX: .report(.position(position()))
    case CGPS_SKY: .report(.sky(device: path, hdop: cgps_hdop(handle).ifFinite))
    case CGPS_DEVICE:
      .report(
        .device(
          GpsdReport.Device(
            path: path, driver: String(cString: cgps_driver(handle)), isActive: cgps_is_active(handle) != 0)))
    case CGPS_DEVICES: .report(.devices((0..<cgps_device_count(handle)).map(listed)))
    case CGPS_VERSION: .report(.version(String(cString: cgps_release(handle))))
    case CGPS_OTHER: .report(.other)
    case CGPS_BROKEN: .report(.broken)
    default: .closed
    }
  }

  private var path: String { String(cString: cgps_path(handle)) }

  private func listed(_ index: Int32) -> GpsdReport.Device {
    GpsdReport.Device(
      path: String(cString: cgps_list_path(handle, index)),
      driver: String(cString: cgps_list_driver(handle, index)),
      isActive: cgps_list_is_active(handle, index) != 0)
  }

  private func position() -> PositionReport {
    var fix = cgps_fix()
    cgps_get_fix(handle, &fix)
    return PositionReport(
      device: path, mode: fix.mode, status: fix.status,
      time: fix.seconds == 0 ? nil : .init(seconds: fix.seconds, nanoseconds: fix.nanoseconds),
      latitude: fix.latitude, longitude: fix.longitude, altitudeMSL: fix.altitude_msl,
      altitudeHAE: fix.altitude_hae, altitudeOld: fix.altitude_old, eph: fix.eph, epx: fix.epx, epy: fix.epy,
      epv: fix.epv, track: fix.track, epd: fix.epd, speed: fix.speed, eps: fix.eps)
  }
}

extension Double {
  /// Nil for NaN and infinities.
  var ifFinite: Double? { isFinite ? self : nil }
}
