import PlaceStore
import PlacedTestKit
import PlacesCore
import SQLite
import Testing

/// A region file made of some places.
private struct Written {
  let directory: TemporaryDirectory
  let path: String
  let summary: RegionWriter.Summary
  let regions: RegionSet

  init(_ places: [(Place, TwinTraits?)], locality: String? = nil) throws {
    directory = try TemporaryDirectory()
    path = directory.file("test.places")
    let writer = try RegionWriter(path: path)
    for (place, twin) in places { try writer.add(place, twin: twin) }
    if let locality {
      writer.locate { _ in RegionWriter.Location(locality: locality, region: "Gau", countryCode: "DE") }
    }
    summary = try writer.finish(RegionInfo(name: "Test"))
    regions = RegionSet(directories: [directory.path])
    regions.reload()
  }

  func place(_ id: String) -> Place? { PlaceID(id).flatMap { regions.place($0) } }
}

private func point(_ east: Double, _ north: Double) throws -> Coordinate {
  let origin = try #require(Coordinate(latitude: 52, longitude: 10))
  return try #require(origin.moved(by: PlanePoint(east: east, north: north)))
}

private func place(
  _ id: String, _ name: String, _ type: String, at east: Double, _ north: Double, square side: Double = 0
) throws -> Place {
  var place = Place(
    id: try #require(PlaceID("osm:\(id)")), name: name, coordinate: try point(east, north),
    types: [try #require(PlaceType(type))])
  if side > 0 {
    let half = side / 2
    place.footprint = Footprint(rings: [
      [
        try point(east - half, north - half), try point(east + half, north - half),
        try point(east + half, north + half), try point(east - half, north + half),
      ]
    ])
  }
  return place
}

private let outline = TwinTraits(role: .area, reach: 9)
private let node = TwinTraits(role: .point, reach: 0)

@Suite struct TwinTests {
  @Test("of several outlines in each other one is left, under all ids")
  func chain() throws {
    let written = try Written([
      (try place("node/1", "Kap Horn", "cafe", at: 2, 2), node),
      (try place("way/2", "Kap Horn", "cafe", at: 2, 2, square: 10), outline),
      (try place("way/3", "Kap Horn", "cafe", at: 2, 2, square: 20), outline),
      (try place("relation/4", "Kap Horn", "cafe", at: 2, 2, square: 30), outline),
    ])
    #expect(written.summary.places == 1 && written.summary.merged == 3)
    let left = try #require(written.place("osm:relation/4"))
    for id in ["osm:node/1", "osm:way/2", "osm:way/3"] { #expect(written.place(id)?.id == left.id) }
  }

  @Test("OSM-01: a node in its own outline is one place with it, under both ids")
  func nodeAndOutline() throws {
    var cafe = try place("node/1", "Kap Horn", "cafe", at: 2, 2)
    cafe.phoneNumber = "+49 1"
    let written = try Written([
      (cafe, node), (try place("way/1", "Kap Horn", "cafe", at: 0, 0, square: 12), outline),
    ])
    #expect(written.summary.places == 1 && written.summary.merged == 1)
    let found = try #require(written.place("osm:node/1"))
    #expect(found == written.place("osm:way/1"))
    #expect(found.phoneNumber == "+49 1")
    #expect(found.footprint != nil)
  }

  @Test("a building of no kind takes the kind of its node")
  func building() throws {
    let written = try Written([
      (try place("node/1", "Kap Horn", "cafe", at: 2, 2), node),
      (try place("way/1", "KAP HORN", "premise", at: 0, 0, square: 12), outline),
    ])
    #expect(written.place("osm:way/1")?.types.first?.name == "cafe")
  }

  @Test("OSM-03: branches, machines side by side and kinds of one name stay apart")
  func neighbours() throws {
    let written = try Written([
      (try place("node/1", "Ketten Imbiss", "fast_food_restaurant", at: 0, 0), node),
      (try place("node/2", "Ketten Imbiss", "fast_food_restaurant", at: 300, 0), node),
      (try place("node/3", "Bank", "atm", at: 1000, 0), node),
      (try place("node/4", "Bank", "atm", at: 1003, 0), node),
      (try place("node/5", "Adler", "cafe", at: 2000, 0), node),
      (try place("way/5", "Adler", "hotel", at: 2000, 0, square: 12), outline),
    ])
    #expect(written.summary.places == 6 && written.summary.merged == 0)
  }

  @Test("pieces of a street are one, a street of the same name elsewhere is another")
  func streets() throws {
    let piece = TwinTraits(role: .street, reach: 100)
    let written = try Written(
      try [0, 200, 400, 5000].map {
        (try place("way/\(Int($0) + 1)", "Hauptstraße", "route", at: $0, 0), piece)
      })
    #expect(written.summary.places == 2)
  }

  @Test("what comes again under the same id, as where extracts overlap, is merged as if it came once")
  func twice() throws {
    let piece = TwinTraits(role: .street, reach: 100)
    var given = try [0, 200, 5000].map {
      (try place("way/\(Int($0) + 1)", "Hauptstraße", "route", at: $0, 0), Optional(piece))
    }
    given.append((try place("node/7", "Kap Horn", "cafe", at: 2, 2), node))
    given.append((try place("way/8", "Kap Horn", "cafe", at: 2, 2, square: 10), outline))
    given.append((try place("node/9", "Dorf", "locality", at: 0, 0), TwinTraits(role: .settlement, reach: 0)))
    given.append(
      (
        try place("relation/10", "Dorf", "administrative_area_level_3", at: 50, 0),
        TwinTraits(role: .boundary, reach: 500)
      ))
    let (once, again) = (try Written(given), try Written(given + given))
    #expect(again.summary.replaced == given.count)
    #expect(once.summary.places == 4)
    #expect(again.summary.places == once.summary.places && again.summary.merged == once.summary.merged)
    for id in ["node/7", "way/8", "node/9", "relation/10", "way/5001"] {
      let found = try #require(once.place("osm:\(id)"))
      #expect(again.place("osm:\(id)")?.id == found.id)
    }
  }

  @Test("a town is one with the smallest area of its name")
  func settlements() throws {
    let written = try Written([
      (try place("node/1", "Stadt", "locality", at: 0, 0), TwinTraits(role: .settlement, reach: 0)),
      (
        try place("relation/1", "Stadt", "administrative_area_level_3", at: 100, 0),
        TwinTraits(role: .boundary, reach: 3000)
      ),
      (
        try place("relation/2", "Stadt", "administrative_area_level_2", at: 200, 0),
        TwinTraits(role: .boundary, reach: 30_000)
      ),
    ])
    #expect(written.summary.places == 2)
    #expect(written.place("osm:relation/1")?.id.text == "osm:node/1")
    #expect(written.place("osm:relation/2")?.id.text == "osm:relation/2")
  }

  @Test("the smallest outline around a place is its container")
  func container() throws {
    let written = try Written([
      (try place("node/1", "Kiosk", "store", at: 2, 2), node),
      (try place("way/1", "Mall", "shopping_mall", at: 0, 0, square: 40), outline),
      (try place("way/2", "Park", "park", at: 0, 0, square: 200), outline),
    ])
    #expect(written.place("osm:node/1")?.container?.text == "osm:way/1")
    #expect(written.place("osm:way/1")?.container?.text == "osm:way/2")
    #expect(written.place("osm:way/2")?.container == nil)
  }

  @Test("what an address lacks comes from the areas around, what it has stays")
  func located() throws {
    var cafe = try place("node/1", "Kap Horn", "cafe", at: 0, 0)
    cafe.address.region = "Own"
    let written = try Written(
      [(cafe, node), (try place("node/2", "Bern", "locality", at: 0, 0), nil)], locality: "Bern")
    #expect(written.place("osm:node/1")?.address.locality == "Bern")
    #expect(written.place("osm:node/1")?.address.region == "Own")
    #expect(written.place("osm:node/1")?.address.countryCode == "DE")
    #expect(written.place("osm:node/2")?.address.locality == nil)
  }
}

@Suite struct SearchIndexTests {
  private func hits(_ query: String, in written: Written, table: String = "search") throws -> [Int64] {
    let database = try Database(path: written.path, mode: .immutable)
    var rows: [Int64] = []
    let statement = try database.prepare("SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
    try statement.query([.text(query)]) { row in
      rows.append(row.integer(0))
      return true
    }
    return rows
  }

  @Test(
    "beginnings of words are found in any writing",
    arguments: [
      "\"c\"*", "\"caf\"*", "\"cafe\" AND \"str\"*", "\"strasse\"", "\"amelie\"*", "\"東\"*", "\"東京\"",
    ])
  func words(query: String) throws {
    var cafe = try place("node/1", "Café Straße", "cafe", at: 0, 0)
    cafe.names = [PlaceName(key: "alt", text: "Chez Amélie"), PlaceName(key: "ja", text: "喫茶東京")]
    let written = try Written([
      (cafe, nil), (try place("node/2", "Bahnhof", "train_station", at: 5000, 0), nil),
    ])
    let found = try hits(query, in: written)
    #expect(found.count == 1)
  }

  @Test("each square of the map is a range of rows, the important first")
  func cells() throws {
    var places: [(Place, TwinTraits?)] = []
    for index in 0..<50 {
      var each = try place("node/\(index + 1)", "Ort \(index)", "cafe", at: Double(index % 5) * 10_000, 0)
      each.importance = Double(index) / 50
      places.append((each, nil))
    }
    let written = try Written(places)
    let database = try Database(path: written.path, mode: .immutable)
    #expect(try database.integer("SELECT count(*) FROM cell") == 5)
    #expect(try database.integer("SELECT sum(last - first + 1) FROM cell") == 50)
    #expect(
      try database.integer(
        """
        SELECT count(*) FROM cell AS c JOIN place AS a ON a.rowid BETWEEN c.first AND c.last
          JOIN place AS b ON b.rowid = a.rowid + 1 AND b.rowid <= c.last WHERE a.importance < b.importance
        """) == 0)
    // The most important place comes first among the prominent ones.
    let first = try #require(try hits("\"ort\"", in: written, table: "prominent").first)
    #expect(
      try database.integer(
        "SELECT p.importance FROM prominent_place AS n JOIN place AS p ON p.rowid = n.place WHERE n.rowid = \(first)"
      ) == 9800)
    #expect(
      try database.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
  }
}
