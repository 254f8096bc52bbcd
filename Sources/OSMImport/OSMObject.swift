import COsmium
import PlacesCore

/// One object of the map.
struct OSMObject {
  enum Kind: String { case node, way, relation }

  /// Where the object is.
  enum Shape {
    case point(Coordinate)
    case line([Coordinate])
    /// Closed rings.
    case area([[Coordinate]])
    /// The places of a relation's members.
    case group([Coordinate])
  }

  let kind: Kind
  let number: Int64
  let tags: OSMTags
  let shape: Shape
  let entrances: [Coordinate]
  /// The ids of a way's ends.
  let ends: (first: Int64, last: Int64)

  /// Nil if there is nothing of which it could be told where it is.
  init?(_ object: cosmium_object) {
    switch UInt8(bitPattern: object.kind) {
    case UInt8(ascii: "n"): kind = .node
    case UInt8(ascii: "w"): kind = .way
    default: kind = .relation
    }
    number = object.id
    tags = OSMTags(UnsafeBufferPointer(start: object.tags, count: object.tag_count))
    let points = UnsafeBufferPointer(start: object.points, count: object.point_count)
      .compactMap(OSMObject.coordinate)
    guard let first = points.first else { return nil }
    switch object.shape {
    case COSMIUM_POINT: shape = .point(first)
    case COSMIUM_LINE: shape = .line(points)
    case COSMIUM_AREA where points.count == object.point_count:
      var rings: [[Coordinate]] = []
      var start = 0
      for end in UnsafeBufferPointer(start: object.ring_ends, count: object.ring_count) {
        rings.append(Array(points[start..<max(start, min(Int(end), points.count))]))
        start = rings.reduce(0) { $0 + $1.count }
      }
      shape = .area(rings)
    default: shape = .group(points)
    }
    entrances = UnsafeBufferPointer(start: object.entrances, count: object.entrance_count)
      .compactMap(OSMObject.coordinate)
    ends = (object.first_node, object.last_node)
  }

  /// `osm:node/123`, the same after every import.
  var id: PlaceID? { PlaceID("osm:\(kind.rawValue)/\(number)") }

  private static func coordinate(_ point: cosmium_point) -> Coordinate? {
    GridCoordinate(latitude: Int64(point.latitude), longitude: Int64(point.longitude))?.coordinate
  }
}
