/// Where an object takes its time and its timers from: the system, or a manual clock in a test.
@Loop
package protocol TimeSource: AnyObject, Sendable {
  /// Nanoseconds on CLOCK_BOOTTIME.
  var bootNanoseconds: Int64 { get }
  /// Microseconds since 1970 UTC by the system's clock, which may jump.
  var wallMicroseconds: Int64 { get }
  /// Calls the handler once, this long from now.
  @discardableResult
  func timer(after delay: Duration, handler: @escaping @Loop () -> Void) -> LoopTimer
}

/// The system's clocks and the loop's timers.
@Loop
package final class SystemTime: TimeSource {
  package static let shared = SystemTime()

  package var bootNanoseconds: Int64 { Clock.bootNanoseconds() }
  package var wallMicroseconds: Int64 { Clock.wallMicroseconds() }

  @discardableResult
  package func timer(after delay: Duration, handler: @escaping @Loop () -> Void) -> LoopTimer {
    Loop.shared.timer(after: delay, handler: handler)
  }
}
