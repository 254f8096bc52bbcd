import PlacedInterface

/// The members of a place that a caller asked for.
struct PlaceFields: Hashable, Sendable {
  /// The members of `Place`, in the order of the interface; the id always comes.
  enum Field: String, CaseIterable {
    case id, name, coordinate, formattedAddress, addressComponents, types, viewport, phoneNumber, website
    case openingHours, plusCode, attributions
  }

  static let all = PlaceFields(wanted: Set(Field.allCases))

  private let wanted: Set<Field>

  private init(wanted: Set<Field>) { self.wanted = wanted }

  /// All fields if none are named. A name that is no member of `Place` is refused with its place in the list.
  init(_ names: [String]?) throws(ParameterError) {
    guard let names else {
      self = .all
      return
    }
    var wanted: Set<Field> = []
    for (index, name) in names.enumerated() {
      guard let field = Field(rawValue: name) else { throw ParameterError(path: "fields[\(index)]") }
      wanted.insert(field)
    }
    self.init(wanted: wanted)
  }

  func has(_ field: Field) -> Bool { wanted.contains(field) }
}

/// A parameter that the interface's types allow and its meaning does not.
struct ParameterError: Error, Hashable {
  /// Which one, such as `fields[2]`.
  let path: String
}
