import PlacedTestKit
import PlacesCore
import Testing

/// One term after the other: what each is to do, all else being equal.
@Suite struct LikelihoodTermsTests {
  /// 2024-10-07, a Monday.
  private func monday(_ hour: Int, days: Int = 0) -> LocalTime {
    LocalTime(day: 20_003 + days, minute: hour * 60)
  }

  private func rank(
    _ places: [Place], at time: LocalTime? = nil, speed: Double? = nil, accuracy: Metres = 8,
    evidence: PersonalEvidence = PersonalEvidence()
  ) -> LikelihoodRanking {
    var fix = Fix.at(.p0, accuracy: accuracy)
    fix.speed = speed
    return LikelihoodRanking(
      candidates: places.map {
        NearbyPlace(
          place: $0, distance: $0.footprint?.distance(from: .p0) ?? $0.coordinate.distance(to: .p0))
      },
      fix: fix, at: time, evidence: evidence)
  }

  private func square(_ halfSide: Double, east: Double = 0) -> Footprint? {
    Footprint(rings: [
      [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
        .p0.moved(north: $0.0 * halfSide, east: east + $0.1 * halfSide)
      }
    ])
  }

  @Test func `daypart: the café in the morning, the bar at night`() {
    let places = [Place.named("Cafe", at: .p0, "cafe"), .named("Bar", at: .p0, "bar")]
    #expect(monday(8).weekday == 0)
    #expect(rank(places, at: monday(8)).places[0].place.name == "Cafe")
    #expect(rank(places, at: monday(22)).places[0].place.name == "Bar")
    // Nobody told the time: no hour is preferred.
    #expect(rank(places).places.allSatisfy { $0.terms.daypart == 1 && $0.terms.open == 1 })
  }

  @Test func `daypart: its mean over a week is about one`() {
    for habit in VisitHabit.allCases {
      let all = (0..<7).flatMap { day in (0..<24).map { habit.factor(at: monday($0, days: day)) } }
      #expect((0.5...1.6).contains(all.reduce(0, +) / 168), "\(habit)")
    }
  }

  @Test func `open: closed by the sign counts least, about to open in between`() throws {
    var shop = Place.named("Shop", at: .p0, "book_store")
    shop.openingHours = "Mo-Fr 10:00-18:00"
    func open(_ time: LocalTime) throws -> Double {
      try #require(rank([shop], at: time).places.first).terms.open
    }
    #expect(try open(monday(12)) == 1)
    #expect(try open(monday(8)) == 0.085)
    #expect(try open(LocalTime(day: 20_003, minute: 585)) == 0.25)
    #expect(try open(monday(12, days: 6)) == 0.085)
    // Without a sign the usual hours of its kind tell, with less weight.
    shop.openingHours = nil
    #expect(try open(monday(12)) == 1)
    #expect(try open(monday(3)) == 0.12)
    shop.openingHours = "who knows"
    #expect(try open(monday(3)) == 0.12)
  }

  @Test func `open: what closes after midnight is of the day before`() throws {
    let bar = Place.named("Bar", at: .p0, "bar")
    #expect(try #require(rank([bar], at: monday(1)).places.first).terms.open == 1)
    #expect(try #require(rank([bar], at: monday(4)).places.first).terms.open == 0.12)
  }

  @Test func `prominence: the known place and the one that mappers told more of`() {
    var known = Place.named("Known", at: .p0)
    known.importance = 0.5
    var told = Place.named("Told", at: .p0)
    told.website = "https://a.example"
    let plain = Place.named("Plain", at: .p0)
    #expect(rank([plain, told, known]).places.map(\.place.name) == ["Known", "Told", "Plain"])
  }

  @Test func `type: many people go to supermarkets, few to offices and others' homes`() {
    let names = ["apartment_building", "corporate_office", "restaurant", "supermarket"]
    let ranking = rank(names.map { .named($0, at: .p0, $0) })
    #expect(Set(ranking.places.prefix(2).map(\.place.name)) == ["restaurant", "supermarket"])
    #expect(ranking.places.last?.place.name == "apartment_building")
  }

  @Test func `position: a building turns the fix before it to the shop inside`() {
    // Both points are 12 m away, on two sides; the building reaches from the one point to the fix.
    var inside = Place.named("Inside", at: .p0.moved(east: 12))
    let outside = Place.named("Outside", at: .p0.moved(east: -12))
    inside.building = square(12, east: 14)
    #expect(rank([inside, outside]).places[0].place.name == "Inside")
  }

  @Test func `position: a door near the fix makes the place likelier`() throws {
    var hall = Place.named("Hall", at: .p0.moved(east: 60))
    hall.footprint = square(50, east: 60)
    let before = try #require(rank([hall]).places.first).terms.position
    hall.entrances = [.p0.moved(east: 10)]
    #expect(try #require(rank([hall]).places.first).terms.position > 1.5 * before)
  }

  @Test func `elsewhere: who moves passes by`() {
    let places = [Place.named("Cafe", at: .p0)]
    let (stands, walks) = (rank(places, speed: 0.2), rank(places, speed: 1.4))
    #expect(stands.elsewhere < 0.3)
    #expect(walks.elsewhere > 0.5 && walks.elsewhere > 8 * stands.elsewhere)
    #expect(rank(places, speed: 0.6).elsewhere < 1.1 * stands.elsewhere)
  }

  @Test func `elsewhere: nights are for homes`() {
    let places = [Place.named("Hotel", at: .p0.moved(east: 30), "hotel")]
    #expect(rank(places, at: monday(23)).elsewhere > rank(places, at: monday(12)).elsewhere)
  }

  @Test func `elsewhere: home is a spot, not a quarter`() {
    let places = (1...6).map { Place.named("P\($0)", at: .p0.moved(east: Double($0) * 8)) }
    func elsewhere(_ east: Double?) -> Double {
      var evidence = PersonalEvidence()
      if let east { evidence.nowhere = [.init(offset: PlanePoint(east: east, north: 0), weight: 1)] }
      return rank(places, evidence: evidence).elsewhere
    }
    #expect(elsewhere(5) > 2 * elsewhere(nil))
    #expect(elsewhere(100) < 1.05 * elsewhere(nil))
  }

  @Test func `personal: one confirmed visit outweighs strangers, however many places there are`() {
    let places = (0..<50).map { Place.named("P\($0)", at: .p0.moved(east: Double($0 % 7))) }
    var evidence = PersonalEvidence()
    evidence.confirmed[places[31].id] = 1
    let first = rank(places, evidence: evidence).places[0]
    #expect(first.place.name == "P31")
    #expect(first.likelihood > 0.5)
    #expect(
      first.terms.named.map(\.name) == ["position", "type", "prominence", "daypart", "open", "personal"])
  }
}
