import JSON

extension Wire {
  /// One part of an address.
  package struct AddressComponent: WireStruct {
    package var name: String
    package var shortName: String?
    package var types: [String]

    package init(name: String, shortName: String? = nil, types: [String]) {
      self.name = name
      self.shortName = shortName
      self.types = types
    }

    package init?(_ object: JSONObject) {
      guard let name: String = object.string("name"), let types: [String] = object.strings("types")
      else { return nil }
      self.name = name
      self.types = types
      shortName = object.string("shortName")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "name": JSONValue(name),
        "shortName": JSONValue(shortName),
        "types": JSONValue(types),
      ])
    }
  }

  /// A place, as far as it was asked for and is known.
  package struct Place: WireStruct {
    package var id: String
    package var name: String?
    package var coordinate: Coordinate?
    package var formattedAddress: String?
    package var addressComponents: [AddressComponent]?
    package var types: [String]?
    package var viewport: Rectangle?
    package var phoneNumber: String?
    package var website: String?
    package var openingHours: String?
    package var plusCode: String?
    package var attributions: [Attribution]?

    package init(
      id: String, name: String? = nil, coordinate: Coordinate? = nil, formattedAddress: String? = nil,
      addressComponents: [AddressComponent]? = nil, types: [String]? = nil, viewport: Rectangle? = nil,
      phoneNumber: String? = nil, website: String? = nil, openingHours: String? = nil,
      plusCode: String? = nil, attributions: [Attribution]? = nil
    ) {
      self.id = id
      self.name = name
      self.coordinate = coordinate
      self.formattedAddress = formattedAddress
      self.addressComponents = addressComponents
      self.types = types
      self.viewport = viewport
      self.phoneNumber = phoneNumber
      self.website = website
      self.openingHours = openingHours
      self.plusCode = plusCode
      self.attributions = attributions
    }

    package init?(_ object: JSONObject) {
      guard let id: String = object.string("id")
      else { return nil }
      self.id = id
      name = object.string("name")
      coordinate = object.structure("coordinate")
      formattedAddress = object.string("formattedAddress")
      addressComponents = object.structures("addressComponents")
      types = object.strings("types")
      viewport = object.structure("viewport")
      phoneNumber = object.string("phoneNumber")
      website = object.string("website")
      openingHours = object.string("openingHours")
      plusCode = object.string("plusCode")
      attributions = object.structures("attributions")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "id": JSONValue(id),
        "name": JSONValue(name),
        "coordinate": JSONValue(coordinate),
        "formattedAddress": JSONValue(formattedAddress),
        "addressComponents": JSONValue(addressComponents),
        "types": JSONValue(types),
        "viewport": JSONValue(viewport),
        "phoneNumber": JSONValue(phoneNumber),
        "website": JSONValue(website),
        "openingHours": JSONValue(openingHours),
        "plusCode": JSONValue(plusCode),
        "attributions": JSONValue(attributions),
      ])
    }
  }

  /// The place the user chose; `place` is absent while there is none.
  package struct Selection: WireStruct {
    package var place: Place?
    package var source: String?
    package var changedUSec: Int64?
    package var reason: String?

    package init(place: Place? = nil, source: String? = nil, changedUSec: Int64? = nil, reason: String? = nil)
    {
      self.place = place
      self.source = source
      self.changedUSec = changedUSec
      self.reason = reason
    }

    package init?(_ object: JSONObject) {
      place = object.structure("place")
      source = object.string("source")
      changedUSec = object.int("changedUSec")
      reason = object.string("reason")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "place": JSONValue(place),
        "source": JSONValue(source),
        "changedUSec": JSONValue(changedUSec),
        "reason": JSONValue(reason),
      ])
    }
  }

  /// A stay.
  package struct Visit: WireStruct {
    package var arrivalUSec: Int64
    package var departureUSec: Int64?
    package var place: Place?
    package var likelihood: Double?
    package var coordinate: Coordinate?

    package init(
      arrivalUSec: Int64, departureUSec: Int64? = nil, place: Place? = nil, likelihood: Double? = nil,
      coordinate: Coordinate? = nil
    ) {
      self.arrivalUSec = arrivalUSec
      self.departureUSec = departureUSec
      self.place = place
      self.likelihood = likelihood
      self.coordinate = coordinate
    }

    package init?(_ object: JSONObject) {
      guard let arrivalUSec: Int64 = object.int("arrivalUSec")
      else { return nil }
      self.arrivalUSec = arrivalUSec
      departureUSec = object.int("departureUSec")
      place = object.structure("place")
      likelihood = object.double("likelihood")
      coordinate = object.structure("coordinate")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "arrivalUSec": JSONValue(arrivalUSec),
        "departureUSec": JSONValue(departureUSec),
        "place": JSONValue(place),
        "likelihood": JSONValue(likelihood),
        "coordinate": JSONValue(coordinate),
      ])
    }
  }
}
