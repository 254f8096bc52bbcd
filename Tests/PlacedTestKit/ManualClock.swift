import LinuxIO

/// A clock that stands still until it is moved; its timers go off as it passes them.
@Loop
package final class ManualClock: TimeSource {
  package private(set) var bootNanoseconds: Int64
  package var wallMicroseconds: Int64
  /// The delays of all timers, as they were set.
  package let timersSet = Recorder<Duration>()
  private var timers: [(due: Int64, serial: Int, handler: @Loop () -> Void)] = []
  private var serial = 0

  /// Begins at an hour after start of the machine, on 2026-08-21 12:00 UTC.
  package init(bootNanoseconds: Int64 = 3_600_000_000_000, wallMicroseconds: Int64 = 1_787_313_600_000_000) {
    self.bootNanoseconds = bootNanoseconds
    self.wallMicroseconds = wallMicroseconds
  }

  /// How many timers wait.
  package var waiting: Int { timers.count }

  package func timer(after delay: Duration, handler: @escaping @Loop () -> Void) -> LoopTimer {
    serial += 1
    let name = serial
    timers.append((bootNanoseconds + max(0, delay.nanoseconds), name, handler))
    timersSet.append(delay)
    return LoopTimer { [weak self] in self?.timers.removeAll { $0.serial == name } }
  }

  /// Moves both clocks on; timers go off in order, each at its moment.
  package func advance(by duration: Duration) {
    let end = bootNanoseconds + duration.nanoseconds
    while let next = timers.min(by: { ($0.due, $0.serial) < ($1.due, $1.serial) }), next.due <= end {
      timers.removeAll { $0.serial == next.serial }
      move(to: max(bootNanoseconds, next.due))
      next.handler()
    }
    move(to: end)
  }

  private func move(to time: Int64) {
    wallMicroseconds += (time - bootNanoseconds) / 1000
    bootNanoseconds = time
  }
}
