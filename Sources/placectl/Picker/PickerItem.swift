import PlacedInterface

/// A row of the picker: a place that can be chosen.
struct PickerItem: Equatable {
  /// What a place is, as far as it has a sign of its own.
  enum Kind: Equatable {
    case place, address, street, settlement
  }

  let id: String
  var primary: String
  var secondary = ""
  /// Code points of the texts that match what was typed.
  var primaryMatches: [Range<Int>] = []
  var secondaryMatches: [Range<Int>] = []
  var kind = Kind.place
  /// How likely the device is there; only for likely places.
  var likelihood: Double?
  /// Metres.
  var distance: Double?

  init(id: String, primary: String) {
    self.id = id
    self.primary = primary
  }

  init(_ likely: Wire.LikelyPlace) {
    self.init(id: likely.place.id, primary: likely.place.title)
    secondary = likely.place.types?.first.map(Wording.name) ?? ""
    kind = Kind(types: likely.place.types ?? [])
    likelihood = likely.likelihood
    distance = likely.distance
  }
}

extension PickerItem.Kind {
  init(types: [String]) {
    for type in types {
      switch type {
      case "street_address", "premise", "subpremise", "street_number":
        self = .address
        return
      case "route", "intersection":
        self = .street
        return
      case "locality", "sublocality", "neighborhood", "postal_town", "country", "postal_code",
        "administrative_area_level_1", "administrative_area_level_2", "administrative_area_level_3":
        self = .settlement
        return
      default: continue
      }
    }
    self = .place
  }
}
