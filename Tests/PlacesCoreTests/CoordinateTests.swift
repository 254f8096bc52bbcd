import PlacedTestKit
import PlacesCore
import Testing

@Suite struct CoordinateTests {
  @Test(arguments: [
    (91.0, 0.0), (-90.1, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
  ])
  func `invalid values make no coordinate`(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func `NET-20 distance across the 180th meridian`() throws {
    let a = try #require(Coordinate(latitude: -16.85, longitude: 179.9998))
    let b = try #require(Coordinate(latitude: -16.85, longitude: -179.9998))
    #expect(abs(a.distance(to: b).value - 42.6) < 0.5)
    #expect(abs(a.offset(to: b).east - 42.6) < 0.5)
    #expect(abs(b.offset(to: a).east + 42.6) < 0.5)
  }

  @Test func `both names of the 180th meridian are the same place`() throws {
    let a = try #require(Coordinate(latitude: 10, longitude: 180))
    let b = try #require(Coordinate(latitude: 10, longitude: -180))
    #expect(a.distance(to: b) < 0.001)
  }

  @Test func `one degree north is 111195 m`() throws {
    let a = try #require(Coordinate(latitude: 50, longitude: 8))
    let b = try #require(Coordinate(latitude: 51, longitude: 8))
    #expect(abs(a.distance(to: b).value - 111_195) < 1)
  }

  @Test func `antipodes are finite`() throws {
    let a = try #require(Coordinate(latitude: 90, longitude: 0))
    let b = try #require(Coordinate(latitude: -90, longitude: 123))
    #expect(abs(a.distance(to: b).value - .pi * Coordinate.earthRadius.value) < 1)
  }
}

@Suite struct BoxTests {
  @Test(arguments: [
    (10.0, 170.0, 20.0, -170.0, 180.0, true), (10, 170, 20, -170, 0, false), (20, -170, 10, 170, 179, true),
    (10, 5, 20, 7, 6, true), (20, 7, 10, 5, 6, true), (10, 5, 20, 7, 8, false),
  ])
  func `any two corners mean the narrower box`(
    south: Double, west: Double, north: Double, east: Double, longitude: Double, inside: Bool
  ) throws {
    let box = Box(
      corner: try #require(Coordinate(latitude: south, longitude: west)),
      corner: try #require(Coordinate(latitude: north, longitude: east)))
    #expect(box.contains(try #require(Coordinate(latitude: 15, longitude: longitude))) == inside)
  }

  @Test func `a circle over the pole takes all longitudes`() throws {
    let box = Box(around: try #require(Coordinate(latitude: 89.9999, longitude: 10)), radius: 100)
    #expect(box.contains(try #require(Coordinate(latitude: 89.9999, longitude: -170))))
    #expect(box.north == 90)
  }

  @Test func `a circle over the 180th meridian wraps`() throws {
    let box = Box(around: try #require(Coordinate(latitude: 0, longitude: 179.9999)), radius: 100)
    #expect(box.crossesAntimeridian)
    #expect(box.contains(try #require(Coordinate(latitude: 0, longitude: -179.9999))))
    #expect(!box.contains(try #require(Coordinate(latitude: 0, longitude: 0))))
  }
}

@Suite struct FootprintTests {
  private let square = Footprint(rings: [
    [
      Coordinate.p0.moved(north: -20, east: -20), Coordinate.p0.moved(north: -20, east: 20),
      Coordinate.p0.moved(north: 20, east: 20), Coordinate.p0.moved(north: 20, east: -20),
    ]
  ])

  @Test func `inside is distance 0`() throws {
    let square = try #require(square)
    #expect(square.distance(from: .p0) == 0)
    #expect(abs(square.distance(from: .p0.moved(north: 70)).value - 50) < 0.05)
    #expect(abs(square.distance(from: .p0.moved(north: 50, east: 60)).value - 50) < 0.05)
  }

  @Test func `area with a hole`() throws {
    let hole = [
      Coordinate.p0.moved(north: -10, east: -10), Coordinate.p0.moved(north: -10, east: 10),
      Coordinate.p0.moved(north: 10, east: 10), Coordinate.p0.moved(north: 10, east: -10),
    ]
    let ring = try #require(square?.rings.first)
    let holed = try #require(Footprint(rings: [ring, hole]))
    #expect(abs(holed.onPlane(around: .p0).area - 1200) < 1)
    #expect(!holed.contains(.p0))
    #expect(abs(holed.distance(from: .p0).value - 10) < 0.05)
  }

  @Test func `degenerate rings make no footprint`() {
    #expect(Footprint(rings: []) == nil)
    #expect(Footprint(rings: [[.p0, .p0, .p0, .p0]]) == nil)
    #expect(Footprint(rings: [[.p0, .p0.moved(north: 1)]]) == nil)
  }
}

@Suite struct PlaceNamingTests {
  @Test(arguments: ["osm:node/1", "overture:08f1-x", "sample:a"])
  func `ids with a source`(text: String) { #expect(PlaceID(text)?.text == text) }

  @Test(arguments: [
    "", "osm", "osm:", ":1", "osm:node 1", "osm:\u{7}", "osm:" + String(repeating: "x", count: 300),
  ])
  func `other texts are no ids`(text: String) { #expect(PlaceID(text) == nil) }

  @Test(arguments: ["Cafe", "establishments", "", "cafe "])
  func `PLC-03 unknown types`(name: String) { #expect(PlaceType(name) == nil) }

  @Test func `type names are listed once and sorted`() {
    #expect(PlaceType.all.count > 300)
    #expect(PlaceType.all == PlaceType.all.sorted())
    #expect(PlaceType("cafe") != nil)
  }

  @Test func `addresses in the order of their country`() {
    var address = Address()
    #expect(address.formatted == nil)
    address.houseNumber = "25"
    address.street = "Harbour Street"
    address.locality = "Sydney"
    address.region = "NSW"
    address.postalCode = "2000"
    address.countryCode = "AU"
    #expect(address.formatted == "25 Harbour Street, Sydney NSW 2000, AU")
    address.countryCode = "DE"
    #expect(address.formatted == "Harbour Street 25, 2000 Sydney, DE")
  }
}
