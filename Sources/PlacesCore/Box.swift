import Glibc

/// An area between two parallels and two meridians. `west` greater than `east` means that it crosses the
/// 180th meridian.
package struct Box: Hashable, Sendable {
  package var south: Double
  package var west: Double
  package var north: Double
  package var east: Double

  /// The box between any two opposite corners: latitudes are sorted, and of the two readings of the
  /// longitudes the narrower one holds.
  package init(corner a: Coordinate, corner b: Coordinate) {
    south = min(a.latitude, b.latitude)
    north = max(a.latitude, b.latitude)
    let (low, high) = (min(a.longitude, b.longitude), max(a.longitude, b.longitude))
    (west, east) = high - low <= 180 ? (low, high) : (high, low)
  }

  /// The box from one corner eastward and northward to the other, however wide; nil if they lie the other way
  /// round in latitude.
  package init?(southWest: Coordinate, northEast: Coordinate) {
    guard southWest.latitude <= northEast.latitude else { return nil }
    (south, west) = (southWest.latitude, southWest.longitude)
    (north, east) = (northEast.latitude, northEast.longitude)
  }

  /// The smallest box around a circle; all longitudes where the circle holds a pole.
  package init(around center: Coordinate, radius: Metres) {
    let span = (radius.value / Coordinate.earthRadius.value).degrees
    south = max(-90, center.latitude - span)
    north = min(90, center.latitude + span)
    let ratio = sin(min(span, 90).radians) / cos(center.latitude.radians)
    guard south > -90, north < 90, ratio < 1 else {
      (west, east) = (-180, 180)
      return
    }
    let width = asin(ratio).degrees
    west = center.longitude - width
    east = center.longitude + width
    if west < -180 { west += 360 }
    if east > 180 { east -= 360 }
  }

  /// Whether the longitudes wrap over the 180th meridian.
  package var crossesAntimeridian: Bool { west > east }

  package var southWest: Coordinate? { Coordinate(latitude: south, longitude: west) }
  package var northEast: Coordinate? { Coordinate(latitude: north, longitude: east) }

  package func contains(_ c: Coordinate) -> Bool {
    guard (south...north).contains(c.latitude) else { return false }
    if crossesAntimeridian { return c.longitude >= west || c.longitude <= east }
    return (west...east).contains(c.longitude)
      || (abs(c.longitude) == 180 && (west == -180 || east == 180))
  }
}
