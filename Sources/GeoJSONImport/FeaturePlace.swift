import JSON
import PlaceTags
import PlacesCore

/// Makes a place of a feature.
struct FeaturePlace {
  /// The place.
  var place: Place
  /// Names of types that nobody knows, and the category that the table does not know, where no other told the type.
  var unmapped: [String]

  /// Throws the reason to skip the feature.
  init(_ feature: Feature, ids: FeatureID) throws(SkipReason) {
    let properties = feature.properties
    let kind = FeatureTypes(properties)
    if kind.isNoPlace { throw .notAPlace }
    let names = FeatureNames(properties)
    guard let label = names.label(for: kind.types.first, network: properties.text("network")) else {
      throw .noName
    }
    let geometry = try FeatureGeometry(feature.geometry)
    // The id follows from the rest.
    guard let provisional = PlaceID("geojson:-") else { throw .noName }
    var place = Place(
      id: provisional, name: label, coordinate: geometry.point,
      types: kind.types.isEmpty ? [.pointOfInterest] : kind.types)
    place.footprint = geometry.footprint
    place.entrances = geometry.entrances
    for key in ["entrances", "entrance"] {
      guard let list = properties[key]?.arrayValue else { continue }
      let positions = list.first?.arrayValue == nil ? [.array(list)] : list
      place.entrances += positions.compactMap { try? FeatureGeometry.position($0).onGrid }
    }
    place.names = names.others
    place.address = FeaturePlace.address(in: properties)
    place.phoneNumber = properties.text(["phone", "contact:phone", "phones"])
    place.website = properties.text(["website", "contact:website", "url", "websites"])
    place.openingHours = properties.text("opening_hours")
    place.importance = min(1, max(0, properties["importance"]?.doubleValue ?? 0))
    place.closed = kind.isGone || FeaturePlace.isClosed(properties) || ClosedName.says(label)
    place.container = properties.text("container").flatMap { PlaceID($0) }
    guard let id = ids.id(of: feature, place: place) else { throw .notAFeature }
    place.id = id
    self.place = place
    unmapped = kind.unmapped
  }

  private static func isClosed(_ properties: Properties) -> Bool {
    properties["closed"]?.boolValue == true || properties.text("operating_status") == "permanently_closed"
  }

  /// The address by OpenStreetMap's keys, else the first one that Overture lists.
  private static func address(in properties: Properties) -> Address {
    var address = Address(tags: properties)
    guard let first = properties.structure("addresses")?.arrayValue?.first else { return address }
    address.freeform = address.freeform ?? first["freeform"]?.cleanText
    address.locality = address.locality ?? first["locality"]?.cleanText
    address.postalCode = address.postalCode ?? first["postcode"]?.cleanText
    address.countryCode = address.countryCode ?? first["country"]?.cleanText.flatMap(Address.countryCode)
    // `US-TX`, by ISO 3166-2, in later releases; `TX` before.
    let region = first["region"]?.cleanText
    let prefix = address.countryCode.map { "\($0)-" } ?? "-"
    address.region = address.region ?? region.map { $0.hasPrefix(prefix) ? String($0.dropFirst(3)) : $0 }
    return address
  }
}
