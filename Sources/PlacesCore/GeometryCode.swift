/// Compact bytes for lines of coordinates: how footprints and entrances are kept in files.
///
/// Numbers are variable-length (7 bits a byte, low bits first, signed ones zigzag). A geometry is the number of
/// its rings; a ring is the number of its points, then each point's latitude and longitude in units of 1e-7
/// degree as the difference from the point before it (from 0/0 for the very first), longitudes the short way
/// round the earth.
package enum GeometryCode {
  package static func encode(_ rings: [[Coordinate]]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(UInt64(rings.count), to: &bytes)
    var (latitude, longitude) = (Int64(0), Int64(0))
    for ring in rings {
      append(UInt64(ring.count), to: &bytes)
      for point in ring.map(GridCoordinate.init) {
        append(zigzag(Int64(point.latitude) - latitude), to: &bytes)
        append(zigzag(shortWay(Int64(point.longitude) - longitude)), to: &bytes)
        (latitude, longitude) = (Int64(point.latitude), Int64(point.longitude))
      }
    }
    return bytes
  }

  /// Nil if the bytes are not what `encode` makes.
  package static func decode(_ bytes: [UInt8]) -> [[Coordinate]]? {
    var rest = bytes[...]
    // Each ring and each point takes at least one byte, so no count beyond the bytes is believed.
    guard let ringCount = number(&rest), ringCount <= UInt64(rest.count) else { return nil }
    var rings: [[Coordinate]] = []
    var (latitude, longitude) = (Int64(0), Int64(0))
    for _ in 0..<ringCount {
      guard let pointCount = number(&rest), pointCount <= UInt64(rest.count) else { return nil }
      var ring: [Coordinate] = []
      ring.reserveCapacity(Int(pointCount))
      for _ in 0..<pointCount {
        guard let north = number(&rest), let east = number(&rest) else { return nil }
        latitude &+= unzigzag(north)
        longitude = shortWay(longitude &+ unzigzag(east))
        guard let point = GridCoordinate(latitude: latitude, longitude: longitude)?.coordinate else {
          return nil
        }
        ring.append(point)
      }
      rings.append(ring)
    }
    return rest.isEmpty ? rings : nil
  }

  private static let circle: Int64 = 3_600_000_000

  /// A longitude, or a difference of two, brought into the range of half a circle to either side.
  private static func shortWay(_ units: Int64) -> Int64 {
    let turned = units % circle
    if turned > circle / 2 { return turned - circle }
    return turned < -circle / 2 ? turned + circle : turned
  }

  private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

  private static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 56, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
