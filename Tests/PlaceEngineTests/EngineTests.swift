import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

/// An engine whose effects are performed at once on places in memory.
private struct Harness {
  var engine = Engine()
  var places: [Place] = []
  var coverage = Coverage.covered
  var queries: [PlaceQuery] = []
  var saves: [SelectionChange] = []
  var isDiskFull = false
  /// What each subscriber was told, in order.
  var told: [SubscriberID: [Set<Topic>]] = [:]

  mutating func feed(_ input: Engine.Input) {
    for effect in engine.handle(input) {
      switch effect {
      case .find(let query):
        queries.append(query)
        let near = places.map {
          NearbyPlace(place: $0, distance: $0.coordinate.distance(to: query.fix.coordinate))
        }
        feed(.found(query, near.filter { $0.distance <= query.radius }, coverage))
      case .save(let change):
        saves.append(change)
        if !isDiskFull { feed(.saved(change, at: Timestamp(microseconds: Int64(saves.count)))) }
      case .notify(let id, let topics): told[id, default: []].append(topics)
      }
    }
  }

  mutating func fix(_ coordinate: Coordinate, second: Double, accuracy: Metres? = 8) {
    if !engine.receiver.hasFix { feed(.source(.receiver(ReceiverState(.fix3D)))) }
    feed(.source(.fix(.at(coordinate, second: second, accuracy: accuracy))))
  }

  mutating func subscribe(
    _ number: Int, topics: Set<Topic> = Set(Topic.allCases), distanceFilter: Metres? = nil,
    minimumInterval: Duration = .zero, accuracy: DesiredAccuracy = .best
  ) -> SubscriberID {
    let id = SubscriberID(number)
    feed(
      .subscribe(
        id,
        Interest(
          topics: topics, distanceFilter: distanceFilter, fallback: 50, minimumInterval: minimumInterval,
          desiredAccuracy: accuracy)))
    return id
  }
}

@Suite struct EngineTests {
  @Test func `LOC-01 the first fix makes the list at once, and standing still makes no other`() {
    var harness = Harness()
    let id = harness.subscribe(1)
    for second in 0..<30 { harness.fix(.p0, second: Double(second)) }
    #expect(harness.queries.count == 1)
    #expect(harness.engine.list?.generation == 1)
    #expect(harness.engine.delivery(to: id)?.reason == .first)
    #expect(harness.told[id] == [[.receiver], [.location, .likelyPlaces]])
  }

  @Test func `LOC-12 without subscribers nothing is looked for`() {
    var harness = Harness()
    for second in 0..<60 { harness.fix(.p0.moved(north: Double(second) * 20), second: Double(second)) }
    #expect(harness.queries.isEmpty)
    harness.feed(.listWanted())
    #expect(harness.queries.count == 1)
    #expect(harness.engine.list?.fix == harness.engine.current)
    #expect(harness.engine.list?.reason == .refresh)
  }

  @Test func `a caller gets the list of here and now, and the same one while the device stands`() {
    var harness = Harness()
    harness.fix(.p0, second: 0)
    harness.feed(.listWanted())
    harness.fix(.p0.moved(north: 5), second: 1)
    harness.feed(.listWanted())
    #expect(harness.engine.list?.generation == 1)
    harness.fix(.p0.moved(north: 40), second: 2)
    harness.feed(.listWanted())
    #expect(harness.engine.list?.generation == 2)
    #expect(harness.engine.list?.fix == harness.engine.current)
  }

  @Test func `each subscriber has its own filter`() {
    var harness = Harness()
    let coarse = harness.subscribe(1, topics: [.location], distanceFilter: 99)
    let fine = harness.subscribe(2, topics: [.location], distanceFilter: 0)
    let navigation = harness.subscribe(3, topics: [.location], accuracy: .bestForNavigation)
    let rare = harness.subscribe(4, topics: [.location], distanceFilter: 0, minimumInterval: .seconds(5))
    for second in 0..<11 { harness.fix(.p0.moved(north: Double(second) * 20), second: Double(second)) }
    #expect(harness.told[coarse]?.count == 3)
    #expect(harness.told[fine]?.count == 11)
    #expect(harness.told[navigation]?.count == 11)
    #expect(harness.told[rare]?.count == 3)
    #expect(harness.queries.isEmpty)
  }

  @Test func `a late subscriber gets the present fix as its first`() {
    var harness = Harness()
    harness.fix(.p0, second: 0)
    let id = harness.subscribe(1)
    #expect(harness.engine.delivery(to: id)?.reason == .first)
    #expect(harness.engine.list != nil)
    // The next one shares the list of the same fix.
    let other = harness.subscribe(2)
    #expect(harness.engine.delivery(to: other)?.reason == .first)
    #expect(harness.queries.count == 1)
  }

