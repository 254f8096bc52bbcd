import Glibc
import PlacedTestKit
import PlacesCore
import Testing

@Suite struct LikelihoodRankingTests {
  private func rank(_ places: [Place], _ fix: Fix) -> LikelihoodRanking {
    let candidates = places.map { place in
      NearbyPlace(
        place: place,
        distance: place.footprint?.distance(from: fix.coordinate)
          ?? place.coordinate.distance(to: fix.coordinate))
    }
    return LikelihoodRanking(candidates: candidates, fix: fix)
  }

  private func expectSound(_ ranking: LikelihoodRanking, _ comment: Comment? = nil) {
    let sum = ranking.places.reduce(ranking.elsewhere) { $0 + $1.likelihood }
    #expect(abs(sum - 1) < 1e-9, comment)
    #expect((0...1).contains(ranking.elsewhere), comment)
    #expect(ranking.places.allSatisfy { $0.likelihood.isFinite && $0.likelihood >= 0 }, comment)
    #expect(
      zip(ranking.places, ranking.places.dropFirst()).allSatisfy { $0.likelihood >= $1.likelihood }, comment)
  }

  @Test func `PLC-01 candidates by distance, ties by id, the same every time`() {
    let distances = [5.0, 12, 20, 33, 60]
    let cafes = distances.map { Place.named("Cafe \(Int($0))", at: .p0.moved(north: $0)) }
    let twins = ["b", "a"].map { Place.named($0, at: .p0.moved(east: 25)) }
    let fix = Fix.at(.p0, accuracy: 11.7)
    let ranking = rank((cafes + twins).shuffled(), fix)
    expectSound(ranking)
    #expect(
      ranking.places.map(\.place.name) == ["Cafe 5", "Cafe 12", "Cafe 20", "a", "b", "Cafe 33", "Cafe 60"])
    #expect(ranking == rank(cafes + twins, fix))
  }

  @Test func `nothing around is elsewhere`() {
    let ranking = rank([], .at(.p0))
    #expect(ranking.elsewhere == 1)
    #expect(ranking.places.isEmpty)
  }

  @Test func `being inside a small building beats the neighbour's point`() throws {
    var shop = Place.named("Shop", at: .p0, "book_store")
    shop.footprint = Footprint(rings: [
      [
        .p0.moved(north: -10, east: -10), .p0.moved(north: -10, east: 10), .p0.moved(north: 10, east: 10),
        .p0.moved(north: 10, east: -10),
      ]
    ])
    let neighbour = Place.named("Other", at: .p0.moved(east: 35), "book_store")
    let ranking = rank([neighbour, shop], .at(.p0.moved(east: 5), accuracy: 5))
    #expect(ranking.places.first?.place.name == "Shop")
    #expect(ranking.places.first?.distance == 0)
  }

  @Test func `a large park does not swallow the kiosk in it`() throws {
    var park = Place.named("Park", at: .p0, "park")
    park.footprint = Footprint(rings: [
      [
        .p0.moved(north: -400, east: -400), .p0.moved(north: -400, east: 400),
        .p0.moved(north: 400, east: 400),
        .p0.moved(north: 400, east: -400),
      ]
    ])
    let kiosk = Place.named("Kiosk", at: .p0, "cafe")
    let ranking = rank([park, kiosk], .at(.p0, accuracy: 6))
    let (listed, _) = ranking.list(limit: 5)
    #expect(listed.map(\.place.name) == ["Kiosk", "Park"])
    #expect(listed.first?.container == park.id)
    #expect(listed.last?.container == nil)
  }

  @Test func `the worse the fix the flatter the list`() throws {
    let places = (0..<8).map { Place.named("P\($0)", at: .p0.moved(east: Double($0) * 15)) }
    let tops = [4.0, 20, 80, 400].map { rank(places, .at(.p0, accuracy: Metres($0))).places[0].likelihood }
    #expect(tops == tops.sorted(by: >))
    #expect(tops[3] < 0.2)
  }

  @Test func `a fix of kilometres never names a shop`() {
    let ranking = rank([.named("Only", at: .p0)], .at(.p0, accuracy: 2000))
    #expect(ranking.places[0].likelihood < 0.2)
  }

  @Test func `unknown accuracy never ranks as perfect accuracy`() {
    let places = (0..<4).map { Place.named("P\($0)", at: .p0.moved(east: Double($0) * 15)) }
    #expect(rank(places, .at(.p0, accuracy: nil)) == rank(places, .at(.p0, accuracy: 30)))
  }

  @Test func `cutting and filtering take nothing away`() throws {
    let places = (0..<40).map {
      Place.named("P\($0)", at: .p0.moved(east: Double($0) * 3), $0 % 2 == 0 ? "cafe" : "pharmacy")
    }
    let ranking = rank(places, .at(.p0, accuracy: 20))
    let pharmacy = try #require(PlaceType("pharmacy"))
    for (types, limit) in [([], 5), ([], 50), ([pharmacy], 3), ([pharmacy], 50)] as [(Set<PlaceType>, Int)] {
      let (listed, unlisted) = ranking.list(types: types, limit: limit)
      #expect(listed.count <= limit)
      #expect(listed.allSatisfy { types.isEmpty || types.contains($0.place.types[0]) })
      let sum = listed.reduce(ranking.elsewhere + unlisted) { $0 + $1.likelihood }
      #expect(abs(sum - 1) < 1e-9)
      for entry in listed { #expect(ranking.places.contains { $0.likelihood == entry.likelihood }) }
    }
  }

  @Test func `closed places and streets are no places to be at`() {
    var closed = Place.named("Old", at: .p0)
    closed.closed = true
    let ranking = rank([closed, .named("Main Street", at: .p0, "route"), .named("Open", at: .p0)], .at(.p0))
    #expect(ranking.places.map(\.place.name) == ["Open"])
  }

  /// PLACED_RANDOM_WORLDS says how many worlds are tried; 2000 take two seconds in a debug build.
  @Test func `hostile inputs over seeded worlds stay sound`() {
    let wanted = getenv("PLACED_RANDOM_WORLDS").flatMap { UInt64(String(cString: $0)) } ?? 2000
    for seed in UInt64(1)...max(1, wanted) {
      var random = SeededRandom(seed: seed)
      func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: choices.indices, using: &random)] }
      let latitude: Double = pick([0, 52.1, 89.9999, -90, 90, -33.8])
      let longitude: Double = pick([0, 180, -180, 151.2, 179.99999])
      guard let here = Coordinate(latitude: latitude, longitude: longitude) else { continue }
      func ring(_ size: Double) -> [Coordinate] {
        (0..<4).compactMap { _ in
          Coordinate(
            latitude: min(90, max(-90, latitude + Double.random(in: -size...size, using: &random))),
            longitude: min(180, max(-180, longitude + Double.random(in: -size...size, using: &random))))
        }
      }
      let accuracy: Double? = pick([0, 1e-9, 3, 40, 1e4, 1e9, nil])
      let count = seed % 200 == 0 ? 200 : Int.random(in: 0...12, using: &random)
      let places = (0..<count).map { number in
        var place = Place.named("P\(number)", at: here, pick(PlaceType.all).name)
        place.importance = pick([0, 1, 0.5, -1e300, 1e300])
        place.openingHours = pick([nil, "24/7", "Mo-Fr 08:00-18:00", "off", "sunrise-sunset", "nonsense"])
        switch Int.random(in: 0...4, using: &random) {
        case 0: place.footprint = Footprint(rings: [ring(0.001)])
        // No area at all.
        case 1: place.footprint = Footprint(rings: [ring(1e-12)])
        case 2: place.building = Footprint(rings: [ring(pick([1e-12, 1e-5, 0.001]))])
        case 3: place.entrances = ring(pick([0, 0.001]))
        default: break
        }
        return place
      }
      var fix = Fix.at(here, accuracy: accuracy.map { Metres($0) })
      fix.speed = pick([nil, 0, 0.7, 1e300])
      var evidence = PersonalEvidence()
      if let first = places.first, Bool.random(using: &random) {
        evidence.confirmed[first.id] = pick([0, 1, 10])
        evidence.denied[first.id] = pick([0, 1, 400])
        evidence.nowhere = [.init(offset: PlanePoint(east: pick([0, 1e7]), north: 0), weight: 1)]
      }
      let time = pick([nil, LocalTime(day: 20_000, minute: 600), LocalTime(day: -5_000_000, minute: 0)])
      let candidates = places.map {
        NearbyPlace(
          place: $0, distance: $0.footprint?.distance(from: here) ?? $0.coordinate.distance(to: here))
      }
      let ranking = LikelihoodRanking(candidates: candidates, fix: fix, at: time, evidence: evidence)
      expectSound(ranking, "seed \(seed)")
    }
  }

  @Test func `OSM-11 the restaurant, not what stands before it`() {
    // Bins and benches never reach a region file; what does is ranked by what people go to.
    let ranking = rank(
      [
        .named("Atm", at: .p0.moved(east: 3), "atm"),
        .named("Restaurant", at: .p0.moved(east: 12), "restaurant"),
      ],
      .at(.p0, accuracy: 6.2))
    #expect(ranking.places.first?.place.name == "Restaurant")
  }
}
