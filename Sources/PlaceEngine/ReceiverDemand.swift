import PlacesCore

/// Whether the receiver is to work: for as long as somebody wants positions, and a while after.
///
/// It knows no clock: each event brings its moment, and `deadline` says when `check` is wanted.
package struct ReceiverDemand: Sendable {
  /// How long the receiver goes on after the last one who wanted something; nil: for ever.
  package var patience: Duration? {
    didSet { deadline = isWanted ? patience.map { lastWanted + $0 } : nil }
  }
  /// Whether the receiver is to work now.
  package private(set) var isWanted = true
  /// When to look whether it still is.
  package private(set) var deadline: Instant?
  private var lastWanted: Instant

  /// A daemon begins as if somebody had just asked: whoever started it will.
  package init(patience: Duration?, from now: Instant) {
    self.patience = patience
    lastWanted = now
    deadline = patience.map { now + $0 }
  }

  /// Somebody asks, or does not listen any more; whether the receiver has rested until now.
  package mutating func wanted(at now: Instant) -> Bool {
    lastWanted = now
    // A deadline that is there only comes too early, and is then moved: cheaper than moving it each time.
    if deadline == nil { deadline = patience.map { now + $0 } }
    defer { isWanted = true }
    return !isWanted
  }

  /// The deadline has come; `isHeld` says whether somebody listens or waits at this moment.
  package mutating func check(at now: Instant, isHeld: Bool) {
    guard let patience else { return }
    if isHeld { lastWanted = now }
    isWanted = isWanted && now < lastWanted + patience
    deadline = isWanted ? lastWanted + patience : nil
  }
}
