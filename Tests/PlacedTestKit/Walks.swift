import PlacesCore

extension Coordinate {
  /// The point that lies so many metres north and east of this one; for distances far from the poles.
  package func moved(north: Double = 0, east: Double = 0) -> Coordinate {
    let metresPerDegree = Coordinate.earthRadius.value * .pi / 180
    let lat = latitude + north / metresPerDegree
    var lon = longitude + east / (metresPerDegree * cosine(latitude))
    if lon > 180 { lon -= 360 }
    if lon < -180 { lon += 360 }
    guard let point = Coordinate(latitude: lat, longitude: lon) else { preconditionFailure("off the earth") }
    return point
  }

  /// P0 of the case list: 52.1, 10.2.
  package static let p0 = Coordinate(latitude: 52.1, longitude: 10.2) ?? origin
  private static let origin = Coordinate(latitude: 0, longitude: 0)!
}

private func cosine(_ degrees: Double) -> Double {
  let origin = Coordinate(latitude: degrees, longitude: 0)!
  let east = origin.offset(to: Coordinate(latitude: degrees, longitude: 1)!).east
  return east / (Coordinate.earthRadius.value * .pi / 180)
}

extension Fix {
  /// A fix `second` seconds after boot, with this 68 % radius.
  package static func at(
    _ coordinate: Coordinate, second: Double = 0, accuracy: Metres? = 8, speed: Double? = nil
  ) -> Fix {
    var fix = Fix(
      coordinate: coordinate, dimension: .three, horizontalAccuracy: accuracy,
      arrival: Instant(nanoseconds: Int64(second * 1e9)))
    fix.speed = speed
    return fix
  }
}

extension Place {
  /// A small place for tests; its id is `test:NAME` without blanks.
  package static func named(_ name: String, at coordinate: Coordinate, _ type: String = "cafe") -> Place {
    let id = PlaceID("test:" + name.replacing(" ", with: "-"))!
    return Place(id: id, name: name, coordinate: coordinate, types: [PlaceType(type)!])
  }
}
