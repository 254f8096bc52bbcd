import Configuration
import LinuxIO
import PlaceEngine
import PlacedInterface
import PlacesCore
import StateStore

/// What each caller is shown, by what it may see.
extension Daemon {
  // MARK: Rights

  /// What a caller may see.
  func access(of peer: PeerCredentials) -> Access { access.access(of: peer) }

  /// Where a caller's search is to look first: where the device is, as far as the caller may know, or else the default
  /// location. Nil if there is neither.
  func searchPoint(for peer: PeerCredentials) -> Coordinate? {
    switch access(of: peer).sight {
    case .full: engine.current?.coordinate ?? settings.location.defaultLocation
    case .reduced: presentReduced?.coordinate ?? settings.location.defaultLocation
    case .none: settings.location.defaultLocation
    }
  }

  /// Takes a decision about a user's access, which holds at once. If it cannot be kept, nothing has changed.
  func decide(_ decision: Access, of uid: UInt32) throws(StateError) {
    try access.decide(decision, of: uid, in: state)
    accessChanged()
  }

  /// Takes other rules.
  func change(_ rules: AccessRules) {
    access.rules = rules
    accessChanged()
  }

  /// Looks at everybody's access again: subscriptions stay open and hear of a change, calls that wait are answered.
  func accessChanged() {
    for subscription in subscriptions.values.sorted(by: { $0.id < $1.id }) {
      let access = access(of: subscription.peer)
      guard access != subscription.access else { continue }
      subscription.change(access) { perform(.change(subscription.id, subscription.interest)) }
    }
    answerWaiters()
    onWishes?()
  }

  // MARK: Reduced location

  /// The reduced location while it stands for the present.
  var presentReduced: ReducedLocation? {
    guard let location = reduced.location,
      now.since(location.since) <= DesiredAccuracy.reduced.staleAfter(atLeast: settings.location.staleAfter)
    else { return nil }
    return location
  }

  /// Takes the present fix for those who may see it roughly, and tells them if it is of a new quarter of an hour.
  func takeReduced(_ fix: Fix) {
    guard reduced.take(fix, at: time) else { return }
    for subscription in subscriptions.values.sorted(by: { $0.id < $1.id })
    where subscription.sight == .reduced {
      subscription.tell([.location])
    }
  }

  // MARK: Views

  /// What is new of these topics for a subscription.
  func update(_ topics: Set<Topic>, for subscription: Subscription) -> Wire.Update {
    var update =
      switch subscription.sight {
      case .full:
        view.update(topics, for: subscription.id, uid: subscription.peer.uid, wish: subscription.wish)
      case .reduced: reducedUpdate(topics)
      case .none: Wire.Update(sequence: 0)
      }
    update.authorization = topics.contains(.authorization) ? subscription.access.wire : nil
    if subscription.sight == .none, !subscription.topics.subtracting([.authorization]).isEmpty {
      update.problem = Absence.noAccess(subscription.access).problem
    }
    return update
  }

  private func reducedUpdate(_ topics: Set<Topic>) -> Wire.Update {
    var update = Wire.Update(sequence: 0)
    let location = presentReduced
    if topics.contains(.receiver) { update.receiver = reducedReceiver }
    if topics.contains(.location) {
      update.location = location.map(Wire.Location.init)
      if location == nil { update.problem = Absence.notReduced.problem }
    }
    if topics.contains(.activity) { update.busy = false }
    if !topics.isDisjoint(with: [.likelyPlaces, .selection, .visits]) {
      update.problem = Absence.fullAccuracyRequired.problem
    }
    return update
  }

  /// The receiver as far as the reduced location shows it: how it really stands tells of tunnels and houses.
  var reducedReceiver: Wire.Receiver {
    presentReduced == nil
      ? Wire.Receiver(state: "searching", why: Absence.notReduced.why) : Wire.Receiver(state: "fix_2d")
  }
}
