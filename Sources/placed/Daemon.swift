import Configuration
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacesCore
import StateStore

/// Performs what the engine decides, on the loop: the one owner of the engine, the region files and the state.
@Loop
final class Daemon {
  private(set) var settings: Settings
  private(set) var log: Log
  private(set) var engine: Engine
  private(set) var regions: RegionSet
  let state: KeptState
  let access: AccessControl
  let histories: Histories
  /// Where the device roughly is, for those who may know no more.
  var reduced = ReducedLocator()
  private var zones = LocalZones()

  /// The open subscriptions, told of their topics by `Effect.notify`.
  var subscriptions: [SubscriberID: Subscription] = [:]
  /// Calls that wait for a fix, and of which accuracy. Each says whether it has been answered.
  private var waiters: [Int: (mode: DesiredAccuracy, attempt: @Loop () -> Bool)] = [:]
  /// What is in the place of the receiver, if anything is.
  var simulation: Simulation?
  /// Told of each fix that became the present one.
  var onFix: (@Loop (Fix) -> Void)?
  /// Told that what those who listen want of the receiver may have changed.
  var onWishes: (@Loop () -> Void)?
  private var lastNumber = 0
  /// Why the last attempt to save failed, if it did.
  private var failingState: StateError?

  init(settings: Settings, log: Log, regions: RegionSet, state: KeptState, rules: AccessRules) {
    self.settings = settings
    self.log = log
    self.regions = regions
    self.state = state
    access = AccessControl(rules: rules, grants: state.grants)
    histories = Histories(state.histories, isAllowed: settings.history.isKept)
    engine = Engine(selection: state.selection)
    _ = engine.handle(.histories(histories.used))
  }

  var now: Instant { Instant(nanoseconds: Clock.bootNanoseconds()) }
  var time: Timestamp { Timestamp(microseconds: Clock.wallMicroseconds()) }

  /// What clocks at a position show now.
  func localTime(at position: Coordinate) -> LocalTime { zones.localTime(time, at: position, regions) }

  /// What callers are shown now.
  var view: EngineView { EngineView(engine: engine, regions: regions, now: now) }

  /// The fix that stands for the present where this accuracy is wanted, or why there is none.
  func present(for accuracy: DesiredAccuracy) -> Result<Fix, Absence> {
    guard let fix = engine.current else { return .failure(Absence(engine.receiver)) }
    let age = now.since(fix.arrival)
    return age <= accuracy.staleAfter(atLeast: settings.location.staleAfter)
      ? .success(fix) : .failure(.old(age))
  }

  /// A number that has not been used before.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Engine

  /// Tells the engine what happened and does what it asks for.
  func perform(_ input: Engine.Input) {
    do throws(StateError) {
      try performSaving(input)
    } catch {
      // Said once: what led to it may come again with every fix.
      if failingState == nil { log.error("The state cannot be saved: \(error). It stays as it was for now.") }
      failingState = error
    }
  }

  /// As `perform`, for inputs that change what is kept: a failure to keep it is thrown, and nothing has changed.
  func performSaving(_ input: Engine.Input) throws(StateError) {
    var failure: StateError?
    for effect in engine.handle(input) {
      do throws(StateError) {
        try perform(effect)
      } catch {
        failure = error
      }
    }
    if case .source(.fix(let fix)) = input {
      if engine.current == fix {
        takeReduced(fix)
        onFix?(fix)
      }
      answerWaiters()
    }
    if let failure { throw failure }
  }

  private func perform(_ effect: Engine.Effect) throws(StateError) {
    switch effect {
    case .find(let query):
      try performSaving(regions.answer(query, at: localTime(at: query.center)))
    case .save(let change):
      try state.saveSelection(change.selection)
      if failingState != nil { log.info("The state can be saved again.") }
      failingState = nil
      try performSaving(.saved(change, at: time))
    case .notify(let id, let topics): subscriptions[id]?.tell(topics)
    }
  }

  /// Why choices are not kept at present, or soon will not be; nil if they are.
  var stateTrouble: String? {
    let state = "the state in \(settings.state.directory)"
    if let error = failingState ?? self.state.presentTrouble { return "\(state) cannot be kept: \(error)" }
    return self.state.foreseenTrouble.map { "\(state) can soon not be kept: \($0)" }
  }

  /// Tells the engine what the receiver says, unless a simulated location is in its place.
  func receive(_ event: FixEvent) {
    if simulation == nil { perform(.source(event)) }
  }

  // MARK: Waiting

  /// Tries to answer a call now, then after each fix until `timeout`, then for the last time.
  ///
  /// `attempt` is told whether it is the last one, and says whether it has answered.
  func wait(
    _ timeout: Duration, for mode: DesiredAccuracy, attempt: @escaping @Loop (_ isLast: Bool) -> Bool
  ) -> Waiting? {
    if attempt(timeout <= .zero) { return nil }
    let number = nextNumber()
    let timer = Loop.shared.timer(after: timeout) { [weak self] in
      self?.waiters[number] = nil
      _ = attempt(true)
    }
    let waiting = Waiting { [weak self] in
      timer.cancel()
      self?.waiters[number] = nil
    }
    waiters[number] = (
      mode,
      { [waiting] in
        guard attempt(false) else { return false }
        waiting.end()
        return true
      }
    )
    return waiting
  }

  /// The accuracies that those want who listen, or wait for a fix.
  var wantedAccuracies: Set<DesiredAccuracy> {
    Set(subscriptions.values.compactMap(\.mode)).union(waiters.values.map(\.mode))
  }

  /// Lets calls that wait try again.
  func answerWaiters() {
    for number in waiters.keys.sorted() { _ = waiters[number]?.attempt() }
  }

  // MARK: Reloading

  /// Takes new settings, as far as they are the daemon's, and other region files.
  func change(_ settings: Settings, _ regions: RegionSet) {
    self.regions = regions
    zones = LocalZones()
    log.level = settings.log.level
    histories.isAllowed = settings.history.isKept
    historiesChanged()
    change(settings)
    perform(.placesChanged)
  }

  /// Takes new settings for what subscribers left open.
  func change(_ settings: Settings) {
    self.settings = settings
    for subscription in subscriptions.values.sorted(by: { $0.id < $1.id }) {
      subscription.adapt(to: settings)
      perform(.change(subscription.id, subscription.interest))
    }
    onWishes?()
  }
}

/// A call that waits; ended by its answer, its timeout or its client's leaving.
@Loop
final class Waiting {
  private let onEnd: @Loop () -> Void

  init(onEnd: @escaping @Loop () -> Void) { self.onEnd = onEnd }

  func end() { onEnd() }
}
