import PlacedTestKit
import PlacesCore
import Testing

struct PersonalHistoryTests {
  private static let day: Int64 = 86_400_000_000
  private let cafe = PlaceID("t:cafe")
  private let now = LocalTime(day: 20_000, minute: 600)

  private func said(
    _ verdict: PersonalHistory.Verdict, daysAgo: Int64 = 0, minute: Int64 = 600,
    at coordinate: Coordinate = .p0
  ) -> PersonalHistory.Entry {
    let time = Timestamp(
      microseconds: (20_000 - daysAgo) * PersonalHistoryTests.day + minute * 60_000_000)
    return PersonalHistory.Entry(verdict, place: verdict == .nowhere ? nil : cafe, at: coordinate, time: time)
  }

  private func ranking(_ history: PersonalHistory) throws -> [String: Double] {
    let id = try #require(cafe)
    let places = [
      Place(id: id, name: "Café", coordinate: .p0.moved(east: 8), types: [try #require(PlaceType("cafe"))]),
      Place(
        id: try #require(PlaceID("t:bar")), name: "Bar", coordinate: .p0,
        types: [try #require(PlaceType("bar"))]),
    ]
    let ranking = LikelihoodRanking(
      candidates: places.map { NearbyPlace(place: $0, distance: $0.coordinate.distance(to: .p0)) },
      fix: .at(.p0, second: 0, accuracy: 8), evidence: history.evidence(around: .p0, at: now))
    let sum = ranking.places.reduce(ranking.elsewhere) { $0 + $1.likelihood }
    #expect(abs(sum - 1) < 1e-9)
    var found = ["elsewhere": ranking.elsewhere]
    for place in ranking.places { found[place.place.id.text] = place.likelihood }
    return found
  }

  @Test("the wrong guess of yesterday is right today, rejected places fall, and home is nowhere")
  func ranks() throws {
    let before = try ranking(PersonalHistory())
    let selected = try ranking(PersonalHistory([said(.here, daysAgo: 1)]))
    let rejected = try ranking(PersonalHistory([said(.notHere, daysAgo: 1)]))
    let home = try ranking(PersonalHistory([said(.nowhere, daysAgo: 1)]))
    #expect(before["t:cafe", default: 0] < before["t:bar", default: 0])
    #expect(selected["t:cafe", default: 0] > selected["t:bar", default: 0])
    #expect(rejected["t:cafe", default: 0] < before["t:cafe", default: 0] / 2)
    #expect(home["elsewhere", default: 0] > before["elsewhere", default: 0])
  }

  @Test("it decays, counts more at its hour, less from afar, and is bounded")
  func evidence() throws {
    func confirmed(_ entries: [PersonalHistory.Entry]) -> Double {
      PersonalHistory(entries).evidence(around: .p0, at: now).confirmed.values.first ?? 0
    }
    #expect(confirmed([said(.here)]) == 1)
    #expect(abs(confirmed([said(.here, daysAgo: 30)]) - 0.5) < 1e-9)
    #expect(confirmed([said(.here, minute: 1200)]) < 0.5)
    // Five to midnight is ten minutes before five past.
    let late = PersonalHistory([said(.here, daysAgo: 1, minute: 1435)])
    #expect(
      late.evidence(around: .p0, at: LocalTime(day: 20_000, minute: 5)).confirmed.values.first ?? 0 > 0.9)
    #expect(confirmed(Array(repeating: said(.here), count: 400)) == 10)
    let afar = PersonalHistory([
      said(.notHere, at: .p0.moved(north: 400)), said(.nowhere, at: .p0.moved(north: 400)),
    ])
    let fromAfar = afar.evidence(around: .p0, at: now)
    #expect(fromAfar.denied.isEmpty && fromAfar.nowhere.isEmpty && fromAfar.staysNowhere == 1)
    #expect(afar.isAbout(.p0))
    #expect(!afar.isAbout(.p0.moved(north: 5000)))
    var full = PersonalHistory(Array(repeating: said(.here), count: 700))
    full.add(said(.nowhere))
    #expect(full.entries.count == PersonalHistory.limit)
    #expect(full.entries.last?.verdict == .nowhere)
    #expect(full.forget(cafe) == PersonalHistory.limit - 1)
    // Times that no clock shows do no harm.
    for microseconds in [Int64.min, .max] {
      let odd = PersonalHistory([
        PersonalHistory.Entry(
          .here, place: cafe, at: .p0, time: Timestamp(microseconds: microseconds), utcOffset: .min)
      ])
      #expect((0...1).contains(odd.evidence(around: .p0, at: now).confirmed.values.first ?? 0))
    }
  }
}
