import LinuxIO

/// Keeps what happened, and lets a test wait for what is still to happen.
@Loop
package final class Recorder<Element: Sendable> {
  package private(set) var all: [Element] = []
  private var waiters: [() -> Void] = []

  package init() {}

  package func append(_ element: Element) {
    all.append(element)
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter() }
  }

  /// The first element that fits, from the `skipping`th on; waits for it and fails after the deadline.
  @discardableResult
  package func first(
    skipping: Int = 0, within deadline: Duration = .seconds(10), _ what: String = "event",
    where fits: (Element) -> Bool = { _ in true }
  ) async throws -> Element {
    try await eventually(within: deadline, what) { self.all.dropFirst(skipping).first(where: fits) }
  }

  /// What a look at the elements finds; looks again after each new one and fails after the deadline.
  @discardableResult
  package func eventually<Found>(
    within deadline: Duration = .seconds(10), _ what: String = "event", _ look: () -> Found?
  ) async throws -> Found {
    var isLate = false
    let timer = Loop.shared.timer(after: deadline) {
      isLate = true
      let waiting = self.waiters
      self.waiters = []
      for waiter in waiting { waiter() }
    }
    defer { timer.cancel() }
    while true {
      if let found = look() { return found }
      if isLate {
        throw KitError("no \(what) within \(deadline); there were \(all.count), at last \(all.suffix(5))")
      }
      await withCheckedContinuation { continuation in waiters.append { continuation.resume() } }
    }
  }
}
