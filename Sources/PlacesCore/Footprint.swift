import Glibc

/// The area that a place covers: closed rings, inside by the even-odd rule, so that holes are rings too.
package struct Footprint: Hashable, Sendable {
  /// Each ring has at least three different corners; the last one is not repeated.
  package let rings: [[Coordinate]]

  /// Nil unless at least one ring has three corners; shorter rings are dropped, repeated ends removed.
  package init?(rings: [[Coordinate]]) {
    let clean = rings.map { ring in
      var corners: [Coordinate] = []
      for corner in ring where corner != corners.last { corners.append(corner) }
      if corners.count > 1, corners.first == corners.last { corners.removeLast() }
      return corners
    }.filter { $0.count >= 3 }
    guard !clean.isEmpty else { return nil }
    self.rings = clean
  }

  /// The rings on the plane that touches the earth at `origin`.
  package func onPlane(around origin: Coordinate) -> PlaneShape {
    PlaneShape(rings: rings.map { $0.map { origin.offset(to: $0) } })
  }

  /// The distance from a point to the area: 0 inside.
  package func distance(from point: Coordinate) -> Metres {
    onPlane(around: point).distance(from: PlanePoint(east: 0, north: 0))
  }

  package func contains(_ point: Coordinate) -> Bool {
    onPlane(around: point).contains(PlanePoint(east: 0, north: 0))
  }
}

/// A footprint on a local plane, in metres.
package struct PlaneShape: Sendable {
  package var rings: [[PlanePoint]]

  package init(rings: [[PlanePoint]]) { self.rings = rings }

  /// Whether the point lies inside, by the even-odd rule.
  package func contains(_ p: PlanePoint) -> Bool {
    var inside = false
    forEachEdge { a, b in
      if (a.north > p.north) != (b.north > p.north),
        p.east < a.east + (p.north - a.north) / (b.north - a.north) * (b.east - a.east)
      {
        inside.toggle()
      }
    }
    return inside
  }

  /// The distance from a point to the area: 0 inside.
  package func distance(from p: PlanePoint) -> Metres {
    if contains(p) { return 0 }
    var least = Double.infinity
    forEachEdge { a, b in
      least = min(least, PlaneShape.distance(from: p, toLine: a, b))
    }
    return Metres(least)
  }

  /// The distance in metres from a point to the line between two others.
  static func distance(from p: PlanePoint, toLine a: PlanePoint, _ b: PlanePoint) -> Double {
    let (dx, dy) = (b.east - a.east, b.north - a.north)
    let square = dx * dx + dy * dy
    let along = square > 0 ? ((p.east - a.east) * dx + (p.north - a.north) * dy) / square : 0
    let t = min(1, max(0, along))
    return hypot(p.east - a.east - t * dx, p.north - a.north - t * dy)
  }

  /// The point of the outline nearest to another one; nil without an outline.
  func nearestOnOutline(to p: PlanePoint) -> PlanePoint? {
    var (nearest, least): (PlanePoint?, Double) = (nil, .infinity)
    forEachEdge { a, b in
      let (dx, dy) = (b.east - a.east, b.north - a.north)
      let square = dx * dx + dy * dy
      let along = square > 0 ? ((p.east - a.east) * dx + (p.north - a.north) * dy) / square : 0
      let t = min(1, max(0, along))
      let point = PlanePoint(east: a.east + t * dx, north: a.north + t * dy)
      let distance = hypot(p.east - point.east, p.north - point.north)
      if distance < least { (nearest, least) = (point, distance) }
    }
    return nearest
  }

  /// The area in square metres. A ring inside an odd number of others is a hole.
  package var area: Double {
    var sum = 0.0
    for (index, ring) in rings.enumerated() {
      guard let corner = ring.first else { continue }
      let around = rings.enumerated().filter {
        $0.offset != index && PlaneShape(rings: [$0.element]).contains(corner)
      }
      sum += (around.count.isMultiple(of: 2) ? 1 : -1) * PlaneShape.area(ring)
    }
    return max(0, sum)
  }

  /// The area of one ring, by the shoelace formula.
  static func area(_ ring: [PlanePoint]) -> Double {
    guard var a = ring.last else { return 0 }
    var sum = 0.0
    for b in ring {
      sum += a.east * b.north - b.east * a.north
      a = b
    }
    return abs(sum) / 2
  }

  private func forEachEdge(_ body: (PlanePoint, PlanePoint) -> Void) {
    for ring in rings {
      guard var a = ring.last else { continue }
      for b in ring {
        body(a, b)
        a = b
      }
    }
  }
}
