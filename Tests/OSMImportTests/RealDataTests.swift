import Glibc
import OSMImport
import PlacedTestKit
import PlacesCore
import Testing

private let shared = getenv("PLACED_SHARED").map { String(cString: $0) }

/// Extracts of the real map.
@Suite(.enabled(if: shared != nil, "PLACED_SHARED is not set"))
struct MapRealDataTests {
  private static func path(_ file: String) -> String { "\(shared ?? "")/data/osm/\(file).osm.pbf" }

  /// Objects with a name and a tag `amenity`, `shop`, `tourism`, `leisure` or `office`, as counted by other means.
  @Test(
    "all extracts are read",
    arguments: [
      ("athens-2025", 34), ("berlin-wedding-2022", 832), ("monaco-2021.lz4", 585), ("monaco-2023", 697),
      ("moscow-savyolovsky-2013", 63), ("suwon-ajou-2025", 43), ("tokyo-fussa-2024", 99),
    ])
  func extracts(file: String, count: Int) throws {
    let map = try ImportedMap(path: MapRealDataTests.path(file))
    let places = map.found.filter { $0.isNamed && ($0.role == .point || $0.role == .area) }
    #expect(places.count >= count)
    #expect(Set(map.places.map(\.id)).count == map.places.count)
    #expect(map.places.allSatisfy { !$0.name.isEmpty && !$0.types.isEmpty })
  }

  @Test("names in other scripts come through whole")
  func scripts() throws {
    let map = try ImportedMap(path: MapRealDataTests.path("tokyo-fussa-2024"))
    #expect(map.places.contains { $0.name.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } })
    #expect(map.report.replacedCharacters == 0)
  }

  @Test("OSM-16: a file cut inside a blob or its header is refused; cut between blobs it is whole")
  func cut() throws {
    let whole = try contents(MapRealDataTests.path("athens-2025"))
    // The first blob is the header: its length stands in front of it.
    let headerLength = Int(whole[2]) << 8 | Int(whole[3])
    for count in [whole.count - 7, 4 + headerLength / 2, 3] {
      #expect("cut to \(count) bytes") {
        try ImportedMap(bytes: Array(whole[..<count]), file: "cut.osm.pbf")
      } throws: { error in
        if case OSMError.damagedBlob = error { return true }
        return false
      }
    }
    var damaged = whole
    for index in damaged.indices.dropFirst(200).prefix(4000) { damaged[index] ^= 0x5A }
    #expect(throws: OSMError.self) { try ImportedMap(bytes: damaged, file: "damaged.osm.pbf") }
  }
}

/// The opening hours of places in extracts of the real map.
@Suite(.enabled(if: shared != nil, "PLACED_SHARED is not set"))
struct OpeningHoursRealDataTests {
  @Test("at least 98 % of the values are understood")
  func understood() throws {
    var (known, all) = (0, 0)
    for file in [
      "athens-2025", "berlin-wedding-2022", "helsinki-centre-2019", "monaco-2023", "moscow-savyolovsky-2013",
      "suwon-ajou-2025", "tokyo-fussa-2024", "liechtenstein-autauga-2021",
    ] {
      let map = try ImportedMap(path: "\(shared ?? "")/data/osm/\(file).osm.pbf")
      for text in map.places.compactMap(\.openingHours) {
        all += 1
        if OpeningHours(text) != nil { known += 1 }
      }
    }
    #expect(all > 900)
    #expect(Double(known) >= 0.98 * Double(all), "\(known) of \(all)")
  }
}
