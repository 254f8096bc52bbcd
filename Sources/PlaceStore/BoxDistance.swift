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
    self.init(latitude: point.latitude, longitude: point.longitude)
  }

  private init(latitude: Double, longitude: Double) {
    self.latitude = latitude * (.pi / 180)
    self.longitude = longitude
    (sine, cosine) = (sin(self.latitude), cos(self.latitude))
  }

  /// The distance in metres to a box in units of 1e-7 degree (latitudes first); 0 inside.
  func metres(to box: RTreeBox) -> Double {
    let unit = 1 / GridCoordinate.unitsPerDegree * (.pi / 180)
    let (south, north) = (box.first.lowerBound * unit, box.first.upperBound * unit)
    let gap = longitudeGap(to: box)
    if gap == 0 { return max(0, south - latitude, latitude - north) * Coordinate.earthRadius.value }
    // The point of the nearer meridian that is nearest of all, if the box has it; else one of the corners.
    let closest = south < north ? atan2(sine, cosine * cos(gap)) : .infinity
    let haversine =
      south <= closest && closest <= north
      ? haversine(to: closest, gap) : min(haversine(to: south, gap), haversine(to: north, gap))
    return 2 * asin(min(1, haversine.squareRoot())) * Coordinate.earthRadius.value
  }

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

  /// `box.place MATCH nearest(latitude, longitude, radius)`: boxes within a radius in metres, nearest first.
  static let nearest: RTreeScore = { parameters, box in
    guard parameters.count == 3 else { return nil }
    let distance = BoxDistance(latitude: parameters[0], longitude: parameters[1]).metres(to: box)
    return distance <= parameters[2] ? distance : nil
  }
}
