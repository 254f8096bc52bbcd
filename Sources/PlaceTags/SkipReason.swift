/// Why an object of a source did not become a place.
package enum SkipReason: String, Error, CaseIterable, Sendable {
  /// The geometry is null, empty or missing.
  case noGeometry = "no_geometry"
  /// The geometry is made of lines.
  case line
  /// The geometry is not what GeoJSON says.
  case badGeometry = "bad_geometry"
  /// A latitude beyond 90 degrees, or a longitude that is none.
  case outOfRange = "out_of_range"
  /// There is neither a name nor a type to call it by.
  case noName = "no_name"
  /// Benches, waste bins and the like.
  case notAPlace = "not_a_place"
  /// A part of the map without a name, or of a kind that nobody asks for.
  case noInterest = "no_interest"
  /// What should be a feature is something else.
  case notAFeature = "not_a_feature"
  /// A record of a text sequence is no JSON, or cut off.
  case brokenRecord = "broken_record"
}
