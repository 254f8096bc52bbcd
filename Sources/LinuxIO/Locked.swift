import Glibc

/// A value that threads share behind a pthread mutex.
///
/// `Synchronization.Mutex` hands a contended lock over inside the kernel, where ThreadSanitizer does not see it and
/// reports races that are none; a pthread mutex it knows.
///
/// `@unchecked Sendable`: the value is reached with the mutex held, and in no other way.
final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Reads or changes the value; keep it short, others wait.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
