import JSON

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
struct Properties {
  private let values: [String: JSONValue]

  init(_ value: JSONValue?) {
    let members = value?.objectValue?.members ?? []
    values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> JSONValue? { values[key] }

  var keys: Dictionary<String, JSONValue>.Keys { values.keys }

  /// The text under a key; the first one of a list.
  func text(_ key: String) -> String? { values[key]?.cleanTexts.first }

  /// The first text that one of the keys has.
  func text(_ keys: [String]) -> String? {
    for key in keys { if let text = text(key) { return text } }
    return nil
  }

  /// All texts under a key.
  func texts(_ key: String) -> [String] { values[key]?.cleanTexts ?? [] }

  /// The object or list under a key, also where a converter wrote it as JSON in a string.
  func structure(_ key: String) -> JSONValue? {
    guard let value = values[key] else { return nil }
    guard case .string(let text) = value, text.hasPrefix("{") || text.hasPrefix("[") else { return value }
    return (try? JSONValue(parsing: Array(text.utf8))) ?? value
  }
}
