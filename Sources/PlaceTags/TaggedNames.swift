import PlacesCore

/// What an object is called by OpenStreetMap's tags.
package struct TaggedNames {
  /// The name to show; nil if there is none of any kind.
  package var name: String?
  /// All further names.
  package var others: [PlaceName] = []

  package init() {}

  /// Adds what the tags say. `brands` are the names of the brand, which some sources keep in other forms.
  package mutating func add(_ tags: some TagSource, brands: [String]) {
    let own = tags.texts("name")
    name = name ?? own.first
    others += own.dropFirst().map { PlaceName(key: "alt", text: $0) }
    for key in tags.tagKeys.filter({ $0.hasPrefix("name:") }).sorted() {
      let language = String(key.dropFirst(5))
      guard TaggedNames.isLanguage(language), let text = tags.text(key) else { continue }
      others.append(PlaceName(key: language, text: text))
    }
    for (key, kind) in TaggedNames.kinds {
      for text in tags.texts(key).flatMap(TaggedNames.parts(of:)) {
        others.append(PlaceName(key: kind, text: text))
      }
    }
    others += brands.map { PlaceName(key: "brand", text: $0) }
    if let name, name.contains(";") {
      others += TaggedNames.parts(of: name).map { PlaceName(key: "alt", text: $0) }
    }
    if others.count > 1 {
      var seen: Set<PlaceName> = []
      others = others.filter { seen.insert($0).inserted }
    }
  }

  /// A name of the object's own: the name, else one in a language, else the brand, the operator, the network.
  package func ownLabel(network: String?) -> String? {
    if let name { return name }
    let languages = others.filter { TaggedNames.isLanguage($0.key) }
    let inLanguage = languages.first { $0.key == "en" } ?? languages.first
    let other = ["brand", "operator"].lazy.compactMap { key in others.first { $0.key == key } }.first
    return inLanguage?.text ?? other?.text ?? network
  }

  /// What to show for a place of this main type: its own name, else the type in words.
  package func label(for type: PlaceType?, network: String?) -> String? {
    ownLabel(network: network) ?? type.map(TaggedNames.words)
  }

  /// The names in a value that holds several.
  package static func parts(of text: String) -> [String] {
    text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The keys of OpenStreetMap for names of other kinds than `name`.
  private static let kinds = [
    ("alt_name", "alt"), ("old_name", "old"), ("official_name", "official"), ("short_name", "short"),
    ("loc_name", "alt"), ("operator", "operator"), ("ref", "ref"),
  ]

  /// Whether a text looks like a language tag: two or three letters, then perhaps script or region.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      !["alt", "old", "ref"].contains(first),
      first.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return false }
    return parts.dropFirst().allSatisfy { (2...8).contains($0.utf8.count) && $0.allSatisfy(\.isASCII) }
  }

  /// A type in words: `public_bathroom` is `Public bathroom`.
  private static func words(_ type: PlaceType) -> String {
    let text = type.name.split(separator: "_").joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
