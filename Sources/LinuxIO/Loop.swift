import CLinux
import Glibc
import Synchronization

/// The one thread that does all input and output: a global actor whose executor is an epoll(7) loop.
///
/// Everything marked `@Loop` runs on the thread that called `run`: jobs of the concurrency runtime, handlers of
/// descriptors, timers and signals, one after the other. A daemon gives its main thread; tests start a thread.
@globalActor
package actor Loop {
  package static let shared = Loop()

  private nonisolated let executor: LoopExecutor
  private nonisolated let poller: Poller
  private nonisolated let timerDescriptor: FileDescriptor
  private nonisolated let wakeDescriptor: FileDescriptor
  private nonisolated let stopping = Atomic<Bool>(false)
  @Loop private var timers = TimerQueue()
  @Loop private var armed: Int64?
  @Loop private var isSetUp = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init() {
    wakeDescriptor = Loop.required(clinux_eventfd(0), "eventfd")
    timerDescriptor = Loop.required(clinux_timer_create(), "timerfd_create")
    executor = LoopExecutor(wake: wakeDescriptor)
    poller = Poller(epoll: Loop.required(clinux_epoll_create(), "epoll_create1"))
    // A peer that has gone is an error of the write, never the end of the process.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Without these three descriptors no program can begin its work: a kernel that refuses them ends it.
  private static func required(_ fd: Int32, _ call: String) -> FileDescriptor {
    precondition(fd >= 0, "\(call): \(SystemError.text(for: errno))")
    return FileDescriptor(owning: fd)
  }

  // MARK: Running

  /// Runs the loop on the calling thread until `stop()`; `start` runs first, on the loop.
  package static func run(_ start: @escaping @Loop () -> Void = {}) {
    precondition(shared.executor.claimThread(), "the loop runs on another thread")
    assumeIsolated {
      start()
      shared.turnUntilStopped()
    }
    shared.executor.releaseThread()
  }

  /// Makes `run` return after the turn in progress; may be called from any thread.
  package nonisolated static func stop() {
    shared.stopping.store(true, ordering: .releasing)
    shared.executor.signal()
  }

  /// Runs the loop on a thread of its own, once; for tests.
  package static func startOnOwnThread() {
    _ = ownThread
  }

  private static let ownThread: Void = Thread.start(named: "loop") { Loop.run() }

  /// Runs a closure on the loop after what is queued there; may be called from any thread.
  package nonisolated static func post(_ closure: @escaping @Loop () -> Void) {
    shared.executor.post(closure)
  }

  /// Enters the loop's isolation from code that already runs on its thread; traps elsewhere.
  package static func assumeIsolated<Result: Sendable>(_ body: @Loop () -> Result) -> Result {
    shared.executor.checkIsolated()
    // The isolation is in the type alone, and has just been checked; MainActor.assumeIsolated does the same.
    return withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
  }

  @Loop
  private func turnUntilStopped() {
    setUp()
    while !stopping.load(ordering: .acquiring) {
      executor.runItems()
      arm()
      poller.poll(timeout: executor.hasItems ? 0 : -1)
    }
    stopping.store(false, ordering: .releasing)
  }

  @Loop
  private func setUp() {
    guard !isSetUp else { return }
    isSetUp = true
    do {
      try watch(wakeDescriptor.raw, for: .readable) { _ in Loop.shared.executor.drainWake() }
      try watch(timerDescriptor.raw, for: .readable) { _ in Loop.shared.fireTimers() }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  // MARK: Descriptors

  /// Calls the handler whenever the descriptor is ready, until `unwatch`. One watch for each descriptor.
  ///
  /// Level-triggered. The loop does not own the descriptor: unwatch it before closing it. Throws what epoll_ctl(2)
  /// says: EEXIST for a second watch, EPERM for a regular file, ENOSPC and ENOMEM at the system's limits.
  @Loop
  package func watch(
    _ fd: Int32, for interest: Readiness, handler: @escaping @Loop (Readiness) -> Void
  ) throws(SystemError) {
    try poller.watch(fd, for: interest, handler: handler)
  }

  /// Changes what a watched descriptor is watched for. Nothing (`[]`) pauses it: only a hangup is told, once.
  @Loop
  package func rewatch(_ fd: Int32, for interest: Readiness) {
    poller.rewatch(fd, for: interest)
  }

  /// Ends the watch; the handler is not called again, not even for events that are already collected.
  @Loop
  package func unwatch(_ fd: Int32) {
    poller.unwatch(fd)
  }

  // MARK: Timers

  /// Calls the handler once, this long from now; time in suspend counts (CLOCK_BOOTTIME).
  @Loop @discardableResult
  package func timer(after delay: Duration, handler: @escaping @Loop () -> Void) -> LoopTimer {
    let (sum, overflow) = Clock.bootNanoseconds().addingReportingOverflow(max(0, delay.nanoseconds))
    let key = timers.add(deadline: overflow ? .max : sum, handler: handler)
    return LoopTimer { Loop.shared.timers.remove(key) }
  }

  @Loop
  private func fireTimers() {
    // One look at the clock: what a handler sets anew waits for the next turn.
    let now = Clock.bootNanoseconds()
    var expirations: UInt64 = 0
    _ = retrying { read(timerDescriptor.raw, &expirations, 8) }
    armed = nil
    while let handler = timers.popDue(now: now) { handler() }
  }

  /// Sets the timerfd to the soonest timer. Once set it only ever goes off early, which is harmless: a timer
  /// that was cancelled leaves the descriptor armed until then, instead of a system call for each change.
  @Loop
  private func arm() {
    guard let soonest = timers.soonest, armed.map({ soonest < $0 }) ?? true else { return }
    _ = clinux_timer_arm(timerDescriptor.raw, soonest)
    armed = soonest
  }

  // MARK: Signals

  /// Calls the handler on the loop for each of the signals, signalfd(2).
  ///
  /// Blocks them in the calling thread, from which later threads inherit: call it in `run`'s `start`, before
  /// other threads exist, as those would still take the signal in its old way. Stays for the life of the process.
  @Loop
  package func onSignals(
    _ signals: [Int32], handler: @escaping @Loop (Int32) -> Void
  ) throws(SystemError) {
    let number = clinux_signal_open(signals, Int32(signals.count))
    guard number >= 0 else { throw .last("signalfd") }
    let descriptor = FileDescriptor(owning: number)
    try watch(number, for: .readable) { _ in
      while case let signal = clinux_signal_next(descriptor.raw), signal > 0 { handler(signal) }
    }
  }
}
