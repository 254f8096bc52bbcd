import LinuxIO
import PlaceEngine
import PlacesCore

/// Has the receiver work as far as somebody wants positions, and releases it a while after.
@Loop
final class ReceiverKeeper {
  /// What the receiver is told.
  enum Order {
    case start
    case pause
    case resume
    case stop(why: String)
    /// After how long a fix is stale.
    case staleAfter(DesiredAccuracy)
  }

  private let time: any TimeSource
  private var duty: ReceiverDuty
  private var timer: (due: Instant, timer: LoopTimer)?
  /// The accuracies that those want who listen or wait.
  private let held: @Loop () -> Set<DesiredAccuracy>
  private let give: @Loop (Order) -> Void

  init(
    patience: Duration?, time: any TimeSource = SystemTime.shared,
    held: @escaping @Loop () -> Set<DesiredAccuracy>,
    give: @escaping @Loop (Order) -> Void
  ) {
    self.time = time
    duty = ReceiverDuty(patience: patience, from: Instant(nanoseconds: time.bootNanoseconds))
    self.held = held
    self.give = give
    schedule()
  }

  /// What the receiver is to do now.
  var state: ReceiverDuty.State { duty.state }
  var mode: DesiredAccuracy { duty.mode }

  /// Changes after how long it is released.
  func change(patience: Duration?) {
    duty.patience = patience
    update()
  }

  /// Somebody asks for a position, or stops listening for one; whether the receiver did not work until now.
  @discardableResult
  func wanted(_ mode: DesiredAccuracy) -> Bool {
    let rested = duty.state != .watching
    duty.ask(for: mode, at: now)
    if rested || mode < duty.mode { update() } else { schedule() }
    return rested && duty.state == .watching
  }

  /// A fix has come that counts.
  func received(_ fix: Fix, roundEnd: Instant?) {
    let former = duty.state
    duty.receive(fix, roundEnd: roundEnd)
    if duty.state != former { give(.pause) }
    schedule()
  }

  /// What is wanted may have changed.
  func update() {
    let (state, mode) = (duty.state, duty.mode)
    duty.update(held: held(), at: now)
    if duty.mode != mode { give(.staleAfter(duty.mode)) }
    switch (state, duty.state) {
    case (.released, .watching), (.released, .pausing): give(.start)
    case (.pausing, .watching): give(.resume)
    case (.watching, .pausing): give(.pause)
    case (.watching, .released), (.pausing, .released):
      let time = duty.patience.map { " for \(Self.words($0))" } ?? ""
      give(.stop(why: "the receiver rests: nobody has asked\(time)"))
    case (.released, .released), (.watching, .watching), (.pausing, .pausing): break
    }
    schedule()
  }

  /// Sets the timer to the next deadline. One that goes off too early looks again; that is cheaper than setting it
  /// anew with every question.
  private func schedule() {
    guard let due = duty.deadline else {
      timer?.timer.cancel()
      timer = nil
      return
    }
    if let timer {
      guard due < timer.due else { return }
      timer.timer.cancel()
    }
    timer = (
      due,
      time.timer(after: due.since(now)) { [weak self] in
        self?.timer = nil
        self?.update()
      }
    )
  }

  private var now: Instant { Instant(nanoseconds: time.bootNanoseconds) }

  private static func words(_ duration: Duration) -> String {
    let seconds = Int(duration.seconds.rounded())
    return seconds >= 120 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}
