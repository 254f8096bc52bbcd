import CGps

extension GpsdReport {
  /// The line that libgps has just unpacked for this handle; nil for an event that is no line.
  init?(_ event: cgps_event, of handle: OpaquePointer) {
    let path = String(cString: cgps_path(handle))
    switch event {
    case CGPS_FIX: self = .position(PositionReport(of: handle, device: path))
    case CGPS_SKY: self = .sky(device: path, hdop: cgps_hdop(handle).ifFinite)
    case CGPS_DEVICE:
      self = .device(
        Device(
          path: path, driver: String(cString: cgps_driver(handle)), isActive: cgps_is_active(handle) != 0))
    case CGPS_DEVICES: self = .devices((0..<cgps_device_count(handle)).map { Device(listed: $0, of: handle) })
    case CGPS_VERSION: self = .version(String(cString: cgps_release(handle)))
    case CGPS_OTHER: self = .other
    case CGPS_BROKEN: self = .broken
    default: return nil
    }
  }
}

extension GpsdReport.Device {
  /// An entry of the list of devices.
  fileprivate init(listed index: Int32, of handle: OpaquePointer) {
    self.init(
      path: String(cString: cgps_list_path(handle, index)),
      driver: String(cString: cgps_list_driver(handle, index)),
      isActive: cgps_list_is_active(handle, index) != 0)
  }
}

extension PositionReport {
  fileprivate init(of handle: OpaquePointer, device: String) {
    var fix = cgps_fix()
    cgps_get_fix(handle, &fix)
    self.init(
      device: device, mode: fix.mode, status: fix.status,
      time: fix.seconds == 0 ? nil : Time(seconds: fix.seconds, nanoseconds: fix.nanoseconds),
      latitude: fix.latitude, longitude: fix.longitude, altitudeMSL: fix.altitude_msl,
      altitudeHAE: fix.altitude_hae, altitudeOld: fix.altitude_old, eph: fix.eph, epx: fix.epx, epy: fix.epy,
      epv: fix.epv, track: fix.track, epd: fix.epd, speed: fix.speed, eps: fix.eps)
  }
}

extension Double {
  /// Nil for NaN and infinities.
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}
