import JSON
import PlaceTags
import PlacesCore

/// What a feature is called.
struct FeatureNames {
  private var names = TaggedNames()

  init(_ properties: Properties) {
    addOverture(properties.structure("names"))
    names.add(properties, brands: FeatureNames.brands(properties.structure("brand")))
  }

  /// All further names.
  var others: [PlaceName] { names.others }

  /// What to show for a place of this main type: the name, else one in a language, else the brand, the operator,
  /// the network, else the type in words.
  func label(for type: PlaceType?, network: String?) -> String? { names.label(for: type, network: network) }

  /// Overture's names: `primary`, `common` by language (an object, or a list in the schema of 2023), and `rules`.
  private mutating func addOverture(_ given: JSONValue?) {
    guard let given else { return }
    names.name = given["primary"]?.cleanText
    for member in given["common"]?.objectValue?.members ?? [] {
      if let text = member.value.cleanText { names.others.append(PlaceName(key: member.name, text: text)) }
    }
    for (list, kind) in [("common", ""), ("official", "official"), ("short", "short"), ("alternate", "alt")] {
      for item in given[list]?.arrayValue ?? [] {
        guard let text = (item["value"] ?? item).cleanText else { continue }
        let language = item["language"]?.stringValue ?? "local"
        if kind.isEmpty, language == "local" || names.name == nil {
          names.name = names.name ?? text
        } else {
          names.others.append(PlaceName(key: kind.isEmpty ? language : kind, text: text))
        }
      }
    }
    for rule in given["rules"]?.arrayValue ?? [] {
      guard let text = rule["value"]?.cleanText else { continue }
      let variant = rule["variant"]?.stringValue ?? ""
      names.others.append(
        PlaceName(key: ["short": "short", "official": "official"][variant] ?? "alt", text: text))
    }
    names.others.removeAll { $0.key.isEmpty || $0.key.contains("=") }
  }

  private static func brands(_ brand: JSONValue?) -> [String] {
    guard let brand else { return [] }
    if let names = brand["names"] ?? brand["name"] {
      if let primary = names["primary"]?.cleanText ?? names.cleanText { return [primary] }
      return names["common"]?.arrayValue?.first?["value"].flatMap(\.cleanText).map { [$0] } ?? []
    }
    return brand.cleanTexts.flatMap(TaggedNames.parts(of:))
  }
}
