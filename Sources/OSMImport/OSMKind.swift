import PlaceTags
import PlacesCore

/// What an object of the map is to us.
enum OSMKind {
  /// Somewhere to go. `isUseful`: also without a name. `unmapped`: the tag, if the table does not know it.
  case place(types: [PlaceType], isGone: Bool, isUseful: Bool, unmapped: String?)
  case address
  case street
  case settlement(types: [PlaceType])
  case boundary(types: [PlaceType])
  case nothing(SkipReason)

  init(_ tags: OSMTags, shape: OSMObject.Shape, hasName: Bool) {
    let isAdministrative = tags["boundary"] == "administrative"
    if isAdministrative || tags["boundary"] == "postal_code", tags["amenity"] == nil {
      let types = isAdministrative ? OSMKind.types(ofLevel: tags["admin_level"]) : []
      // Neither pieces of a border nor one that is not whole tell where the area is.
      switch shape {
      case .line, .group: self = .nothing(.line)
      case .point, .area: self = types.isEmpty ? .nothing(.noInterest) : .boundary(types: types)
      }
      return
    }
    if let place = tags["place"], let types = OSMKind.settlements[place] {
      self = .settlement(types: types)
      return
    }
    let isPlace = OSMKind.telling.first { tags.has($0) }
    if isPlace == nil, tags.has("highway"), hasName,
      PlaceTypes.table.meaning(ofTag: "highway", tags["highway"] ?? "") == [OSMKind.route]
    {
      self = .street
      return
    }
    let tagged = TaggedTypes(prefixes: tags.gone) { tags[$0] }
    if let tagged, !tagged.types.isEmpty, !OSMKind.isBuildingOnly(tagged.types, tags, hasName: hasName) {
      let types = PlaceTypes.complete(tagged.types).filter { $0 != OSMKind.route }
      if types.isEmpty, isPlace == nil || !hasName {
        self = hasName ? .street : .nothing(.noInterest)
        return
      }
      self = .place(
        types: types.isEmpty ? [.pointOfInterest] : types, isGone: tagged.isGone || OSMKind.isClosed(tags),
        isUseful: OSMKind.isUseful(tags, gone: tagged.isGone), unmapped: nil)
    } else if hasName, let key = isPlace {
      // A name makes a place of what is none otherwise: the drinking fountain that the village is proud of.
      self = .place(
        types: [.pointOfInterest], isGone: OSMKind.isClosed(tags), isUseful: false,
        unmapped: tagged == nil ? "\(key)=\(tags[key] ?? "")" : nil)
    } else if hasName, let building = tags["building"], building != "no" {
      self = .place(types: OSMKind.premise, isGone: false, isUseful: false, unmapped: nil)
    } else if tags.has("addr:housenumber") {
      self = .address
    } else {
      self = .nothing(tagged?.types.isEmpty == true ? .notAPlace : .noInterest)
    }
  }

  var types: [PlaceType] {
    switch self {
    case .place(let types, _, _, _), .settlement(let types), .boundary(let types): types
    case .address: OSMKind.streetAddress
    case .street: [OSMKind.route]
    case .nothing: []
    }
  }

  /// The keys that make a place of an object with a name.
  private static let telling = [
    "amenity", "shop", "tourism", "leisure", "office", "craft", "healthcare", "historic", "club",
    "public_transport", "aeroway", "man_made", "military",
  ]

  /// Whether an object without a name is something to go to.
  private static func isUseful(_ tags: OSMTags, gone: Bool) -> Bool {
    guard !gone, !["private", "no", "customers"].contains(tags["access"] ?? "") else { return false }
    if let value = tags["amenity"] { return value != "parking_entrance" }
    if tags.has("shop") || tags.has("healthcare") || tags.has("craft") || tags.has("office") { return true }
    if let value = tags["tourism"] {
      return !["yes", "attraction", "artwork"].contains(value)
        && (value != "information" || ["office", "visitor_centre"].contains(tags["information"] ?? ""))
    }
    if let value = tags["leisure"] { return usefulLeisure.contains(value) }
    return ["bus_stop", "rest_area", "services"].contains(tags["highway"] ?? "")
  }

  private static let usefulLeisure: Set<String> = [
    "playground", "park", "dog_park", "fitness_centre", "fitness_station", "sports_centre", "stadium",
    "ice_rink",
    "golf_course", "marina", "water_park", "bowling_alley", "sauna",
  ]

  /// Whether all that makes it a place is what the building was made for, such as flats.
  private static func isBuildingOnly(_ types: [PlaceType], _ tags: OSMTags, hasName: Bool) -> Bool {
    !hasName && tags.has("building") && !telling.contains { tags.has($0) } && !tags.has("railway")
  }

  private static func isClosed(_ tags: OSMTags) -> Bool {
    ["disused", "abandoned", "demolished", "razed", "removed"].contains { tags[$0] == "yes" }
      || tags["opening_hours"] == "closed" || ["vacant", "disused"].contains(tags["shop"] ?? "")
  }

  private static let route = PlaceType("route") ?? .pointOfInterest
  private static let premise = ["premise"].compactMap { PlaceType($0) }
  private static let streetAddress = ["street_address"].compactMap { PlaceType($0) }

  /// What the values of `place` mean for inhabited places.
  private static let settlements: [String: [PlaceType]] = [
    "country": "country political", "state": "administrative_area_level_1 political",
    "city": "locality political", "town": "locality political", "village": "locality political",
    "hamlet": "locality political", "isolated_dwelling": "locality political",
    "suburb": "sublocality sublocality_level_1 political", "borough": "sublocality political",
    "city_block": "neighborhood political", "neighbourhood": "neighborhood political",
    "quarter": "neighborhood political",
  ].mapValues { $0.split(separator: " ").compactMap { PlaceType(String($0)) } }

  /// The types of administrative areas: OpenStreetMap's levels mean different things in different countries.
  private static func types(ofLevel level: String?) -> [PlaceType] {
    let name =
      switch level {
      case "2": "country"
      case "3", "4": "administrative_area_level_1"
      case "5", "6": "administrative_area_level_2"
      case "7", "8": "administrative_area_level_3"
      case "9", "10", "11": "sublocality"
      default: ""
      }
    return name.isEmpty ? [] : [name, "political"].compactMap { PlaceType($0) }
  }
}
