import GeoJSONImport
import PlaceTags
import PlacesCore
import Testing

@Suite struct GeometryTests {
  @Test func pointsKeepTheirDigits() throws {
    let place = try only(try Imported(geometry: #"{"type":"Point","coordinates":[151.199,-33.8694,7.5]}"#))
    #expect(place.coordinate == Coordinate(latitude: -33.8694, longitude: 151.199))
    #expect(place.footprint == nil)
  }

  @Test func areasGetALabelInside() throws {
    for geometry in [
      #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,1],[1,1],[1,8],[9,8],[9,9],[0,9],[0,0]]]}"#,
      #"{"type":"Polygon","coordinates":[[[0,0],[3,0],[3,3],[0,3],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]}"#,
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[0,1],[0,0]]],[[[5,5],[7,5],[7,7],[5,7],[5,5]]]]}"#,
      #"{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}]}"#,
    ] {
      // Degrees divided by a thousand: the size of buildings.
      let small = geometry.replacing(/\d/) { "0.00\($0.0)" }
      let place = try only(try Imported(geometry: small))
      #expect(place.footprint?.contains(place.coordinate) == true, "\(geometry)")
    }
  }

  @Test("OSM-15: invalid shapes give a point near their corners or are counted") func invalidShapes() throws {
    let near = try #require(Coordinate(latitude: 52.1, longitude: 10.2))
    for (rings, hasArea) in [
      // A bow tie, a hole outside, two corners, one corner, no area.
      ("[[[10.2,52.1],[10.201,52.101],[10.201,52.1],[10.2,52.101],[10.2,52.1]]]", true),
      (
        "[[[10.2,52.1],[10.201,52.1],[10.201,52.101],[10.2,52.1]],[[10.3,52.2],[10.301,52.2],[10.3,52.201],[10.3,52.2]]]",
        true
      ),
      ("[[[10.2,52.1],[10.201,52.1]]]", false),
      ("[[[10.2,52.1],[10.2,52.1],[10.2,52.1],[10.2,52.1]]]", false),
      ("[[[10.2,52.1],[10.2005,52.1],[10.201,52.1],[10.2,52.1]]]", false),
    ] {
      let place = try only(try Imported(geometry: #"{"type":"Polygon","coordinates":\#(rings)}"#))
      #expect(place.coordinate.distance(to: near) < 200, "\(rings)")
      #expect((place.footprint != nil) == hasArea, "\(rings)")
      #expect((place.footprint?.rings.count ?? 1) == 1, "\(rings)")
    }
    for (geometry, reason) in [
      (#"{"type":"Polygon","coordinates":[]}"#, SkipReason.noGeometry),
      (#"{"type":"Polygon","coordinates":[[]]}"#, .noGeometry),
      (#"{"type":"Point","coordinates":[]}"#, .noGeometry),
      (#"{"type":"Point","coordinates":[1]}"#, .badGeometry),
      (#"{"type":"Point","coordinates":["1","2"]}"#, .badGeometry),
      (#"{"type":"Point","coordinates":7}"#, .badGeometry),
      (#"{"type":"Polygon","coordinates":[1,2]}"#, .badGeometry),
      (#"{"type":"Point","coordinates":[1e400,2]}"#, .outOfRange),
      (#"{"type":"Point","coordinates":[1,91]}"#, .outOfRange),
      (#"{"type":"Point","coordinates":[1e17,-1e308]}"#, .outOfRange), (#""x""#, .badGeometry),
      ("{}", .badGeometry),
      (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, .line),
      (#"{"type":"Blob","coordinates":[1,2]}"#, .badGeometry),
    ] {
      let imported = try Imported(geometry: geometry)
      #expect(imported.places.isEmpty && imported.report.skipped == [reason: 1], "\(geometry)")
    }
  }

  @Test(
    "OSM-24: an area across 180 degrees is labelled there",
    arguments: [
      "[[[179.9998,-16.8502],[-179.9998,-16.8502],[-179.9998,-16.8498],[179.9998,-16.8498],[179.9998,-16.8502]]]",
      "[[[179.9998,-16.8502],[180.0002,-16.8502],[180.0002,-16.8498],[179.9998,-16.8498],[179.9998,-16.8502]]]",
    ]) func acrossTheAntimeridian(rings: String) throws
  {
    let place = try only(try Imported(geometry: #"{"type":"Polygon","coordinates":\#(rings)}"#))
    #expect(
      abs(abs(place.coordinate.longitude) - 180) < 1e-6 && abs(place.coordinate.latitude + 16.85) < 1e-6)
    let footprint = try #require(place.footprint)
    for longitude in [179.9999, -179.9999, 180, -180] {
      let inside = try #require(Coordinate(latitude: -16.85, longitude: longitude))
      #expect(footprint.contains(inside))
    }
    #expect(!footprint.contains(try #require(Coordinate(latitude: -16.85, longitude: 0))))
  }

  @Test("OSM-25: points on either name of the 180th meridian are kept", arguments: ["180.0", "-180.0"])
  func onTheAntimeridian(longitude: String) throws {
    let place = try only(try Imported(geometry: #"{"type":"Point","coordinates":[\#(longitude),-16.85]}"#))
    #expect(place.coordinate == Coordinate(latitude: -16.85, longitude: 180))
  }

  @Test func entrancesAreKept() throws {
    let door = try #require(Coordinate(latitude: 52.1, longitude: 10.2005))
    for text in [
      feature(properties: #"{"name":"X","entrances":[[10.2005,52.1],"bad",[1]]}"#),
      feature(properties: #"{"name":"X","entrance":[10.2005,52.1]}"#),
      feature(
        geometry: #"""
          {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[10.2005,52.1]},
          {"type":"Polygon","coordinates":[[[10.2,52.1],[10.201,52.1],[10.2,52.101],[10.2,52.1]]]}]}
          """#, properties: #"{"name":"X"}"#),
    ] {
      #expect(try only(try Imported(text)).entrances == [door])
    }
    // The tag of that name makes no place, and no entrance of one.
    let tagged = try Imported(properties: #"{"name":"X","amenity":"bank","entrance":"yes"}"#)
    #expect(try only(tagged).entrances.isEmpty)
  }
}
