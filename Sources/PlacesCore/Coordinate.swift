import Glibc

/// A point on the earth (WGS 84): a valid one, because it cannot be made from anything else.
package struct Coordinate: Hashable, Sendable {
  /// Degrees north, from -90 to 90.
  package let latitude: Double
  /// Degrees east, from -180 to 180; -180 and 180 mean the same meridian.
  package let longitude: Double

  /// Nil if a value is not finite or out of range.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude + 0  // no negative zero
    self.longitude = longitude + 0
  }

  /// The mean radius of the earth (IUGG).
  package static let earthRadius: Metres = 6_371_008.8

  /// The great-circle distance, by the haversine formula (exact enough within 0.6 % anywhere).
  package func distance(to other: Coordinate) -> Metres {
    let (a, b) = (latitude.radians, other.latitude.radians)
    let dLat = sin((b - a) / 2)
    let dLon = sin((other.longitude - longitude).radians / 2)
    let h = dLat * dLat + cos(a) * cos(b) * dLon * dLon
    return 2 * asin(min(1, h.squareRoot())) * Coordinate.earthRadius
  }

  /// Where `other` lies in metres east and north of here, on a plane that touches the earth here;
  /// good for distances of some kilometres, also across the 180th meridian.
  package func offset(to other: Coordinate) -> PlanePoint {
    let dLon = (other.longitude - longitude + 540).truncatingRemainder(dividingBy: 360) - 180
    let r = Coordinate.earthRadius.value
    return PlanePoint(
      east: dLon.radians * r * cos(latitude.radians),
      north: (other.latitude - latitude).radians * r)
  }
}

/// A point on a local plane, in metres east and north of its origin.
package struct PlanePoint: Hashable, Sendable {
  package var east: Double
  package var north: Double

  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  package var length: Metres { Metres(hypot(east, north)) }
}

extension Double {
  /// These degrees in radians.
  var radians: Double { self * (.pi / 180) }
  /// These radians in degrees.
  var degrees: Double { self * (180 / .pi) }
}
