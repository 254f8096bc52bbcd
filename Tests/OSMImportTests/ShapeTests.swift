import OSMImport
import PlaceTags
import PlacedTestKit
import PlacesCore
import Testing

@Suite struct ShapeTests {
  @Test("OSM-13: an outline in two open halves is joined, the label lies inside")
  func halves() throws {
    let map = try ImportedMap(
      """
      n1 x10.000 y52.000
      n2 x10.002 y52.000
      n3 x10.002 y52.001
      n4 x10.000 y52.001
      w1 Nn4,n1,n2
      w2 Nn2,n3,n4
      r1 Ttype=multipolygon,amenity=school,name=Schule Mw1@outer,w2@outer

      """)
    let school = try #require(map["osm:relation/1"])
    #expect(school.footprint?.rings.first?.count == 4)
    let middle = try #require(Coordinate(latitude: 52.0005, longitude: 10.001))
    #expect(school.coordinate.distance(to: middle).value < 1)
  }

  @Test("a hole is a hole, and the label lies beside it")
  func hole() throws {
    let map = try ImportedMap(
      """
      n1 x10.000 y52.000
      n2 x10.004 y52.000
      n3 x10.004 y52.004
      n4 x10.000 y52.004
      n5 x10.001 y52.001
      n6 x10.003 y52.001
      n7 x10.003 y52.003
      n8 x10.001 y52.003
      w1 Nn1,n2,n3,n4,n1
      w2 Nn5,n6,n7,n8,n5
      r1 Ttype=multipolygon,tourism=museum,name=Ring Mw1@outer,w2@inner

      """)
    let museum = try #require(map["osm:relation/1"])
    let middle = try #require(Coordinate(latitude: 52.002, longitude: 10.002))
    #expect(museum.footprint?.rings.count == 2)
    #expect(museum.footprint?.contains(middle) == false)
    #expect(museum.footprint?.contains(museum.coordinate) == true)
  }

  @Test(
    "OSM-15: a broken outline gives a finite point near its nodes",
    arguments: [
      [(10.0, 52.0), (10.001, 52.001), (10.001, 52.0), (10.0, 52.001)],
      [(10.0, 52.0), (10.0, 52.0), (10.0, 52.0)],
      [(10.0, 52.0), (10.001, 52.0), (10.002, 52.0)],
      [(10.0, 52.0), (10.001, 52.0)],
    ])
  func broken(corners: [(Double, Double)]) throws {
    let map = try ImportedMap(ring(corners, tags: "amenity=cafe,name=X"))
    let cafe = try #require(map["osm:way/1"])
    let first = try #require(Coordinate(latitude: corners[0].1, longitude: corners[0].0))
    #expect(cafe.coordinate.distance(to: first).value < 300)
  }

  @Test("OSM-15: a relation whose members are missing is shown where the rest of it is, and counted")
  func missingMembers() throws {
    let map = try ImportedMap(
      """
      n1 x10.000 y52.000
      n2 x10.002 y52.000
      w1 Nn1,n2
      r1 Ttype=multipolygon,leisure=park,name=Park Mw1@outer,w2@outer

      """)
    let park = try #require(map["osm:relation/1"])
    #expect(park.footprint == nil)
    #expect(map.counts.brokenAreas == 1)
  }

  @Test("OSM-24: the label of a building across 180 degrees lies at 180 degrees")
  func antimeridian() throws {
    let corners = [
      (179.9998, -16.8502), (-179.9998, -16.8502), (-179.9998, -16.8498), (179.9998, -16.8498),
    ]
    let map = try ImportedMap(ring(corners, tags: "amenity=cafe,name=Date%20%Line"))
    let cafe = try #require(map["osm:way/1"])
    #expect(abs(abs(cafe.coordinate.longitude) - 180) < 1e-6)
    #expect(abs(cafe.coordinate.latitude + 16.85) < 1e-6)
  }

  @Test("OSM-25: places exactly on the antimeridian are kept")
  func onTheLine() throws {
    let map = try ImportedMap(
      "n1 x180 y10 Tamenity=cafe,name=East\nn2 x-180 y10 Tamenity=cafe,name=West\n")
    #expect(map.places.map(\.coordinate.longitude).map(abs) == [180, 180])
  }

  @Test("entrances on an outline are the place's doors")
  func entrances() throws {
    let map = try ImportedMap(
      """
      n1 x10.000 y52.000
      n2 x10.002 y52.000 Tentrance=main
      n3 x10.002 y52.001 Tentrance=emergency
      n4 x10.000 y52.001
      w1 Tshop=mall,name=Mall Nn1,n2,n3,n4,n1

      """)
    let door = try #require(Coordinate(latitude: 52, longitude: 10.002))
    #expect(map["osm:way/1"]?.entrances == [door])
  }

  @Test("a point lies in its town, region and country")
  func containing() throws {
    var map = try ImportedMap(
      """
      n1 x10 y52
      n2 x11 y52
      n3 x11 y53
      n4 x10 y53
      w1 Nn1,n2,n3,n4,n1
      r1 Ttype=boundary,boundary=administrative,admin_level=2,name=Land,ISO3166-1=de Mw1@outer
      r2 Ttype=boundary,boundary=administrative,admin_level=4,name=Gau Mw1@outer
      r3 Ttype=boundary,boundary=administrative,admin_level=8,name=Stadt Mw1@outer

      """)
    let inside = try #require(Coordinate(latitude: 52.5, longitude: 10.5))
    let outside = try #require(Coordinate(latitude: 53.5, longitude: 10.5))
    let names = map.areas.names(at: inside)
    #expect(names.locality == "Stadt" && names.region == "Gau" && names.countryCode == "DE")
    #expect(map.areas.names(at: outside).locality == nil)
    #expect(map["osm:relation/3"]?.types.first?.name == "administrative_area_level_3")
    #expect(map["osm:relation/3"]?.footprint == nil)
  }
}
