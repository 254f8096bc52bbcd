import PlacesCore

/// What kind of place an object is by OpenStreetMap's tags.
package struct TaggedTypes {
  /// The main type first; empty if the tags say that it is no place.
  package var types: [PlaceType]
  /// Whether its type stands under a tag that says it is gone (`disused:amenity`).
  package var isGone = false

  /// Nil if no tag says what it is. `value` gives the value of a tag, `prefixes` the prefixes of `gone` to be looked under.
  package init?(prefixes: [String] = gone, _ value: (String) -> String?) {
    for prefix in [""] + prefixes {
      guard let found = TaggedTypes.types(value, prefix: prefix) else { continue }
      (types, isGone) = (found, !prefix.isEmpty)
      return
    }
    return nil
  }

  /// The types by the tags under a prefix; nil if none is known.
  private static func types(_ value: (String) -> String?, prefix: String) -> [PlaceType]? {
    var known = false
    var types: [PlaceType] = []
    for key in keys {
      guard let text = value(prefix.isEmpty ? key : prefix + key),
        let meaning = PlaceTypes.table.meaning(ofTag: key, text)
      else { continue }
      known = true
      types += meaning
    }
    guard known else { return nil }
    // What says more than the type itself goes before it.
    for (key, refined) in refinements where types.contains(where: { refined.contains($0.name) }) {
      if let text = value(prefix + key), let meaning = PlaceTypes.table.meaning(ofTag: key, text) {
        types = meaning + types
      }
    }
    return types
  }

  /// The keys that say what something is, the most telling first.
  package static let keys = [
    "amenity", "shop", "tourism", "leisure", "healthcare", "historic", "office", "craft", "railway",
    "aeroway", "public_transport", "club", "climbing", "natural", "waterway", "man_made", "landuse",
    "boundary", "place",
    "building", "highway", "barrier", "power", "emergency", "entrance", "traffic_calming", "advertising",
    "sport",
  ]

  /// The keys that say more about some types.
  private static let refinements: [(key: String, of: Set<String>)] = [
    ("cuisine", ["restaurant", "fast_food_restaurant", "cafe"]), ("religion", ["place_of_worship"]),
    ("station", ["train_station"]), ("sport", ["sports_complex"]),
  ]

  /// Prefixes of tags for what is not there any more.
  package static let gone = ["disused:", "abandoned:", "was:", "removed:", "demolished:", "razed:"]
}
