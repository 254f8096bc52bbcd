import JSON
import PlacesCore

/// What kind of place a feature is.
struct FeatureTypes {
  /// The main type first; empty if nothing says what it is.
  var types: [PlaceType] = []
  /// Whether all that is known of it says that it is no place.
  var isNoPlace = false
  /// Whether its type stands under a tag that says it is gone (`disused:amenity`).
  var isGone = false
  /// Names in the feature's own `types` that are no place types; and its category, where nothing tells what it is.
  var unmapped: [String] = []

  init(_ properties: Properties) {
    let table = PlaceTypes.table
    var unknown: String?
    var known = false
    for category in FeatureTypes.categories(in: properties) {
      if let meaning = table.meaning(ofCategory: category) {
        known = true
        types += meaning
      } else if unknown == nil {
        unknown = category
      }
    }
    if !known {
      if let found = FeatureTypes.tagged(properties, prefix: "") {
        (known, types) = (true, found)
      } else {
        for prefix in FeatureTypes.gone {
          guard let found = FeatureTypes.tagged(properties, prefix: prefix) else { continue }
          (known, types, isGone) = (true, found, true)
          break
        }
      }
    }
    types = PlaceTypes.complete(types)
    isNoPlace = known && types.isEmpty
    unmapped = properties.texts("types").filter { PlaceType($0) == nil }
    if !known, let unknown { unmapped.append(unknown) }
  }

  /// The words for the feature's kind: a file's own `types` or `type`, or Overture's categories, the main one first.
  private static func categories(in properties: Properties) -> [String] {
    let own =
      properties.texts("types") + properties.texts("type").flatMap { $0.split(separator: ",").map(\.trimmed) }
    var found = own.filter { PlaceType($0) != nil }
    if found.isEmpty {
      if let categories = properties.structure("categories") {
        found += [categories["primary"]?.cleanText ?? categories["main"]?.cleanText].compactMap(\.self)
        found += categories["alternate"]?.cleanTexts ?? []
      }
      if let taxonomy = properties.structure("taxonomy") {
        if found.isEmpty { found += [taxonomy["primary"]?.cleanText].compactMap(\.self) }
        // The nearest of the broader ones last, as what to fall back on.
        found += (taxonomy["hierarchy"]?.cleanTexts ?? []).reversed().prefix(found.isEmpty ? 9 : 0)
      }
      if found.isEmpty { found += properties.texts("basic_category") + properties.texts("category") }
    }
    return found
  }

  /// The types by OpenStreetMap's tags under a prefix; nil if none is known.
  private static func tagged(_ properties: Properties, prefix: String) -> [PlaceType]? {
    var known = false
    var types: [PlaceType] = []
    for key in keys {
      guard let value = properties[prefix + key]?.cleanText,
        let meaning = PlaceTypes.table.meaning(ofTag: key, value)
      else { continue }
      known = true
      types += meaning
    }
    guard known else { return nil }
    // What says more than the type itself goes before it.
    for (key, types0) in refinements where types.contains(where: { types0.contains($0.name) }) {
      if let value = properties[prefix + key]?.cleanText,
        let meaning = PlaceTypes.table.meaning(ofTag: key, value)
      {
        types = meaning + types
      }
    }
    return types
  }

  /// The keys that say what something is, the most telling first.
  private static let keys = [
    "amenity", "shop", "tourism", "leisure", "healthcare", "historic", "office", "craft", "railway",
    "aeroway",
    "public_transport", "club", "natural", "waterway", "man_made", "landuse", "boundary", "place", "building",
    "highway",
    "barrier", "power", "emergency", "entrance", "traffic_calming", "advertising",
  ]

  /// The keys that say more about some types.
  private static let refinements: [(key: String, of: Set<String>)] = [
    ("cuisine", ["restaurant", "fast_food_restaurant", "cafe"]), ("religion", ["place_of_worship"]),
    ("station", ["train_station"]), ("sport", ["sports_complex"]),
  ]

  /// Prefixes of tags for what is not there any more.
  private static let gone = ["disused:", "abandoned:", "was:", "removed:", "demolished:", "razed:"]
}
