import JSON

extension Wire {
  /// A place with the probability of being at it.
  package struct LikelyPlace: WireStruct {
    package var place: Place
    package var likelihood: Double
    package var distance: Double?
    package var container: String?
    package var why: [String: Double]?

    package init(
      place: Place, likelihood: Double, distance: Double? = nil, container: String? = nil,
      why: [String: Double]? = nil
    ) {
      self.place = place
      self.likelihood = likelihood
      self.distance = distance
      self.container = container
      self.why = why
    }

    package init?(_ object: JSONObject) {
      guard let place: Place = object.structure("place"), let likelihood: Double = object.double("likelihood")
      else { return nil }
      self.place = place
      self.likelihood = likelihood
      distance = object.double("distance")
      container = object.string("container")
      why = object.doubles("why")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "place": JSONValue(place),
        "likelihood": JSONValue(likelihood),
        "distance": JSONValue(distance),
        "container": JSONValue(container),
        "why": JSONValue(why),
      ])
    }
  }

  /// The ranked likely places.
  package struct LikelyPlaces: WireStruct {
    package var places: [LikelyPlace]
    package var elsewhere: Double
    package var unlisted: Double
    package var generation: Int64
    package var location: Location
    package var reason: String?
    package var incomplete: Bool?
    package var attributions: [Attribution]?

    package init(
      places: [LikelyPlace], elsewhere: Double, unlisted: Double, generation: Int64, location: Location,
      reason: String? = nil, incomplete: Bool? = nil, attributions: [Attribution]? = nil
    ) {
      self.places = places
      self.elsewhere = elsewhere
      self.unlisted = unlisted
      self.generation = generation
      self.location = location
      self.reason = reason
      self.incomplete = incomplete
      self.attributions = attributions
    }

    package init?(_ object: JSONObject) {
      guard let places: [LikelyPlace] = object.structures("places"),
        let elsewhere: Double = object.double("elsewhere"), let unlisted: Double = object.double("unlisted"),
        let generation: Int64 = object.int("generation"),
        let location: Location = object.structure("location")
      else { return nil }
      self.places = places
      self.elsewhere = elsewhere
      self.unlisted = unlisted
      self.generation = generation
      self.location = location
      reason = object.string("reason")
      incomplete = object.bool("incomplete")
      attributions = object.structures("attributions")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "places": JSONValue(places),
        "elsewhere": JSONValue(elsewhere),
        "unlisted": JSONValue(unlisted),
        "generation": JSONValue(generation),
        "location": JSONValue(location),
        "reason": JSONValue(reason),
        "incomplete": JSONValue(incomplete),
        "attributions": JSONValue(attributions),
      ])
    }
  }
}
