import LinuxIO
import PlaceEngine
import PlacesCore

/// Has the receiver work while somebody wants positions, and releases it a while after.
@Loop
final class ReceiverKeeper {
  private var demand: ReceiverDemand
  private var timer: LoopTimer?
  /// Whether somebody listens or waits.
  private let isHeld: @Loop () -> Bool
  /// Starts the receiver, or stops it for the reason given.
  private let switchOn: @Loop () -> Void
  private let switchOff: @Loop (_ why: String) -> Void

  init(
    patience: Duration?, isHeld: @escaping @Loop () -> Bool, switchOn: @escaping @Loop () -> Void,
    switchOff: @escaping @Loop (_ why: String) -> Void
  ) {
    demand = ReceiverDemand(patience: patience, from: Self.now)
    self.isHeld = isHeld
    self.switchOn = switchOn
    self.switchOff = switchOff
    schedule()
  }

  /// Whether the receiver is to work now.
  var isWanted: Bool { demand.isWanted }

  /// Changes after how long it is released.
  func change(patience: Duration?) {
    demand.patience = patience
    if patience == nil { wanted() }
    schedule()
  }

  /// Somebody wants positions, or stops doing so; whether the receiver had to be started.
  @discardableResult
  func wanted() -> Bool {
    let hasRested = demand.wanted(at: Self.now)
    if hasRested { switchOn() }
    if timer == nil { schedule() }
    return hasRested
  }

  private func schedule() {
    timer?.cancel()
    timer = demand.deadline.map { deadline in
      Loop.shared.timer(after: deadline.since(Self.now)) { [weak self] in self?.check() }
    }
  }

  private func check() {
    timer = nil
    demand.check(at: Self.now, isHeld: isHeld())
    if !demand.isWanted, let patience = demand.patience {
      switchOff("the receiver rests: nobody has asked for \(Self.words(patience))")
    }
    schedule()
  }

  private static var now: Instant { Instant(nanoseconds: Clock.bootNanoseconds()) }

  private static func words(_ duration: Duration) -> String {
    let seconds = Int(duration.seconds.rounded())
    return seconds >= 120 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}
