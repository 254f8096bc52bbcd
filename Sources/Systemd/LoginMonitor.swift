import CSystemd
import Glibc
import LinuxIO

/// Who sits at this device, by systemd-logind; without it nobody does.
@Loop
package final class LoginMonitor {
  private let monitor: OpaquePointer
  private let descriptor: Int32

  /// Calls the handler whenever users come, go, or change the active session; nil where there is no logind.
  package init?(onChange: @escaping @Loop () -> Void) {
    var found: OpaquePointer?
    guard sd_login_monitor_new("uid", &found) >= 0, let found else { return nil }
    monitor = found
    descriptor = sd_login_monitor_get_fd(found)
    do throws(SystemError) {
      try Loop.shared.watch(descriptor, for: .readable) { [weak self] _ in
        guard let self else { return }
        sd_login_monitor_flush(monitor)
        onChange()
      }
    } catch {
      sd_login_monitor_unref(found)
      return nil
    }
  }

  /// Ends it.
  package func stop() {
    Loop.shared.unwatch(descriptor)
    sd_login_monitor_unref(monitor)
  }

  /// Whether a user has an active session at a seat: sd_uid_get_seats(3), as polkit asks.
  package nonisolated static func isActive(uid: UInt32) -> Bool { sd_uid_get_seats(uid, 1, nil) > 0 }
}
