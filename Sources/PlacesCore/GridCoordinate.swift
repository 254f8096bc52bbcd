/// A coordinate in whole units of 1e-7 degree, which is OpenStreetMap's precision (about 1 cm): how places are kept.
package struct GridCoordinate: Hashable, Sendable {
  package let latitude: Int32
  package let longitude: Int32

  /// Units in a degree.
  package static let unitsPerDegree = 1e7

  /// The grid point nearest to a coordinate. The 180th meridian always is 180 degrees east.
  package init(_ c: Coordinate) {
    latitude = Int32((c.latitude * GridCoordinate.unitsPerDegree).rounded())
    let east = Int32((c.longitude * GridCoordinate.unitsPerDegree).rounded())
    longitude = east == -1_800_000_000 ? 1_800_000_000 : east
  }

  /// Nil if a value is out of range.
  package init?(latitude: Int64, longitude: Int64) {
    guard abs(latitude.clamped) <= 900_000_000, abs(longitude.clamped) <= 1_800_000_000 else { return nil }
    self.latitude = Int32(latitude)
    self.longitude = Int32(longitude)
  }

  /// The same point in degrees: the double that prints with the same digits.
  package var coordinate: Coordinate? {
    Coordinate(
      latitude: Double(latitude) / GridCoordinate.unitsPerDegree,
      longitude: Double(longitude) / GridCoordinate.unitsPerDegree)
  }
}

extension Int64 {
  /// The value held within 32 bits, so that its magnitude can be taken.
  fileprivate var clamped: Int64 { Swift.min(Swift.max(self, Int64(Int32.min)), Int64(Int32.max)) }
}
