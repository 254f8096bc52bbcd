import Glibc
import PlacesCore

/// Where to show an object, and how far it reaches.
struct OSMGeometry {
  var point: Coordinate
  /// The area that it covers.
  var footprint: Footprint?
  /// The distance from the point to the farthest corner.
  var reach: Metres = 0

  init?(_ shape: OSMObject.Shape) {
    switch shape {
    case .point(let point): self.point = point
    case .line(let points):
      guard let middle = OSMGeometry.middle(ofLine: points) else { return nil }
      point = middle
      reach = OSMGeometry.reach(points, from: middle)
    case .group(let points):
      guard let middle = OSMGeometry.mean(of: points) else { return nil }
      point = middle
      reach = OSMGeometry.reach(points, from: middle)
    case .area(let rings):
      let footprint = Footprint(rings: rings)
      if let footprint, let label = footprint.labelPoint {
        self.footprint = footprint
        point = label
      } else {
        // An area without an inside is as good as a point.
        guard let first = rings.first, let mean = OSMGeometry.mean(of: first) else { return nil }
        point = mean
      }
      reach = OSMGeometry.reach(rings.joined(), from: point)
    }
    point = GridCoordinate(point).coordinate ?? point
  }

  private static func reach(_ points: some Sequence<Coordinate>, from middle: Coordinate) -> Metres {
    points.reduce(0) { max($0, middle.distance(to: $1)) }
  }

  /// The mean of points that lie near to each other, the 180th meridian or not.
  private static func mean(of points: [Coordinate]) -> Coordinate? {
    guard let origin = points.first else { return nil }
    let offsets = points.map { origin.offset(to: $0) }
    let count = Double(offsets.count)
    return origin.moved(
      by: PlanePoint(
        east: offsets.reduce(0) { $0 + $1.east } / count, north: offsets.reduce(0) { $0 + $1.north } / count))
  }

  /// The point half-way along a line.
  private static func middle(ofLine points: [Coordinate]) -> Coordinate? { point(on: points, at: 0.5) }

  /// The point so far along a line, from 0 for its beginning to 1 for its end.
  static func point(on points: [Coordinate], at part: Double) -> Coordinate? {
    guard let origin = points.first else { return nil }
    let plane = points.map { origin.offset(to: $0) }
    let lengths = zip(plane, plane.dropFirst()).map { hypot($1.east - $0.east, $1.north - $0.north) }
    var rest = lengths.reduce(0, +) * part
    for (index, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        let (a, b, part) = (plane[index], plane[index + 1], rest / length)
        return origin.moved(
          by: PlanePoint(
            east: a.east + (b.east - a.east) * part, north: a.north + (b.north - a.north) * part))
      }
      rest -= length
    }
    return origin
  }
}
