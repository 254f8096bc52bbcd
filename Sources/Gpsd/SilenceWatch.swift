import PlacesCore

/// Tells a gpsd that has nothing to say from one that is no longer there.
///
/// Silence alone is normal: no sky, no receiver. After 30 s of it gpsd is asked for its devices, which it answers
/// at once if it lives; the connection is given up if nothing at all comes within 5 s more.
struct SilenceWatch {
  enum Action: Equatable {
    case none
    case ask
    case giveUp
  }

  static let patience: Duration = .seconds(30)
  static let answerTime: Duration = .seconds(5)

  private var lastHeard: Instant
  private var asked: Instant?

  init(from now: Instant) { lastHeard = now }

  /// When `check` has something to do.
  var deadline: Instant { asked.map { $0 + SilenceWatch.answerTime } ?? lastHeard + SilenceWatch.patience }

  /// Bytes came.
  mutating func heard(_ now: Instant) {
    lastHeard = now
    asked = nil
  }

  mutating func check(_ now: Instant) -> Action {
    guard now >= deadline else { return .none }
    if asked != nil { return .giveUp }
    asked = now
    return .ask
  }
}
