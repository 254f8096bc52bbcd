import JSON
import PlaceTags

/// One feature of a GeoJSON text, as it stands there.
struct Feature {
  var id: JSONValue?
  var geometry: JSONValue?
  var bbox: JSONValue?
  var properties: Properties

  /// Nil if the value is no feature.
  init?(_ value: JSONValue) {
    guard let object = value.objectValue, object["type"]?.stringValue == "Feature" else { return nil }
    self.init(members: object)
  }

  /// The feature with these members, whose type has been looked at.
  init(members: JSONObject) {
    id = members["id"]
    geometry = members["geometry"]
    bbox = members["bbox"]
    properties = Properties(members["properties"])
  }
}

/// The properties of a feature, with texts cleaned when they are read.
struct Properties: TagSource {
  private let values: [String: JSONValue]

  init(_ value: JSONValue?) {
    let members = value?.objectValue?.members ?? []
    values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> JSONValue? { values[key] }

  var tagKeys: [String] { Array(values.keys) }

  /// All texts under a key.
  func texts(_ key: String) -> [String] { values[key]?.cleanTexts ?? [] }

  /// The object or list under a key, also where a converter wrote it as JSON in a string.
  func structure(_ key: String) -> JSONValue? {
    guard let value = values[key] else { return nil }
    guard case .string(let text) = value, text.hasPrefix("{") || text.hasPrefix("[") else { return value }
    return (try? JSONValue(parsing: Array(text.utf8))) ?? value
  }
}
