import Glibc

extension Footprint {
  /// A point inside the area for the place's marker: the centre of gravity where that lies inside, else the
  /// middle of the widest stretch of a parallel through the area; nil if the area has no inside.
  package var labelPoint: Coordinate? {
    let origin = rings[0][0]
    let shape = onPlane(around: origin)
    guard let point = shape.centroid.flatMap({ shape.contains($0) ? $0 : nil }) ?? shape.widestMiddle,
      shape.edgeDistance(from: point) > 0.01  // metres: what is narrower was drawn as a line
    else { return nil }
    return origin.moved(by: point)
  }

  /// The same area with corners left out that lie less than `tolerance` from the line without them
  /// (Douglas-Peucker). A ring that would lose its inside stays as it is.
  package func simplified(tolerance: Metres) -> Footprint {
    let shape = onPlane(around: rings[0][0])
    let thinned = zip(rings, shape.rings).map { ring, points in
      let kept = PlaneShape.simplifiedIndices(of: points, tolerance: tolerance.value)
      return kept.count >= 3 ? kept.map { ring[$0] } : ring
    }
    return Footprint(rings: thinned) ?? self
  }
}

extension PlaneShape {
  /// The centre of gravity; nil where areas cancel out.
  var centroid: PlanePoint? {
    // The largest ring alone: holes move the centre little, and a label inside one is refused anyway.
    guard let ring = rings.max(by: { PlaneShape.area($0) < PlaneShape.area($1) }) else { return nil }
    var (area, east, north) = (0.0, 0.0, 0.0)
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let cross = a.east * b.north - b.east * a.north
      area += cross
      east += (a.east + b.east) * cross
      north += (a.north + b.north) * cross
    }
    let center = PlanePoint(east: east / (3 * area), north: north / (3 * area))
    return center.east.isFinite && center.north.isFinite ? center : nil
  }

  /// The distance in metres to the nearest edge, inside as outside.
  func edgeDistance(from p: PlanePoint) -> Double {
    rings.lazy.flatMap { zip($0, $0.dropFirst() + $0.prefix(1)) }
      .map { PlaneShape.distance(from: p, toLine: $0, $1) }.min() ?? .infinity
  }

  /// The middle of the widest part inside the area of some lines from west to east.
  var widestMiddle: PlanePoint? {
    let norths = rings.joined().map(\.north)
    guard let low = norths.min(), let high = norths.max() else { return nil }
    var best: (width: Double, point: PlanePoint)?
    for part in [0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875] {
      // Off the round fractions, where corners of drawn shapes like to be.
      let north = low + (high - low) * (part + 0.0137)
      var crossings: [Double] = []
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
        where (a.north > north) != (b.north > north) {
          crossings.append(a.east + (north - a.north) / (b.north - a.north) * (b.east - a.east))
        }
      }
      crossings.sort()
      for index in stride(from: 1, to: crossings.count, by: 2) {
        let (west, east) = (crossings[index - 1], crossings[index])
        if east - west > best?.width ?? 0 {
          best = (east - west, PlanePoint(east: (west + east) / 2, north: north))
        }
      }
    }
    return best?.point
  }

  /// The corners of a closed ring that simplification keeps, in order.
  static func simplifiedIndices(of ring: [PlanePoint], tolerance: Double) -> [Int] {
    guard ring.count > 3, let first = ring.first else { return Array(ring.indices) }
    // The ring is two lines: from the first corner to the one farthest from it, and back.
    func distance(_ i: Int) -> Double { hypot(ring[i].east - first.east, ring[i].north - first.north) }
    guard let far = ring.indices.max(by: { distance($0) < distance($1) }), far > 0 else { return [] }
    var kept: Set<Int> = [0, far]
    var open = [(0, far), (far, ring.count)]
    while let (from, to) = open.popLast() {
      let (a, b) = (ring[from], ring[to % ring.count])
      var (worst, index) = (tolerance, -1)
      for i in stride(from: from + 1, to: to, by: 1) {
        let off = PlaneShape.distance(from: ring[i], toLine: a, b)
        if off > worst { (worst, index) = (off, i) }
      }
      guard index >= 0 else { continue }
      kept.insert(index)
      open += [(from, index), (index, to)]
    }
    return kept.sorted()
  }
}
