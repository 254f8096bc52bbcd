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

  /// Where `other` lies in metres east and north of here, on the plane on which distances and directions from here
  /// are true (azimuthal equidistant): right anywhere, at the poles and across the 180th meridian too.
  package func offset(to other: Coordinate) -> PlanePoint {
    let (a, b) = (latitude.radians, other.latitude.radians)
    let dLon = (other.longitude - longitude).radians
    let (halfLat, halfLon) = (sin((b - a) / 2), sin(dLon / 2))
    let h = halfLat * halfLat + cos(a) * cos(b) * halfLon * halfLon
    let angle = 2 * asin(min(1, h.squareRoot()))
    let east = cos(b) * sin(dLon)
    let north = sin(b - a) + 2 * sin(a) * cos(b) * halfLon * halfLon
    // `east` and `north` are the sides of a right angle whose third side is the sine of the distance.
    let sine = hypot(east, north)
    guard sine > 0 else { return PlanePoint(east: 0, north: angle * Coordinate.earthRadius.value) }
    let scale = angle / sine * Coordinate.earthRadius.value
    return PlanePoint(east: east * scale, north: north * scale)
  }

  /// The point that lies at `offset` from here: the inverse of `offset(to:)`.
  package func moved(by offset: PlanePoint) -> Coordinate? {
    let length = offset.length.value
    guard length > 0 else { return self }
    let angle = length / Coordinate.earthRadius.value
    let (a, east, north) = (latitude.radians, offset.east / length, offset.north / length)
    let sine = cos(angle) * sin(a) + north * sin(angle) * cos(a)
    let turn = atan2(east * sin(angle), cos(a) * cos(angle) - north * sin(a) * sin(angle))
    let turned = longitude + turn.degrees
    return Coordinate(
      latitude: asin(max(-1, min(1, sine))).degrees,
      longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned)
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
