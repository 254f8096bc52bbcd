import PlacesCore

/// When the receiver is to work: for the finest accuracy that anybody wants, with the rests that this one allows, and
/// not at all once nobody has wanted anything for a while.
///
/// It knows no clock: each event brings its moment, and `deadline` says when `update` is wanted.
package struct ReceiverDuty: Sendable {
  package enum State: Hashable, Sendable {
    /// Nobody wants positions.
    case released
    case watching
    /// Between two fixes of a mode that does not need every one.
    case pausing
  }

  /// How long a question is remembered as a wish; nil: the receiver always works.
  package var patience: Duration?
  package private(set) var state = State.watching
  /// The finest accuracy that is wanted; the last one while nobody wants any.
  package private(set) var mode = DesiredAccuracy.best
  /// When each accuracy was last asked for.
  private var asked: [DesiredAccuracy: Instant]
  private var watchingSince: Instant
  /// The first fix since then.
  private var firstFix: Instant?
  /// When the pause ends, and which accuracy allowed it.
  private var wake: (at: Instant, mode: DesiredAccuracy)?

  /// How long a receiver may search before it rests as if it had found something: a cold start takes 30 to 45 s.
  static let searchTime = Duration.seconds(60)

  /// A daemon begins as if somebody had just asked: whoever started it will.
  package init(patience: Duration?, from now: Instant) {
    self.patience = patience
    asked = [.best: now]
    watchingSince = now
  }

  /// When to look again whether something changes.
  package var deadline: Instant? {
    let forgetting = patience.flatMap { patience in asked.values.min().map { $0 + patience } }
    let search =
      state == .watching && mode.interval != nil ? watchingSince + ReceiverDuty.searchTime : nil
    return [forgetting, wake?.at, search].compactMap(\.self).min()
  }

  /// Somebody asks for a position of this accuracy, or does not listen for one any more.
  package mutating func ask(for mode: DesiredAccuracy, at now: Instant) { asked[mode] = now }

  /// Something may have changed: time has passed, or what those who listen and wait want.
  package mutating func update(held: Set<DesiredAccuracy>, at now: Instant) {
    if let patience { asked = asked.filter { now < $0.value + patience } }
    var wishes = held.union(asked.keys)
    if patience == nil { wishes.insert(.best) }
    guard let finest = wishes.min() else {
      state = .released
      wake = nil
      return
    }
    let former = mode
    mode = finest
    switch state {
    case .released: watch(from: now)
    case .pausing:
      guard let wake, finest.interval != nil, finest >= wake.mode, now < wake.at else {
        return watch(from: now)
      }
    case .watching:
      guard let interval = finest.interval else { return }
      // A receiver that has worked all along begins its first round now.
      if former.interval == nil { watch(from: now) }
      if now >= watchingSince + ReceiverDuty.searchTime { pause(until: now + interval) }
    }
  }

  /// A fix has come that counts; `roundEnd` is when the next is of use to those who want a reduced location.
  package mutating func receive(_ fix: Fix, roundEnd: Instant? = nil) {
    guard state == .watching, let interval = mode.interval else { return }
    let (now, first) = (fix.arrival, firstFix ?? fix.arrival)
    firstFix = first
    switch mode {
    case .nearestTenMeters:
      if mode.accepts(fix) || now.since(first) >= AccuracyGate.patience { pause(until: now + interval) }
    case .reduced: pause(until: roundEnd ?? now + interval)
    default: if mode.accepts(fix) { pause(until: max(watchingSince + interval, now + interval / 2)) }
    }
  }

  private mutating func watch(from now: Instant) {
    state = .watching
    watchingSince = now
    firstFix = nil
    wake = nil
  }

  private mutating func pause(until end: Instant) {
    state = .pausing
    wake = (end, mode)
  }
}
