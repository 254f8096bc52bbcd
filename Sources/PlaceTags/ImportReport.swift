import PlacesCore

/// What an import has met so far.
package struct ImportReport: Sendable {
  /// Features read.
  package var objects = 0
  /// Places made, by their main type.
  package var kept: [PlaceType: Int] = [:]
  /// Of these, places that are closed for good.
  package var closed = 0
  package var skipped: [SkipReason: Int] = [:]
  /// Names in `types` that are no place types, and categories that the table of types does not know. Places of
  /// which nothing else was known became points of interest.
  package var unmapped: [String: Int] = [:]
  /// Characters that were no Unicode text, by their bytes or by their escapes, and became U+FFFD.
  package var replacedCharacters = 0
  /// The sources that ids name, such as `osm` and `overture`.
  package var sources: Set<String> = []
  /// The newest time at which a source says that it changed something: RFC 3339, as Overture gives it.
  package var newestUpdate: String?
  /// The newest change of any object, where a file tells that.
  package var newestChange: Timestamp?
  /// What files say about their licence and whom to name.
  package var licences: Set<String> = []
  package var attributions: Set<String> = []

  package init() {}

  /// Kinds of unknown categories that are told apart; the rest counts as one.
  static let unmappedKinds = 1000

  /// Counts a place that was made; `categories` are those that the table of types does not know.
  package mutating func count(_ place: Place, unmapped categories: some Sequence<String>) {
    kept[place.types.first ?? .pointOfInterest, default: 0] += 1
    if place.closed { closed += 1 }
    for category in categories {
      let isNew = unmapped[category] == nil
      unmapped[isNew && unmapped.count >= ImportReport.unmappedKinds ? "…" : category, default: 0] += 1
    }
    let source = String(place.id.text.prefix { $0 != ":" })
    if !sources.contains(source) { sources.insert(source) }
  }
}
