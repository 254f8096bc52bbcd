import CSystemd
import Glibc
import LinuxIO

/// What started this program as a service, systemd mostly: it is told how things stand, and hands over sockets.
///
/// A program that was started by hand has none; everything here then does nothing.
package enum ServiceManager {
  /// Something to tell, by sd_notify(3).
  package enum Message: Sendable {
    /// The program does its work: after its start, and after `reloading`.
    case ready
    /// It reads its configuration again.
    case reloading
    case stopping
    /// It still turns: what a watchdog waits for.
    case alive
    /// How it is, in a few words for whoever looks at the service.
    case status(String)
  }

  /// Tells the service manager; trouble with it has no consequence here.
  package static func tell(_ messages: Message...) {
    _ = sd_notify(0, messages.map(\.lines).joined(separator: "\n"))
  }

  /// How often `alive` has to come at the least, if there is a watchdog: sd_watchdog_enabled(3).
  package static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The sockets that were handed over, with their names, by sd_listen_fds_with_names(3). They are handed over once.
  package static func takeSockets() throws(SystemError) -> [(name: String, descriptor: FileDescriptor)] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw SystemError(code: -count, call: "sd_listen_fds") }
    defer { free(names) }
    return (0..<count).map { index in
      let name = names?[Int(index)]
      defer { free(name) }
      return (name.map { String(cString: $0) } ?? "", FileDescriptor(owning: SD_LISTEN_FDS_START + index))
    }
  }

  /// Whether clients can connect to this descriptor as a Unix socket: sd_is_socket_unix(3).
  package static func isListeningUnixSocket(_ socket: FileDescriptor) -> Bool {
    sd_is_socket_unix(socket.raw, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
  }
}

extension ServiceManager.Message {
  /// The assignments that sd_notify(3) documents.
  fileprivate var lines: String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Clock.monotonicMicroseconds())"
    case .stopping: "STOPPING=1"
    case .alive: "WATCHDOG=1"
    case .status(let text):
      // A line break would begin another assignment.
      "STATUS=" + String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
  }
}
