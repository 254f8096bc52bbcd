/// The name by which a place is known for good: source, kind and number (`osm:node/123`,
/// `overture:<gers>`), the same after every re-import.
package struct PlaceID: Hashable, Comparable, Sendable {
  package let text: String

  /// Nil unless the text has 1 to 200 bytes, a source before its first colon, and no blanks or controls.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard (3...200).contains(bytes.count), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      colon != bytes.startIndex, bytes.index(after: colon) != bytes.endIndex,
      !text.unicodeScalars.contains(where: {
        // Looking up properties costs more than all the rest, and ids are ASCII nearly always.
        !(0x21...0x7E).contains($0.value)
          && ($0.properties.isWhitespace || $0.properties.generalCategory == .control)
      })
    else { return nil }
    self.text = text
  }

  package static func < (a: PlaceID, b: PlaceID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

/// A place as it is known from a region file.
package struct Place: Hashable, Sendable {
  package var id: PlaceID
  /// The name to show: the original text of the source, never empty.
  package var name: String
  /// Where to put its marker: a point inside the footprint, if there is one.
  package var coordinate: Coordinate
  package var footprint: Footprint?
  /// Mapped entrances.
  package var entrances: [Coordinate] = []
  /// The most telling type first; never empty in a region file.
  package var types: [PlaceType]
  /// Names by language tag (`de`), and aliases under `alt`, `old`, `official`, `short`, `brand`, `operator`, `ref`.
  package var names: [PlaceName] = []
  package var address = Address()
  package var phoneNumber: String?
  package var website: String?
  /// In OpenStreetMap's syntax.
  package var openingHours: String?
  /// How well known the place is, from 0 to 1.
  package var importance = 0.0
  /// Whether the place has ceased to exist.
  package var closed = false
  /// The outline of the building around a place that is known as a point only, where that building is no place itself.
  package var building: Footprint?
  /// The place that this one lies in, a mall for instance.
  package var container: PlaceID?

  package init(id: PlaceID, name: String, coordinate: Coordinate, types: [PlaceType]) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.types = types
  }
}

extension Place {
  /// The name in a language: that of the tag itself (`zh-hant`), else that of its first part; nil if there is none.
  package func name(in language: String) -> String? {
    let wanted = language.lowercased()
    let primary = String(wanted.prefix { $0 != "-" })
    let exact = names.first { $0.key.lowercased() == wanted }
    return (exact ?? names.first { $0.key.lowercased() == primary })?.text
  }
}

/// One further name of a place.
package struct PlaceName: Hashable, Sendable {
  /// A language tag (`de`), or the kind of alias (`alt`, `old`, `official`, `short`, `brand`, `operator`, `ref`).
  package var key: String
  package var text: String

  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }
}

/// The parts of a postal address that are known.
package struct Address: Hashable, Sendable {
  package var houseNumber: String?
  package var street: String?
  package var locality: String?
  package var region: String?
  package var postalCode: String?
  /// ISO 3166-1 alpha-2, upper case.
  package var countryCode: String?
  /// The source's own one-line address, where it gives no parts.
  package var freeform: String?

  package init() {}
}

/// A text that must be shown with the data it stands for.
package struct Attribution: Hashable, Sendable {
  package var text: String
  package var url: String?

  package init(text: String, url: String? = nil) {
    self.text = text
    self.url = url
  }
}
