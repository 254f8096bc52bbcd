import PlacesCore

/// What the words of the sources mean as place types, by `PlaceTypeTable`.
package struct PlaceTypes: Sendable {
  /// What a category or tag means: some types, or none because such things are no places.
  package typealias Meaning = [PlaceType]

  package static let table = PlaceTypes(PlaceTypeTable.text)

  private var exact: [String: Meaning] = [:]
  private var endings: [String: Meaning] = [:]

  init(_ text: String) {
    var types: Meaning = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      var words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" "), let mark = words.firstIndex(of: "<") {
        types = words[..<mark].compactMap { PlaceType($0) }
        words.removeSubrange(...mark)
      }
      for word in words {
        if word.hasPrefix("*_") {
          endings[String(word.dropFirst(2)), default: []] += types
        } else {
          exact[word, default: []] += types
        }
      }
    }
  }

  /// What a category of Overture Maps, or a type of a file of one's own, means; nil if nobody knows.
  package func meaning(ofCategory category: String) -> Meaning? {
    if let found = exact[category] { return found }
    if let type = PlaceType(category) { return [type] }
    var rest = category[...]
    while let bar = rest.firstIndex(of: "_") {
      rest = rest[rest.index(after: bar)...]
      if let found = endings[String(rest)] { return found }
    }
    return nil
  }

  /// What an OpenStreetMap tag means, of whose values there may be several; nil if nobody knows.
  package func meaning(ofTag key: String, _ value: String) -> Meaning? {
    guard value != "no" else { return nil }
    var known = false
    var found: Meaning = []
    for part in value.split(separator: ";") {
      if let types = exact["\(key)=\(part.trimmed)"] ?? exact["\(key)=*"] {
        known = true
        found += types
      }
    }
    return known ? found : nil
  }

  /// The types without repetition, and the general ones that each implies: an `italian_restaurant` is a `restaurant`.
  package static func complete(_ types: Meaning) -> Meaning {
    var result: Meaning = []
    for type in types where !result.contains(type) { result.append(type) }
    for type in result {
      for (ending, general) in implied where type.name.hasSuffix(ending) && !result.contains(general) {
        result.append(general)
      }
    }
    return result
  }

  private static let implied: [(ending: String, general: PlaceType)] = ["restaurant", "store", "museum"]
    .compactMap { name in PlaceType(name).map { ("_\(name)", $0) } }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  package var trimmed: String {
    var rest = Substring(self)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
