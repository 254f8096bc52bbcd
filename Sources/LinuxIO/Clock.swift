import Glibc

/// Reads the system's clocks, clock_gettime(2).
package enum Clock {
  /// Nanoseconds since the machine started, time in suspend included (CLOCK_BOOTTIME).
  package static func bootNanoseconds() -> Int64 {
    let time = read(CLOCK_BOOTTIME)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Microseconds since 1970 UTC as the system believes (CLOCK_REALTIME); it may jump.
  package static func wallMicroseconds() -> Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Microseconds since the machine started, without time in suspend (CLOCK_MONOTONIC).
  package static func monotonicMicroseconds() -> Int64 {
    let time = read(CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    // Cannot fail for clocks that the kernel has: both since 2.6.39.
    _ = clock_gettime(clock, &time)
    return time
  }
}

extension Duration {
  /// The duration in whole nanoseconds, held at the ends of Int64 (292 years).
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
  }
}
