import Glibc
import Testing

@testable import PlacesCore

@Suite struct StoredGeometryTests {
  private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func ring(_ points: [(Double, Double)]) throws -> [Coordinate] {
    try points.map { try coordinate($0.0, $0.1) }
  }

  @Test func gridCoordinatesKeepSevenDigits() throws {
    for (latitude, longitude) in [(-33.8694, 151.199), (90, 180), (-90, 180), (0, 0), (-16.85, -179.9998)] {
      let c = try coordinate(latitude, longitude)
      #expect(GridCoordinate(c).coordinate == c)
    }
    #expect(GridCoordinate(try coordinate(-16.85, -180)).coordinate == (try coordinate(-16.85, 180)))
    #expect(GridCoordinate(latitude: 900_000_001, longitude: 0) == nil)
    #expect(GridCoordinate(latitude: .min, longitude: 0) == nil)
    #expect(GridCoordinate(latitude: 0, longitude: .max) == nil)
  }

  @Test func geometriesComeBack() throws {
    let rings = [
      try ring([(-16.8502, 179.9998), (-16.8502, -179.9998), (-16.8498, -179.9998)]),
      try ring([(90, 180), (-90, -180), (0, 0), (52.1234567, 10.7654321)]),
    ]
    let bytes = GeometryCode.encode(rings)
    // The same meridian has two names; which one is read back does not matter.
    let back = try #require(GeometryCode.decode(bytes))
    #expect(zip(back.joined(), rings.joined()).allSatisfy { $0.distance(to: $1) < 0.01 })
    #expect(GeometryCode.decode(GeometryCode.encode([])) == [])
    #expect(GeometryCode.encode([try ring([(52, 10), (52.0001, 10), (52, 10.0001)])]).count < 20)
  }

  @Test func brokenGeometriesAreRefused() throws {
    let bytes = GeometryCode.encode([try ring([(52, 10), (52.0001, 10), (52, 10.0001)])])
    for length in 0..<bytes.count { #expect(GeometryCode.decode(Array(bytes.prefix(length))) == nil) }
    #expect(GeometryCode.decode(bytes + [0]) == nil)
    #expect(GeometryCode.decode([1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]) == nil)
    #expect(GeometryCode.decode([0xff, 0xff, 0xff, 0xff, 0x0f]) == nil)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let noise = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = GeometryCode.decode(noise)
      _ = GeometryCode.decode([1, UInt8(noise.count / 2)] + noise)
    }
  }

  @Test func labelsLieInside() throws {
    // Corners in thousandths of a degree: an L, a U (centre of gravity outside), a square with a hole in its
    // middle, a bow tie.
    let shapes: [[[(Double, Double)]]] = [
      [[(0, 0), (0, 3), (1, 3), (1, 1), (3, 1), (3, 0)]],
      [[(0, 0), (0, 9), (9, 9), (9, 8), (1, 8), (1, 1), (9, 1), (9, 0)]],
      [[(0, 0), (0, 3), (3, 3), (3, 0)], [(1, 1), (1, 2), (2, 2), (2, 1)]],
      [[(0, 0), (3, 3), (0, 3), (3, 0)]],
    ]
    for shape in shapes {
      let rings = try shape.map { corners in
        try ring(corners.map { (52 + $0.0 / 1000, 10 + $0.1 / 1000) })
      }
      let footprint = try #require(Footprint(rings: rings))
      #expect(footprint.contains(try #require(footprint.labelPoint)))
    }
    let line = try #require(Footprint(rings: [try ring([(52, 10), (52, 10.001), (52, 10.002)])]))
    #expect(line.labelPoint == nil)
  }

  @Test("OSM-24: the label of an area across 180 degrees lies at 180 degrees")
  func labelAcrossTheAntimeridian() throws {
    let corners = [(-16.8502, 179.9998), (-16.8502, -179.9998), (-16.8498, -179.9998), (-16.8498, 179.9998)]
    let label = try #require(Footprint(rings: [try ring(corners)])?.labelPoint)
    #expect(abs(abs(label.longitude) - 180) < 1e-6 && abs(label.latitude + 16.85) < 1e-6)
  }

  @Test func simplificationKeepsTheShape() throws {
    let circle = try (0..<720).map { step -> Coordinate in
      let angle = Double(step) / 720 * 2 * .pi
      let center = try coordinate(52.1, 10.2)
      return try #require(center.moved(by: PlanePoint(east: 40 * cos(angle), north: 40 * sin(angle))))
    }
    let footprint = try #require(Footprint(rings: [circle]))
    let simple = footprint.simplified(tolerance: 1)
    #expect(simple.rings[0].count < 30)
    #expect(circle.allSatisfy { simple.distance(from: $0) < 1.01 })
    #expect(simple.rings[0].allSatisfy { footprint.distance(from: $0) < 0.001 })
    // A kiosk narrower than the tolerance keeps its corners.
    let kiosk = try #require(Footprint(rings: [try ring([(52, 10), (52, 10.00001), (52.000005, 10.00001)])]))
    #expect(kiosk.simplified(tolerance: 1) == kiosk)
  }
}
