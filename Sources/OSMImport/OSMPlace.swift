import PlaceTags
import PlacesCore

/// Makes places of objects of the map.
struct OSMPlace {
  /// The place.
  var finding: OSMFinding
  /// A tag that the table of types does not know, where no other tells the type.
  var unmapped: String?

  /// The keys of which objects are read, besides those with a prefix of `TaggedTypes.gone`.
  static let keys =
    placeKeys + ["name", "brand", "place", "addr:housenumber", "addr:interpolation", "boundary"]

  /// The keys that make a place of an object, whatever their value; the first of `keys`.
  static let placeKeys = [
    "amenity", "shop", "tourism", "leisure", "healthcare", "historic", "office", "craft", "aeroway", "club",
    "public_transport",
  ]

  /// Throws the reason to skip the object.
  init(_ object: OSMObject) throws(SkipReason) {
    let tags = object.tags
    guard let id = object.id else { throw .badGeometry }
    var names = TaggedNames()
    names.add(tags, brands: tags.texts("brand").flatMap(TaggedNames.parts(of:)))
    let kind = OSMKind(tags, shape: object.shape, hasName: names.name != nil)
    let network = tags.text("network")
    let own = names.ownLabel(network: network)
    let address = Address(tags: tags)
    let label: String
    switch kind {
    case .nothing(let reason): throw reason
    case .address:
      guard let text = OSMPlace.label(of: address) else { throw .noName }
      label = text
    case .place(let types, _, let isUseful, _):
      guard own != nil || isUseful, let text = names.label(for: types.first, network: network) else {
        throw .noInterest
      }
      label = text
    case .street, .settlement, .boundary:
      guard let own else { throw .noName }
      label = own
    }
    guard let geometry = OSMGeometry(object.shape) else { throw .badGeometry }
    var place = Place(id: id, name: label, coordinate: geometry.point, types: kind.types)
    place.names = names.others
    place.importance = OSMImportance.of(tags, types: kind.types, reach: geometry.reach)
    finding = OSMFinding(place: place, role: .alone, isNamed: own != nil, reach: geometry.reach)
    switch kind {
    case .nothing: break
    case .street: finding.role = .street
    case .settlement: finding.role = .settlement
    case .boundary: finding.role = .boundary
    case .address:
      finding.place.address = address
      finding.isNamed = false
    case .place(_, let isGone, _, let unmapped):
      finding.role = geometry.footprint == nil ? .point : .area
      finding.place.footprint = geometry.footprint
      finding.place.entrances = object.entrances
      finding.place.address = address
      finding.place.phoneNumber = tags.text(["phone", "contact:phone", "contact:mobile"])
      finding.place.website = tags.text(["website", "contact:website", "url"])
      finding.place.openingHours = tags.text("opening_hours")
      finding.place.closed = isGone || ClosedName.says(label)
      self.unmapped = unmapped
    }
  }

  /// The text of an address that has nothing but itself.
  static func label(of address: Address) -> String? {
    guard address.houseNumber != nil, let street = address.street ?? address.locality else { return nil }
    var short = Address()
    (short.houseNumber, short.street, short.countryCode) = (address.houseNumber, street, address.countryCode)
    return short.streetLine
  }
}