  @Test func `a lost fix is told once and is no fix`() {
    var harness = Harness()
    let id = harness.subscribe(1, topics: [.receiver])
    harness.fix(.p0, second: 0)
    for _ in 0..<3 {
      harness.feed(.source(.receiver(ReceiverState(.stale, why: "no data from gpsd for 10 s"))))
    }
    #expect(harness.engine.current == nil)
    #expect(harness.engine.lastKnown != nil)
    #expect(harness.told[id] == [[.receiver], [.receiver]])
  }

  @Test func `a list that is wanted after a loss is made from the stay`() {
    var harness = Harness()
    harness.fix(.p0, second: 0)
    harness.feed(.source(.receiver(ReceiverState(.stale, why: "no data from gpsd for 10 s"))))
    harness.feed(.listWanted(at: .init(nanoseconds: 60_000_000_000)))
    #expect(harness.queries.count == 1)
    #expect(harness.queries.first?.stay.lost == 60)
  }

  @Test func `after a loss the subscriber hears only of a real move`() {
    var harness = Harness()
    let id = harness.subscribe(1, topics: [.location])
    harness.fix(.p0, second: 0)
    harness.feed(.source(.receiver(ReceiverState(.stale))))
    harness.fix(.p0.moved(north: 5), second: 60)
    harness.fix(.p0.moved(north: 70), second: 61)
    #expect(harness.told[id]?.count == 2)
  }

  @Test func `an outlier moves nothing`() {
    var harness = Harness()
    let id = harness.subscribe(1, topics: [.location])
    harness.fix(.p0, second: 0)
    harness.fix(.p0.moved(north: 4000), second: 1)
    #expect(harness.told[id]?.count == 1)
    #expect(harness.engine.current?.coordinate == .p0)
  }

  @Test func `a selection counts when it is saved`() throws {
    var harness = Harness()
    let id = harness.subscribe(1, topics: [.selection])
    let selection = Selection(place: .named("A", at: .p0), source: .likely, since: Timestamp(microseconds: 5))
    harness.isDiskFull = true
    harness.feed(.select(selection))
    #expect(harness.saves.map(\.selection) == [selection])
    #expect(harness.engine.selection.selection == nil)
    harness.feed(.saved(harness.saves[0], at: Timestamp(microseconds: 6)))
    #expect(harness.engine.selection.selection == selection)
    #expect(harness.engine.selection.changed == Timestamp(microseconds: 5))
    #expect(harness.engine.selection.endReason == nil)
    #expect(harness.told[id] == [[.selection]])
  }

  @Test func `a selection ends by another or by clearing`() {
    var harness = Harness()
    let time = Timestamp(microseconds: 1)
    harness.feed(.select(nil))
    #expect(harness.saves.isEmpty)
    for name in ["A", "B"] {
      let place = Place.named(name, at: .p0)
      harness.feed(.select(Selection(place: place, source: .other, since: time)))
    }
    #expect(harness.engine.selection.endReason == .replaced)
    harness.feed(.select(nil))
    #expect(harness.engine.selection.endReason == .cleared)
    #expect(harness.engine.selection.selection == nil)
  }

  @Test func `the list is made anew after a selection and after new data, and told`() {
    var harness = Harness()
    harness.places = [.named("A", at: .p0)]
    let id = harness.subscribe(1, topics: [.likelyPlaces])
    harness.fix(.p0, second: 0)
    let time = Timestamp(microseconds: 1)
    harness.feed(.select(Selection(place: harness.places[0], source: .likely, since: time)))
    #expect(harness.engine.list?.generation == 2)
    harness.places.append(.named("B", at: .p0))
    harness.feed(.placesChanged)
    #expect(harness.engine.list?.generation == 3)
    #expect(harness.engine.list?.ranking.places.count == 2)
    #expect(harness.told[id]?.count == 3)
  }

  @Test func `an ended subscription hears nothing`() {
    var harness = Harness()
    let id = harness.subscribe(1)
    harness.feed(.unsubscribe(id))
    harness.fix(.p0, second: 0)
    #expect(harness.told[id] == nil)
    #expect(harness.queries.isEmpty)
  }

