import CLinux
import Glibc
import Synchronization

/// One worker thread for calls that block, in order; results come back on the loop.
///
/// The thread starts with the first piece of work and ends, after what is queued, when the owner goes.
package final class BlockingWork: Sendable {
  private let queue = WorkQueue()
  private let started = Atomic<Bool>(false)
  private let name: String

  /// `name` is the thread's, at most 15 bytes.
  package init(name: String = "worker") {
    self.name = name
  }

  deinit { queue.add(nil) }

  /// Runs `work` on the worker thread, then `then` with its result on the loop.
  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then: @escaping @Loop (Result) -> Void
  ) {
    queue.add {
      let result = work()
      Loop.post { then(result) }
    }
    if !started.exchange(true, ordering: .acquiringAndReleasing) {
      Thread.start(named: name) { [queue] in queue.runUntilEnd() }
    }
  }
}

/// Closures for a worker thread; an eventfd counts them, so that the thread sleeps in read(2) while there are none.
private final class WorkQueue: Sendable {
  private let items = Locked<[(@Sendable () -> Void)?]>([])
  private let count: FileDescriptor

  init() {
    let fd = clinux_eventfd(1)
    // As for a thread that cannot be made: the program is out of descriptors before it began.
    precondition(fd >= 0, "eventfd: \(SystemError.text(for: errno))")
    count = FileDescriptor(owning: fd)
  }

  /// Adds a closure; nil ends the thread.
  func add(_ item: (@Sendable () -> Void)?) {
    items.withLock { $0.append(item) }
    var one: UInt64 = 1
    _ = retrying { write(count.raw, &one, 8) }
  }

  func runUntilEnd() {
    while true {
      var one: UInt64 = 0
      _ = retrying { read(count.raw, &one, 8) }
      let item = items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let item else { return }
      item()
    }
  }
}
