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
    /// gpsd has hung up.
    case closed
    /// What came has no end of a line where it must have one.
    case overfull
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

  /// No line of gpsd's has as many bytes as this.
  static var longestLine: Int { cgps_longest_line() }

  /// The libgps API that this was compiled for: "11.0".
  static var apiVersion: String { String(cString: cgps_api_version()) }

  /// The socket, to be watched by the loop.
  var descriptor: Int32 { cgps_descriptor(handle) }

  /// Asks for reports; false if gpsd is gone.
  func watch() -> Bool { cgps_watch(handle) == 0 }

  /// Asks for no reports any more, so that gpsd may let the receiver sleep; false if gpsd is gone.
  func unwatch() -> Bool { cgps_unwatch(handle) == 0 }

  /// Asks for the list of devices, which gpsd answers at once; false if gpsd is gone.
  func askDevices() -> Bool { cgps_ask_devices(handle) == 0 }

  /// Takes the next line. Several may be buffered: call it until it has nothing.
  func next() -> Step {
    switch cgps_next(handle) {
    case CGPS_NOTHING: .nothing
    case CGPS_OVERFULL: .overfull
    case let event: GpsdReport(event, of: handle).map { .report($0) } ?? .closed
    }
  }
}
