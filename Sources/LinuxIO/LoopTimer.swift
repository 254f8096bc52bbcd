/// A timer that waits to go off once.
@Loop
package final class LoopTimer {
  private var onCancel: (@Loop () -> Void)?

  /// A timer that is cancelled by the given closure; for those who keep timers (the loop, a manual clock).
  package init(onCancel: @escaping @Loop () -> Void) {
    self.onCancel = onCancel
  }

  /// Keeps the timer from going off; after it went off, and a second time, nothing happens.
  ///
  /// A timer that nobody holds still goes off.
  package func cancel() {
    onCancel?()
    onCancel = nil
  }
}
