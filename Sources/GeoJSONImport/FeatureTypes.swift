import JSON
import PlaceTags
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
      if let tagged = TaggedTypes({ properties[$0]?.cleanText }) {
        (known, types, isGone) = (true, tagged.types, tagged.isGone)
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
}