  @Test func `LOC-09 a selection ends when the device has left, once that is saved`() {
    let cafe = Place.named("A", at: .p0)
    let kept = Selection(place: cafe, source: .other, since: Timestamp(microseconds: 1))
    var harness = Harness(engine: Engine(selection: kept))
    let id = harness.subscribe(1, topics: [.selection])
    harness.fix(.p0.moved(north: 30), second: 0)
    // After a gap, as a drive without reception makes one.
    for second in 0..<2 { harness.fix(.p0.moved(north: 5000), second: 60 + Double(second)) }
    #expect(harness.engine.selection.selection == kept)
    harness.isDiskFull = true
    for second in 2..<8 { harness.fix(.p0.moved(north: 5000), second: 60 + Double(second)) }
    #expect(harness.engine.selection.selection == kept)
    #expect(harness.saves.count == 2)
    #expect(harness.told[id] == nil)
    harness.isDiskFull = false
    for second in 8..<11 { harness.fix(.p0.moved(north: 5000), second: 60 + Double(second)) }
    #expect(harness.engine.selection.selection == nil)
    #expect(harness.engine.selection.endReason == .left)
    #expect(harness.told[id] == [[.selection]])
    for second in 11..<20 { harness.fix(.p0.moved(north: 5000), second: 60 + Double(second)) }
    #expect(harness.saves.count == 3)
  }

  @Test func `a likely place that was kept is left even if the device never comes back`() {
    let kept = Selection(place: .named("A", at: .p0), source: .likely, since: Timestamp(microseconds: 1))
    var harness = Harness(engine: Engine(selection: kept))
    for second in 0..<3 { harness.fix(.p0.moved(north: 5000), second: Double(second)) }
    #expect(harness.engine.selection.endReason == .left)
  }

  @Test func `LOC-04 a far poorer fix does not replace a good one that is 2 s old`() {
    var harness = Harness()
    harness.places = [.named("Near", at: .p0)]
    let id = harness.subscribe(1)
    let navigation = harness.subscribe(2, topics: [.location], accuracy: .bestForNavigation)
    harness.fix(.p0, second: 0, accuracy: 3)
    // gpsd computes eph 484.5 from an HDOP of 25.5: a 68 % radius of 299 m.
    let far = Coordinate.p0.moved(north: 800)
    harness.fix(far, second: 2, accuracy: 299)
    #expect(harness.engine.current?.coordinate == .p0)
    #expect(harness.engine.lastKnown?.coordinate == far)
    #expect(harness.told[id]?.count == 2 && harness.queries.count == 1)
    #expect(harness.engine.delivery(to: navigation)?.fix.coordinate == far)
    for second in 3..<30 { harness.fix(far, second: Double(second), accuracy: 299) }
    #expect(harness.engine.current?.coordinate == .p0)
    // Who has no better one for half a minute has to do with it; what it says of places is next to nothing.
    harness.fix(far, second: 30, accuracy: 299)
    #expect(harness.engine.current?.coordinate == far)
    harness.feed(.listWanted())
    #expect(harness.engine.list?.ranking.places.allSatisfy { $0.likelihood < 0.2 } == true)
  }

  @Test func `wishes that change take effect at once`() {
    var harness = Harness()
    let id = harness.subscribe(1, topics: [.location], distanceFilter: 500)
    harness.fix(.p0, second: 0)
    harness.fix(.p0.moved(north: 100), second: 10)
    #expect(harness.told[id]?.count == 1)
    let finer = Interest(topics: [.location], distanceFilter: 50, fallback: 50, desiredAccuracy: .best)
    harness.feed(.change(id, finer))
    #expect(harness.told[id]?.count == 2)
    #expect(harness.engine.delivery(to: id)?.reason == .modeChanged)
    harness.feed(.change(id, finer))
    #expect(harness.told[id]?.count == 2)
    for second in 11..<40 {
      harness.fix(.p0.moved(north: 100 + Double(second - 10) * 3), second: Double(second))
    }
    #expect(harness.engine.delivery(to: id)?.reason == .moved)
    #expect(harness.told[id]?.count == 3)
  }

  @Test func `a fix that is too old for a new subscriber's accuracy is not its first`() {
    var harness = Harness()
    harness.fix(.p0, second: 0)
    let now = Instant(nanoseconds: 100_000_000_000)
    for (number, accuracy) in [(1, DesiredAccuracy.best), (2, .kilometer)] {
      let interest = Interest(
        topics: [.location], distanceFilter: nil, fallback: 50, desiredAccuracy: accuracy)
      harness.feed(.subscribe(SubscriberID(number), interest, at: now))
    }
    #expect(harness.engine.delivery(to: SubscriberID(1)) == nil)
    #expect(harness.engine.delivery(to: SubscriberID(2)) != nil)
  }
}
