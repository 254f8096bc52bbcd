import CLinux
import Glibc
import Synchronization

/// Collects what is to run on the loop's thread and wakes that thread for it.
final class LoopExecutor: SerialExecutor {
  private enum Item {
    case job(UnownedJob)
    case closure(@Loop () -> Void)
  }

  private let items = Locked<[Item]>([])
  private let thread = Atomic<UInt>(0)
  private let wake: FileDescriptor

  /// `wake` is a non-blocking eventfd that the loop watches.
  init(wake: FileDescriptor) {
    self.wake = wake
  }

  /// Whether the calling thread is the one that runs the loop.
  var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

  /// Makes the calling thread the loop's; false if another one is.
  func claimThread() -> Bool {
    thread.compareExchange(expected: 0, desired: UInt(pthread_self()), ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Gives the loop up again.
  func releaseThread() {
    thread.store(0, ordering: .releasing)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Runs a closure on the loop, after what was added before it.
  func post(_ closure: @escaping @Loop () -> Void) {
    add(.closure(closure))
  }

  private func add(_ item: Item) {
    let first = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    // The loop looks for items before it sleeps, so its own thread needs no wake, nor do later items.
    if first, !isCurrent { signal() }
  }

  /// Makes the loop's thread return from its wait.
  func signal() {
    var one: UInt64 = 1
    _ = retrying { write(wake.raw, &one, 8) }
  }

  /// Empties the eventfd.
  func drainWake() {
    var count: UInt64 = 0
    _ = retrying { read(wake.raw, &count, 8) }
  }

  var hasItems: Bool { items.withLock { !$0.isEmpty } }

  /// Runs what has been added so far, in order; what these add waits for the next turn.
  @Loop
  func runItems() {
    let batch = items.withLock { items in
      let batch = items
      items = []
      return batch
    }
    for item in batch {
      switch item {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .closure(let closure): closure()
      }
    }
  }

  func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
