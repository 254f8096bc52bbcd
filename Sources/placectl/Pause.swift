import Glibc

/// Waiting in a program without a loop.
enum Pause {
  /// Returns at this moment of CLOCK_BOOTTIME, in nanoseconds.
  static func until(_ nanoseconds: Int64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
