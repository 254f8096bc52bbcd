import PlacesCore

/// The state of the daemon and every decision about it: what happened goes in, what is to be done comes out.
///
/// It does nothing itself. Whoever owns it performs the effects in their order and hands back what came of them,
/// so that the same inputs always lead to the same outputs.
package struct Engine: Sendable {
  /// Something that happened.
  package enum Input: Sendable {
    case source(FixEvent)
    /// With the moment, for which a fix may be too old; without one any present fix will do.
    case subscribe(SubscriberID, Interest, at: Instant? = nil)
    /// A subscriber wants something else from now on.
    case change(SubscriberID, Interest)
    case unsubscribe(SubscriberID)
    /// A caller wants the list for where the device is at this moment; without one, at that of the last fix.
    case listWanted(at: Instant? = nil)
    /// The answer to `Effect.find`, with what the clocks around show then.
    case found(PlaceQuery, [NearbyPlace], Coverage, at: LocalTime? = nil)
    /// What users said earlier, of each whose history is used.
    case histories([UInt32: PersonalHistory])
    /// The region files changed.
    case placesChanged
    /// The user chose a place, or took the choice back.
    case select(Selection?)
    /// The answer to `Effect.save`: it is durable now.
    case saved(SelectionChange, at: Timestamp)
  }

  /// Something to do.
  package enum Effect: Hashable, Sendable {
    /// Look for places, and hand back `Input.found`.
    case find(PlaceQuery)
    /// Make the selection durable, then hand back `Input.saved`; if that fails, nothing has changed.
    case save(SelectionChange)
    /// Tell a subscriber about these topics.
    case notify(SubscriberID, Set<Topic>)
  }

  package private(set) var receiver = ReceiverState(.absent, why: "not connected to gpsd yet")
  /// The present fix; nil while there is none.
  package private(set) var current: Fix?
  /// The newest fix there has been, whatever its age.
  package private(set) var lastKnown: Fix?
  package private(set) var list: PlaceList?
  package private(set) var selection: SelectionState

  private var histories: [UInt32: PersonalHistory] = [:]
  private var outliers = OutlierGate()
  /// What the fixes of the last minutes come to.
  private var stay = Stay()
  private var subscribers: [SubscriberID: Subscriber] = [:]
  /// Who hears of the next list, and of what besides.
  private var awaitingList: [SubscriberID: Set<Topic>] = [:]
  private var lastGeneration: Int64 = 0
  /// Watches for the device's leaving the selected place.
  private var departure: Departure?

  /// How far the present fix must be from the one of the list (beyond what noise explains) for a caller to get a
  /// new list: a question is answered for here and now, and an unmoved device gets the same answer twice.
  static let refreshDistance: Metres = 10

  /// For so long after a fix was lost the stay of then is taken for the present one: who goes inside stays about half an
  /// hour, and comes out where he went in.
  package static let indoorTime = Duration.seconds(1800)

  /// Starts with the selection that was kept.
  package init(selection: Selection? = nil) {
    self.selection = SelectionState(selection)
    departure = selection.map { Departure(from: $0.place, wasThere: $0.source == .likely) }
  }

  package mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .source(.fix(let fix)): receive(fix)
    case .source(.receiver(let state)): change(state)
    case .subscribe(let id, let interest, let moment): subscribe(id, interest, at: moment)
    case .change(let id, let interest): change(id, interest)
    case .unsubscribe(let id): unsubscribe(id)
    case .listWanted(let moment): refreshList(at: moment)
    case .found(let query, let places, let coverage, let time): swapList(query, places, coverage, time)
    case .histories(let histories): change(histories)
    case .placesChanged: renewList()
    case .select(let wish): select(wish)
    case .saved(let change, let time): commit(change, at: time)
    }
  }

  /// What was last delivered to a subscriber.
  package func delivery(to id: SubscriberID) -> Delivery? { subscribers[id]?.delivery }

  /// What is known of where the device is at a moment; nil before the first fix.
  package func stay(at moment: Instant) -> StayEvidence? { stay.evidence(at: moment, isLost: current == nil) }

  /// The same where it stands for the present: there is a fix, or a receiver that works has lost it a while ago, and not
  /// on the road, as happens on going inside.
  package func presentStay(at moment: Instant) -> StayEvidence? {
    guard let stay = stay(at: moment) else { return nil }
    guard let lost = stay.lost else { return stay }
    let isWorking = receiver.kind == .searching || receiver.kind == .stale
    return isWorking && stay.movement < 0.5 && lost <= Engine.indoorTime.seconds ? stay : nil
  }

  /// What to keep of a user's word about where the device is at a moment; nil if nobody knows where it really is, or the
  /// place is too far away to be at. `utcOffset` tells how far clocks are ahead of UTC somewhere, in seconds.
  package func entry(
    _ verdict: PersonalHistory.Verdict, _ place: Place?, at moment: Instant, time: Timestamp,
    utcOffset: (Coordinate) -> Int
  ) -> PersonalHistory.Entry? {
    guard let stay = stay(at: moment), !stay.fix.simulated else { return nil }
    if verdict == .here, let place {
      let distance =
        place.footprint?.distance(from: stay.position) ?? place.coordinate.distance(to: stay.position)
      guard distance <= LikelihoodRanking.searchRadius(for: stay) else { return nil }
    }
    return PersonalHistory.Entry(
      verdict, place: place?.id, name: place?.name, at: stay.position, time: time,
      utcOffset: utcOffset(stay.position))
  }

  // MARK: Position

  private mutating func receive(_ fix: Fix) -> [Effect] {
    guard outliers.admit(fix) else { return [] }
    lastKnown = fix
    // For navigation everything counts, also what the others are better off without.
    let counts = current.map { !fix.worsens($0) } ?? true
    if counts {
      current = fix
      stay.add(fix)
    }
    var round = DeliveryRound()
    for id in subscribers.keys.sorted()
    where counts || subscribers[id]?.interest.desiredAccuracy == .bestForNavigation {
      deliver(fix, to: id, in: &round)
    }
    guard counts else { return round.effects(present: list, stay, awaiting: &awaitingList) }
    let effects = round.effects(present: list, stay, awaiting: &awaitingList)
    guard departure?.hasLeft(at: fix) == true else { return effects }
    return effects + [.save(SelectionChange(to: nil, ending: .left))]
  }

  private mutating func change(_ state: ReceiverState) -> [Effect] {
    guard state != receiver else { return [] }
    // Another receiver is no jump of the one before.
    if state.device != receiver.device { outliers = OutlierGate() }
    receiver = state
    if !state.hasFix { current = nil }
    return notify(.receiver)
  }

  private mutating func deliver(_ fix: Fix, to id: SubscriberID, in round: inout DeliveryRound) {
    guard let delivery = subscribers[id]?.receive(fix), let topics = subscribers[id]?.interest.topics else {
      return
    }
    round.add(delivery, for: id, topics: topics.intersection([.location, .likelyPlaces]))
  }

  // MARK: Subscribers

  private mutating func subscribe(_ id: SubscriberID, _ interest: Interest, at moment: Instant?) -> [Effect] {
    subscribers[id] = Subscriber(interest)
    guard let current, moment.map({ $0.since(current.arrival) <= interest.staleAfter }) ?? true else {
      return []
    }
    var round = DeliveryRound()
    deliver(current, to: id, in: &round)
    return round.effects(present: list, stay, awaiting: &awaitingList)
  }

  private mutating func change(_ id: SubscriberID, _ interest: Interest) -> [Effect] {
    guard let subscriber = subscribers[id], subscriber.interest != interest else { return [] }
    awaitingList[id] = nil
    guard let delivery = subscribers[id]?.change(interest, present: current) else { return [] }
    var round = DeliveryRound()
    round.add(delivery, for: id, topics: interest.topics.intersection([.location, .likelyPlaces]))
    return round.effects(present: list, stay, awaiting: &awaitingList)
  }

  private mutating func unsubscribe(_ id: SubscriberID) -> [Effect] {
    subscribers[id] = nil
    awaitingList[id] = nil
    return []
  }

  private func notify(_ topic: Topic) -> [Effect] {
    subscribers.filter { $0.value.interest.topics.contains(topic) }.keys.sorted().map { .notify($0, [topic]) }
  }

  // MARK: List

  private mutating func refreshList(at moment: Instant?) -> [Effect] {
    guard let evidence = stay.evidence(at: moment, isLost: current == nil) else { return [] }
    if let list, !isNews(evidence, to: list) { return [] }
    return [.find(PlaceQuery(fix: evidence.fix, stay: evidence, reason: .refresh))]
  }

  /// Whether the same question would get another answer than the list: the device has moved, or more is known of its
  /// stay.
  private func isNews(_ evidence: StayEvidence, to list: PlaceList) -> Bool {
    var filter = DistanceFilter(distance: Engine.refreshDistance, reference: list.fix)
    return filter.pass(evidence.fix) != nil || evidence.isNews(to: list.stay)
  }

  private mutating func swapList(
    _ query: PlaceQuery, _ places: [NearbyPlace], _ coverage: Coverage, _ time: LocalTime?
  ) -> [Effect] {
    lastGeneration += 1
    let scores = CandidateScores(candidates: places, stay: query.stay, at: time)
    var personal: [UInt32: LikelihoodRanking] = [:]
    if let time {
      for (uid, history) in histories where history.isAbout(query.center) {
        personal[uid] = LikelihoodRanking(
          scores, evidence: history.evidence(around: query.center, at: time))
      }
    }
    list = PlaceList(
      generation: lastGeneration, fix: query.fix, stay: query.stay, reason: query.reason,
      ranking: LikelihoodRanking(scores), personal: personal, coverage: coverage, localTime: time)
    defer { awaitingList = [:] }
    return awaitingList.keys.sorted().map { .notify($0, awaitingList[$0] ?? []) }
  }

  private mutating func change(_ histories: [UInt32: PersonalHistory]) -> [Effect] {
    guard histories != self.histories else { return [] }
    self.histories = histories
    return renewList()
  }

  /// Makes the list anew for the same fix, for everyone who has one.
  private mutating func renewList() -> [Effect] {
    guard let list else { return [] }
    for (id, subscriber) in subscribers where subscriber.interest.topics.contains(.likelyPlaces) {
      awaitingList[id, default: []].insert(.likelyPlaces)
    }
    return [.find(PlaceQuery(fix: list.fix, stay: list.stay, reason: list.reason))]
  }

  // MARK: Selection

  private func select(_ wish: Selection?) -> [Effect] {
    let isSelected = selection.selection != nil
    if wish == nil, !isSelected { return [] }
    let ending: SelectionState.EndReason? = isSelected ? (wish == nil ? .cleared : .replaced) : nil
    return [.save(SelectionChange(to: wish, ending: ending))]
  }

  private mutating func commit(_ change: SelectionChange, at time: Timestamp) -> [Effect] {
    selection.apply(change, at: time)
    departure = change.selection.map { chosen in
      current.map { Departure(from: chosen.place, at: $0) }
        ?? Departure(from: chosen.place, wasThere: chosen.source == .likely)
    }
    return notify(.selection) + renewList()
  }
}

/// Who gets what of one fix.
private struct DeliveryRound {
  private var deliveries: [(id: SubscriberID, delivery: Delivery, topics: Set<Topic>)] = []

  mutating func add(_ delivery: Delivery, for id: SubscriberID, topics: Set<Topic>) {
    deliveries.append((id, delivery, topics))
  }

  /// Those who want a list that is still to be made are told when it is there, of the location too; the others at
  /// once.
  func effects(present list: PlaceList?, _ stay: Stay, awaiting: inout [SubscriberID: Set<Topic>]) -> [Engine
    .Effect]
  {
    var effects: [Engine.Effect] = []
    var query: PlaceQuery?
    for (id, delivery, topics) in deliveries {
      if topics.contains(.likelyPlaces), list?.fix != delivery.fix {
        awaiting[id, default: []].formUnion(topics)
        query = PlaceQuery(
          fix: delivery.fix, stay: stay.evidence() ?? StayEvidence(delivery.fix), reason: delivery.reason)
      } else {
        effects.append(.notify(id, topics))
      }
    }
    if let query { effects.append(.find(query)) }
    return effects
  }
}
