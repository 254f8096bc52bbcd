import CLinux
import Glibc

/// Starts threads of our own, pthread_create(3): one for blocking work, one for the loop in tests.
enum Thread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread, named (at most 15 bytes) for those who look at it from outside.
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument)
    // Out of threads or memory at the start of the program: nothing sensible can follow.
    precondition(error == 0, "pthread_create: \(SystemError.text(for: error))")
    clinux_thread_name(thread, name)
    pthread_detach(thread)
  }
}
