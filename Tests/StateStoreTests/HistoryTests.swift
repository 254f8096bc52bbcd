import PlacedTestKit
import PlacesCore
import StateStore
import Testing

@Suite struct HistoryTests {
  @Test func `each user's history outlives the store, bounded, and is cleared alone`() throws {
    let directory = try TemporaryDirectory()
    func entry(_ number: Int64, _ place: String? = "t:1") -> PersonalHistory.Entry {
      PersonalHistory.Entry(
        place == nil ? .nowhere : .here, place: place.flatMap { PlaceID($0) },
        name: place.map { "Name \($0)" },
        at: .p0, time: Timestamp(microseconds: number), utcOffset: 3600)
    }
    do {
      let store = try StateStore(directory: directory.path)
      #expect(try store.loadHistories().isEmpty)
      for number in 0..<Int64(PersonalHistory.limit + 5) { try store.addHistory(entry(number), of: 1000) }
      try store.addHistory(entry(7, "t:2"), of: 1000)
      try store.addHistory(entry(8, nil), of: .max)
      try store.setHistory(of: 1000, isOn: false)
      try store.setHistory(of: 1000, isOn: false)
    }
    let store = try StateStore(directory: directory.path)
    let kept = try store.loadHistories()
    #expect(kept[1000]?.entries.count == PersonalHistory.limit)
    #expect(kept[1000]?.entries.first == entry(6))
    #expect(kept[1000]?.entries.last == entry(7, "t:2"))
    #expect(kept[.max]?.entries == [entry(8, nil)])
    #expect(try store.loadUsersWithoutHistory() == [1000])
    try store.clearHistory(of: 1000, place: PlaceID("t:1"))
    #expect(try store.loadHistories()[1000]?.entries == [entry(7, "t:2")])
    try store.clearHistory(of: 1000, place: nil)
    try store.setHistory(of: 1000, isOn: true)
    #expect(try store.loadHistories().keys.sorted() == [.max])
    #expect(try store.loadUsersWithoutHistory().isEmpty)
  }
}
