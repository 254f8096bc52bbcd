import PlacedTestKit
import PlacesCore
import Testing

@testable import PlaceStore

@Suite struct NearbyTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.places") }

  init() throws { directory = try TemporaryDirectory() }

  @Test func everyPartOfAPlaceComesBack() throws {
    var full = try place("osm:way/7", middle, name: "Rathaus „O'Neill\" % \\ 😀")
    full.footprint = try square(middle, side: 40)
    full.entrances = [at(52.1002, 10.2), at(52.0998, 10.2)]
    full.types = [.pointOfInterest, try #require(PlaceType("city_hall")), .establishment]
    full.names = [PlaceName(key: "de", text: "Rathaus=1"), PlaceName(key: "alt", text: "Town Hall")]
    full.address.houseNumber = "1a"
    full.address.street = "Markt"
    full.address.locality = "Ort"
    full.address.region = "Land"
    full.address.postalCode = "38100"
    full.address.countryCode = "DE"
    full.address.freeform = "Markt 1a, Ort"
    full.phoneNumber = "+49 1"
    full.website = "https://example.org/?a=b"
    full.openingHours = "Mo-Fr 08:00-12:00; PH off"
    full.importance = 0.75
    full.container = PlaceID("osm:relation/9")
    try writeRegion(path, [full, try place("osm:node/1", at(52.2, 10.3))])
    let set = opened(directory)
    let back = try #require(set.place(full.id))
    // Footprints are kept on the grid of 1e-7 degree.
    #expect(
      zip(back.footprint?.rings[0] ?? [], full.footprint?.rings[0] ?? []).allSatisfy {
        $0.distance(to: $1) < 0.02
      })
    full.footprint = back.footprint
    #expect(back == full)
    #expect(set.places(around: middle, radius: 100, limit: 10).map(\.place) == [full])
    #expect(set.place(try #require(PlaceID("osm:node/2"))) == nil)
  }

  @Test(
    "OSM-32: the index only preselects; the rim is right to 5 cm", arguments: [10.2, 179.99, 180, -180, 0])
  func theRimIsRight(longitude: Double) throws {
    let center = at(52.1, longitude)
    var places: [Place] = []
    for (index, bearing) in stride(from: 0.0, to: 6.28, by: 0.39).enumerated() {
      for (name, distance) in [("inside", 49.99), ("outside", 50.01)] {
        let offset = PlanePoint(east: distance * sine(bearing), north: distance * sine(bearing + .pi / 2))
        places.append(try place("t:\(name)-\(index)", try #require(center.moved(by: offset))))
      }
    }
    try writeRegion(path, places)
    // 1e-7 degree is about 1 cm: what is stored may lie as much nearer or farther.
    let found = opened(directory).places(around: center, radius: 50, limit: 100)
    let inside = places.filter { $0.id.text.hasPrefix("t:inside") }
    #expect(Set(found.map(\.place.id)) == Set(inside.map(\.id)))
    #expect(found.allSatisfy { abs($0.distance.value - 49.99) < 0.02 })
  }

  @Test("NET-20: a place across the 180th meridian is found, 42.6 m away")
  func acrossTheAntimeridian() throws {
    try writeRegion(path, [try place("t:1", at(-16.85, -179.9998))])
    let found = opened(directory).places(around: at(-16.85, 179.9998), radius: 140, limit: 5)
    #expect(found.count == 1 && abs(found[0].distance.value - 42.6) < 0.5)
  }

  @Test(
    "OSM-25: places exactly on the antimeridian are found from both sides",
    arguments: [179.99991, -179.99991])
  func onTheAntimeridian(longitude: Double) throws {
    try writeRegion(path, [try place("t:east", at(-16.85, 180)), try place("t:west", at(-16.85, -180))])
    let found = opened(directory).places(around: at(-16.85, longitude), radius: 140, limit: 5)
    #expect(found.map(\.place.id.text) == ["t:east", "t:west"])
    #expect(found.allSatisfy { abs($0.distance.value - 9.6) < 0.1 })
  }

  @Test func footprintsAcrossTheAntimeridian() throws {
    var hall = try place("t:hall", at(-16.85, 180))
    hall.footprint = try square(at(-16.85, 180), side: 60)
    try writeRegion(path, [hall, try place("t:far", at(-16.85, 0))])
    let set = opened(directory)
    for (longitude, distance) in [(179.9999, 0.0), (-179.9999, 0), (179.9995, 23.2), (-179.9995, 23.2)] {
      let found = set.places(around: at(-16.85, longitude), radius: 140, limit: 5)
      #expect(found.map(\.place.id.text) == ["t:hall"])
      #expect(abs((found.first?.distance.value ?? -1) - distance) < 0.1)
    }
    #expect(set.coverage(of: at(-16.85, -179.9)) != .loading)
  }

  @Test func atThePoles() throws {
    // Ten metres this side of the pole, and ten beyond.
    try writeRegion(
      path,
      [
        try place("t:north", at(89.99991, 0)), try place("t:beyond", at(89.99991, 180)),
        try place("t:south", at(-90, 77)),
      ])
    let set = opened(directory)
    let found = set.places(around: at(89.99991, 0), radius: 140, limit: 5)
    #expect(found.map(\.place.id.text) == ["t:north", "t:beyond"])
    #expect(abs(found[1].distance.value - 20.0) < 0.1)
    #expect(set.places(around: at(-89.9999, -12), radius: 140, limit: 5).map(\.place.id.text) == ["t:south"])
    #expect(set.places(around: at(90, 45), radius: 20, limit: 5).count == 2)
  }

  @Test func insideAnAreaTheDistanceIsZero() throws {
    var park = try place("t:park", middle, type: "park")
    park.footprint = try square(middle, side: 2000)
    try writeRegion(
      path, [park, try place("t:cafe", try #require(middle.moved(by: PlanePoint(east: 900, north: 0))))])
    let set = opened(directory)
    let spot = try #require(middle.moved(by: PlanePoint(east: 905, north: 0)))
    let found = set.places(around: spot, radius: 140, limit: 5)
    #expect(found.map(\.place.id.text) == ["t:park", "t:cafe"])
    #expect(found.first?.distance == 0)
    let outside = try #require(middle.moved(by: PlanePoint(east: 1050, north: 0)))
    let near = set.places(around: outside, radius: 140, limit: 1)
    #expect(near.first?.place.id.text == "t:park" && abs((near.first?.distance.value ?? 0) - 50) < 0.1)
  }

  @Test func closedPlacesAndMereNamesAreNoCandidates() throws {
    var closed = try place("t:closed", middle)
    closed.closed = true
    try writeRegion(
      path, [closed, try place("t:street", middle, type: "route"), try place("t:open", middle)])
    let set = opened(directory)
    #expect(set.places(around: middle, radius: 140, limit: 5).map(\.place.id.text) == ["t:open"])
    #expect(set.place(closed.id)?.closed == true)
  }

  @Test func footprintsLoseNeedlessCorners() throws {
    var round = try place("t:round", middle)
    let corners = try stride(from: 0, to: 6.28, by: 0.01).map { angle in
      try #require(middle.moved(by: PlanePoint(east: 30 * sine(angle), north: 30 * sine(angle + .pi / 2))))
    }
    round.footprint = Footprint(rings: [corners])
    try writeRegion(path, [round])
    let back = opened(directory).place(round.id)
    #expect((back?.footprint?.rings[0].count ?? 99) < 30)
    #expect(corners.allSatisfy { (back?.footprint?.distance(from: $0) ?? 9) < 1.02 })
  }

  @Test func mergedTwinsAreFoundByEachId() throws {
    let writer = try RegionWriter(path: path)
    let cafe = try place("osm:way/2", middle)
    try writer.add(cafe, aliases: [try #require(PlaceID("osm:node/1")), cafe.id])
    _ = try writer.finish(RegionInfo(name: "Test"))
    let set = opened(directory)
    #expect(set.place(try #require(PlaceID("osm:node/1")))?.id == cafe.id)
    #expect(set.place(cafe.id)?.id == cafe.id)
  }

  @Test func theLastPlaceOfAnIdCounts() throws {
    let summary = try writeRegion(
      path,
      [
        try place("t:1", middle, name: "Old"), try place("t:2", middle),
        try place("t:1", at(52.2, 10.3), name: "New"),
      ])
    #expect(summary.places == 2 && summary.replaced == 1)
    let set = opened(directory)
    #expect(set.place(try #require(PlaceID("t:1")))?.name == "New")
    #expect(set.places(around: middle, radius: 10, limit: 5).map(\.place.id.text) == ["t:2"])
  }

  /// Compared with looking at every place: dense clusters, areas, any limit.
  @Test(arguments: [1, 2, 3, 4, 5, 6]) func theSameAsLookingAtAll(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let center = [
      middle, at(-16.85, 179.9999), at(89.9995, 30), at(0, 0), at(-33.8694, 151.199), at(71, -180),
    ][
      Int(seed) - 1]
    var places: [Place] = []
    for number in 0..<1500 {
      let spread = Double.random(in: 1...2000, using: &random)
      let offset = PlanePoint(
        east: Double.random(in: -spread...spread, using: &random),
        north: Double.random(in: -spread...spread, using: &random))
      let point = try #require(center.moved(by: offset))
      var new = try place("t:\(number)", try #require(GridCoordinate(point).coordinate))
      if number % 7 == 0 {
        new.footprint = try square(point, side: Double.random(in: 3...400, using: &random))
      }
      places.append(new)
    }
    try writeRegion(path, places)
    let set = opened(directory)
    let stored = places.compactMap { set.place($0.id) }
    #expect(stored.count == places.count)
    for _ in 0..<40 {
      let offset = PlanePoint(
        east: Double.random(in: -500...500, using: &random),
        north: Double.random(in: -500...500, using: &random))
      let spot = try #require(center.moved(by: offset))
      let radius = Metres(Double.random(in: 0...1500, using: &random))
      let limit = Int.random(in: 1...400, using: &random)
      let expected = stored.map { place in
        NearbyPlace(
          place: place, distance: place.footprint?.distance(from: spot) ?? place.coordinate.distance(to: spot)
        )
      }.filter { $0.distance <= radius }.sorted { $0.isNearer(than: $1) }.prefix(limit)
      let found = set.places(around: spot, radius: radius, limit: limit)
      #expect(found.map(\.place.id) == expected.map(\.place.id), "seed \(seed)")
    }
  }
}
