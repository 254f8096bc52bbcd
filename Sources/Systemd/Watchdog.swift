import LinuxIO

/// Tells the service manager from the loop that the loop turns, so that a stuck one is ended and started again.
@Loop
package final class Watchdog {
  private let interval: Duration

  /// Nil if nobody watches. It goes on for as long as the loop turns.
  package init?() {
    guard let limit = ServiceManager.watchdogInterval else { return nil }
    // Half of the time, as sd_watchdog_enabled(3) recommends.
    interval = limit / 2
    tell()
  }

  private func tell() {
    ServiceManager.tell(.alive)
    Loop.shared.timer(after: interval) { [self] in tell() }
  }
}
