import PlacesCore

/// The number by which the engine knows a subscriber.
package struct SubscriberID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package static func < (a: SubscriberID, b: SubscriberID) -> Bool { a.number < b.number }
}

/// What a subscriber wants to hear, and how often.
package struct Interest: Hashable, Sendable {
  package var topics: Set<Topic>
  package var distanceFilter: Metres
  package var minimumInterval: Duration
  package var desiredAccuracy: DesiredAccuracy
  /// How old a fix may be to be of use.
  package var staleAfter: Duration

  /// `distanceFilter` nil means every fix with `best_for_navigation`, and `fallback` otherwise.
  package init(
    topics: Set<Topic>, distanceFilter: Metres?, fallback: Metres, minimumInterval: Duration = .zero,
    desiredAccuracy: DesiredAccuracy, staleAfter: Duration = .seconds(10)
  ) {
    self.topics = topics
    self.distanceFilter = distanceFilter ?? (desiredAccuracy == .bestForNavigation ? 0 : fallback)
    self.minimumInterval = minimumInterval
    self.desiredAccuracy = desiredAccuracy
    self.staleAfter = desiredAccuracy.staleAfter(atLeast: staleAfter)
  }
}

/// A fix as it was delivered, with the reason.
package struct Delivery: Hashable, Sendable {
  package let fix: Fix
  package let reason: DeliveryReason
}

/// One subscriber's own path from fixes to deliveries.
struct Subscriber {
  private(set) var interest: Interest
  private(set) var delivery: Delivery?
  private var filter: DistanceFilter
  private var gate: AccuracyGate

  init(_ interest: Interest) {
    self.interest = interest
    filter = DistanceFilter(distance: interest.distanceFilter)
    gate = AccuracyGate(interest.desiredAccuracy)
  }

  /// Goes on with other wishes; the present fix, if it meets them, is delivered for that reason.
  mutating func change(_ interest: Interest, present fix: Fix?) -> Delivery? {
    self.interest = interest
    filter = DistanceFilter(distance: interest.distanceFilter, reference: delivery?.fix)
    gate = AccuracyGate(interest.desiredAccuracy)
    guard interest.topics.contains(.location) || interest.topics.contains(.likelyPlaces) else {
      delivery = nil
      return nil
    }
    guard let fix, fix != delivery?.fix, let exact = gate.admit(fix) else { return nil }
    filter = DistanceFilter(distance: interest.distanceFilter, reference: exact)
    let delivery = Delivery(fix: exact, reason: delivery == nil ? .first : .modeChanged)
    self.delivery = delivery
    return delivery
  }

  /// What to deliver of this fix, if anything.
  mutating func receive(_ fix: Fix) -> Delivery? {
    guard interest.topics.contains(.location) || interest.topics.contains(.likelyPlaces) else { return nil }
    if let last = delivery, fix.arrival.since(last.fix.arrival) < interest.minimumInterval { return nil }
    guard let exact = gate.admit(fix), let reason = filter.pass(exact) else { return nil }
    let delivery = Delivery(fix: exact, reason: reason)
    self.delivery = delivery
    return delivery
  }
}
