import Glibc
import PlacesCore
import SQLite

/// Great-circle distances from one point to boxes between parallels and meridians: what orders the R*Tree's
/// best-first search. Right at the poles and across the 180th meridian, whatever way a box's longitudes count.
struct BoxDistance {
  private let latitude: Double
  private let longitude: Double
  private let sine: Double
  private let cosine: Double

  init(from point: Coordinate) {
    latitude = point.latitude * (.pi / 180)
    longitude = point.longitude
    (sine, cosine) = (sin(latitude), cos(latitude))
  }

  private init(parameters: Span<Double>) {
    (latitude, longitude, sine, cosine) = (parameters[0], parameters[1], parameters[2], parameters[3])
  }

  /// What `nearest` takes: the point, with what every box would have to work out anew, and the radius.
  func parameters(within radius: Metres) -> [SQLValue] {
    [.real(latitude), .real(longitude), .real(sine), .real(cosine), .real(radius.value)]
  }

  /// The distance in metres to a box in units of 1e-7 degree (latitudes first); 0 inside.
  func metres(to box: RTreeBox) -> Double {
    let unit = 1 / GridCoordinate.unitsPerDegree * (.pi / 180)
    let (south, north) = (box.first.lowerBound * unit, box.first.upperBound * unit)
    let gap = longitudeGap(to: box)
    if gap == 0 { return max(0, south - latitude, latitude - north) * Coordinate.earthRadius.value }
    // Near by, and far from the poles, the earth is flat: within 6 km to a millimetre (the nearest point of a meridian lies
    // 2 m beside the parallel at most), and several times as fast.
    let across = max(0, south - latitude, latitude - north)
    if gap < BoxDistance.flat, across < BoxDistance.flat, cosine > 0.3 {
      let turn = south > latitude ? across : -across
      let east = (cosine - sine * turn / 2) * gap
      return (across * across + east * east).squareRoot() * Coordinate.earthRadius.value
    }
    // The point of the nearer meridian that is nearest of all, if the box has it; else one of the corners.
    let closest = south < north ? atan2(sine, cosine * cos(gap)) : .infinity
    let haversine =
      south <= closest && closest <= north
      ? haversine(to: closest, gap) : min(haversine(to: south, gap), haversine(to: north, gap))
    return 2 * asin(min(1, haversine.squareRoot())) * Coordinate.earthRadius.value
  }

  /// Radians in which the earth is flat.
  private static let flat = 0.001

  private func haversine(to other: Double, _ gap: Double) -> Double {
    let (halfLat, halfLon) = (sin((other - latitude) / 2), sin(gap / 2))
    return halfLat * halfLat + cosine * cos(other) * halfLon * halfLon
  }

  /// The angle in radians from the point's meridian to the box's nearer one; 0 between them.
  private func longitudeGap(to box: RTreeBox) -> Double {
    let west = box.second.lowerBound / GridCoordinate.unitsPerDegree
    let width = box.second.upperBound / GridCoordinate.unitsPerDegree - west
    var along = (longitude - west).truncatingRemainder(dividingBy: 360)
    if along < 0 { along += 360 }
    return along <= width ? 0 : min(along - width, 360 - along) * (.pi / 180)
  }

  /// `box.place MATCH nearest(…)`, with `parameters`: boxes within the radius, nearest first.
  static let nearest: RTreeScore = { parameters, box in
    guard parameters.count == 5 else { return nil }
    let distance = BoxDistance(parameters: parameters).metres(to: box)
    return distance <= parameters[4] ? distance : nil
  }
}
