import JSON
import PlacesCore

/// The id of the place that a feature describes: the same after every import of the feature.
struct FeatureID {
  /// What ids without a source of their own are put under: the file's name.
  private let stem: String

  init(path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    var stem = file.prefix { $0 != "." }.map { $0.isWhitespace ? "_" : $0 }
    if stem.isEmpty { stem = ["-"] }
    self.stem = String(stem.prefix(60))
  }

  func id(of feature: Feature, place: Place) -> PlaceID? {
    let given = feature.id?.cleanText ?? feature.properties.text(["@id", "id"])
    if let given {
      if let id = FeatureID.openStreetMap(given) { return id }
      if isOverture(feature.properties), !given.hasPrefix("overture:"), let id = PlaceID("overture:\(given)")
      {
        return id
      }
      if FeatureID.hasSource(given), let id = PlaceID(given) { return id }
      let plain = String(given.map { $0.isWhitespace ? "_" : $0 })
      if let id = PlaceID("geojson:\(stem)/\(plain)") { return id }
    }
    let source = isOverture(feature.properties) ? "overture" : "geojson"
    let point = GridCoordinate(place.coordinate)
    let types = place.types.map(\.name).joined(separator: ",")
    let hash = FeatureID.hash(
      of: "\(given ?? "")\n\(place.name)\n\(point.latitude)\n\(point.longitude)\n\(types)")
    return PlaceID("\(source):\(stem)/h\(String(hash, radix: 16))")
      ?? PlaceID("\(source):-/h\(String(hash, radix: 16))")
  }

  /// Whether a feature comes from Overture Maps: by what only its schema has.
  private func isOverture(_ properties: Properties) -> Bool {
    properties.text("theme") == "places" || properties["categories"]?.objectValue != nil
      || (properties["names"] != nil && properties["sources"] != nil)
      // The schema of 2023, of which some exports keep nothing but the names.
      || properties.structure("names")?["common"]?.arrayValue?.first?["value"] != nil
  }

  /// `node/123`, as OpenStreetMap's exporters write it, is `osm:node/123`.
  private static func openStreetMap(_ text: String) -> PlaceID? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, ["node", "way", "relation"].contains(parts[0]), Int64(parts[1]) ?? 0 > 0 else {
      return nil
    }
    return PlaceID("osm:\(text)")
  }

  /// Whether an id names its source: small letters, digits and dashes before the first colon.
  private static func hasSource(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let source = text[..<colon].utf8
    return source.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
      && source.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// The 64-bit FNV-1a hash.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
