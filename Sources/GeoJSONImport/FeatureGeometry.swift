import JSON
import PlaceTags
import PlacesCore

/// Where a feature is: a point, and the area if it has one.
struct FeatureGeometry {
  var point: Coordinate
  var footprint: Footprint?
  /// Points that stand beside an area in one collection.
  var entrances: [Coordinate] = []

  /// Reads a geometry member. Throws the reason to skip the feature.
  init(_ value: JSONValue?) throws(SkipReason) {
    var parts = Parts()
    try parts.add(value)
    let rings = parts.polygons.flatMap(FeatureGeometry.rings(of:))
    if let footprint = Footprint(rings: rings), let label = footprint.labelPoint.map(\.onGrid) {
      self.footprint = footprint
      point = label
      entrances = parts.points
    } else if let corner = parts.polygons.first?.first.flatMap({ FeatureGeometry.middle(of: $0) }) {
      // An area that has no inside is as good as a point.
      point = corner.onGrid
    } else if let first = parts.points.first {
      point = first.onGrid
    } else {
      throw parts.hasLines ? .line : .noGeometry
    }
  }

  /// A position of GeoJSON: longitude and latitude, and whatever follows.
  static func position(_ value: JSONValue) throws(SkipReason) -> Coordinate {
    guard let numbers = value.arrayValue, numbers.count >= 2, let longitude = numbers[0].numberValue,
      let latitude = numbers[1].numberValue
    else { throw .badGeometry }
    guard let east = longitude.double, let north = latitude.double, (-540...540).contains(east) else {
      throw .outOfRange
    }
    // Areas across the 180th meridian often go on beyond it.
    let turned = east > 180 ? east - 360 : east < -180 ? east + 360 : east
    guard let coordinate = Coordinate(latitude: north, longitude: turned) else { throw .outOfRange }
    return coordinate
  }

  /// The outer ring, and those of the others that are holes in it.
  private static func rings(of polygon: [[Coordinate]]) -> [[Coordinate]] {
    guard let outer = polygon.first, let area = Footprint(rings: [outer]) else { return [] }
    return [outer] + polygon.dropFirst().filter { $0.first.map(area.contains) ?? false }
  }

  /// The mean of some points, near to each other.
  private static func middle(of ring: [Coordinate]) -> Coordinate? {
    guard let origin = ring.first else { return nil }
    let offsets = ring.map { origin.offset(to: $0) }
    let count = Double(offsets.count)
    return origin.moved(
      by: PlanePoint(
        east: offsets.map(\.east).reduce(0, +) / count, north: offsets.map(\.north).reduce(0, +) / count))
  }

  /// What a geometry consists of.
  private struct Parts {
    var polygons: [[[Coordinate]]] = []
    var points: [Coordinate] = []
    var hasLines = false

    mutating func add(_ value: JSONValue?) throws(SkipReason) {
      guard let value, !value.isNull else { return }
      guard let type = value["type"]?.stringValue else { throw .badGeometry }
      if type == "GeometryCollection" {
        guard let geometries = value["geometries"]?.arrayValue else { throw .badGeometry }
        for geometry in geometries { try add(geometry) }
        return
      }
      guard let coordinates = value["coordinates"]?.arrayValue else { throw .badGeometry }
      if coordinates.isEmpty { return }
      switch type {
      case "Point": points.append(try FeatureGeometry.position(.array(coordinates)))
      case "MultiPoint": for each in coordinates { points.append(try FeatureGeometry.position(each)) }
      case "Polygon": polygons.append(try polygon(coordinates))
      case "MultiPolygon":
        for each in coordinates {
          guard let rings = each.arrayValue else { throw .badGeometry }
          if !rings.isEmpty { polygons.append(try polygon(rings)) }
        }
      case "LineString", "MultiLineString": hasLines = true
      default: throw .badGeometry
      }
    }

    private func polygon(_ rings: [JSONValue]) throws(SkipReason) -> [[Coordinate]] {
      var polygon: [[Coordinate]] = []
      for ring in rings {
        guard let positions = ring.arrayValue else { throw .badGeometry }
        var corners: [Coordinate] = []
        corners.reserveCapacity(positions.count)
        for each in positions { corners.append(try FeatureGeometry.position(each)) }
        if !corners.isEmpty { polygon.append(corners) }
      }
      return polygon
    }
  }
}

extension Coordinate {
  /// The nearest coordinate of seven digits, which is what region files keep.
  var onGrid: Coordinate { GridCoordinate(self).coordinate ?? self }
}
