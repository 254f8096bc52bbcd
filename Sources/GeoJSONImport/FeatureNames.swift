import JSON
import PlacesCore

/// What a feature is called.
struct FeatureNames {
  /// The name to show; nil if there is none of any kind.
  var name: String?
  /// All further names.
  var others: [PlaceName] = []

  init(_ properties: Properties) {
    addOverture(properties.structure("names"))
    let own = properties.texts("name")
    name = name ?? own.first
    others += own.dropFirst().map { PlaceName(key: "alt", text: $0) }
    for key in properties.keys.sorted() where key.hasPrefix("name:") {
      let language = String(key.dropFirst(5))
      guard FeatureNames.isLanguage(language), let text = properties.text(key) else { continue }
      others.append(PlaceName(key: language, text: text))
    }
    for (key, kind) in FeatureNames.kinds {
      for text in properties.texts(key).flatMap(FeatureNames.parts(of:)) {
        others.append(PlaceName(key: kind, text: text))
      }
    }
    for brand in FeatureNames.brands(properties.structure("brand")) {
      others.append(PlaceName(key: "brand", text: brand))
    }
    if let name, name.contains(";") {
      others += FeatureNames.parts(of: name).map { PlaceName(key: "alt", text: $0) }
    }
    var seen: Set<PlaceName> = []
    others = others.filter { seen.insert($0).inserted }
  }

  /// What to show for a place of this main type: the name, else one in a language, else the brand, the operator,
  /// the network, else the type in words.
  func label(for type: PlaceType?, network: String?) -> String? {
    if let name { return name }
    let languages = others.filter { FeatureNames.isLanguage($0.key) }
    let inLanguage = languages.first { $0.key == "en" } ?? languages.first
    let other = ["brand", "operator"].lazy.compactMap { key in others.first { $0.key == key } }.first
    return inLanguage?.text ?? other?.text ?? network ?? type.map(FeatureNames.words)
  }

  /// The keys of OpenStreetMap for names of other kinds than `name`.
  private static let kinds = [
    ("alt_name", "alt"), ("old_name", "old"), ("official_name", "official"), ("short_name", "short"),
    ("loc_name", "alt"), ("operator", "operator"), ("ref", "ref"),
  ]

  /// Overture's names: `primary`, `common` by language (an object, or a list in the schema of 2023), and `rules`.
  private mutating func addOverture(_ names: JSONValue?) {
    guard let names else { return }
    name = names["primary"]?.cleanText
    for member in names["common"]?.objectValue?.members ?? [] {
      if let text = member.value.cleanText { others.append(PlaceName(key: member.name, text: text)) }
    }
    for (list, kind) in [("common", ""), ("official", "official"), ("short", "short"), ("alternate", "alt")] {
      for item in names[list]?.arrayValue ?? [] {
        guard let text = (item["value"] ?? item).cleanText else { continue }
        let language = item["language"]?.stringValue ?? "local"
        if kind.isEmpty, language == "local" || name == nil {
          name = name ?? text
        } else {
          others.append(PlaceName(key: kind.isEmpty ? language : kind, text: text))
        }
      }
    }
    for rule in names["rules"]?.arrayValue ?? [] {
      guard let text = rule["value"]?.cleanText else { continue }
      let variant = rule["variant"]?.stringValue ?? ""
      others.append(PlaceName(key: ["short": "short", "official": "official"][variant] ?? "alt", text: text))
    }
    others.removeAll { $0.key.isEmpty || $0.key.contains("=") }
  }

  private static func brands(_ brand: JSONValue?) -> [String] {
    guard let brand else { return [] }
    if let names = brand["names"] ?? brand["name"] {
      if let primary = names["primary"]?.cleanText ?? names.cleanText { return [primary] }
      return names["common"]?.arrayValue?.first?["value"].flatMap(\.cleanText).map { [$0] } ?? []
    }
    return brand.cleanTexts.flatMap(parts(of:))
  }

  /// The names in a value that holds several.
  private static func parts(of text: String) -> [String] {
    text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
  }

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
