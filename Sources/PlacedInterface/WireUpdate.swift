import JSON

extension Wire {
  /// A reply of `Subscribe`: the topics that have something new.
  package struct Update: WireStruct {
    package var sequence: Int64
    package var authorization: Authorization?
    package var receiver: Receiver?
    package var location: Location?
    package var likelyPlaces: LikelyPlaces?
    package var selection: Selection?
    package var visit: Visit?
    package var busy: Bool?
    package var problem: Problem?

    package init(
      sequence: Int64, authorization: Authorization? = nil, receiver: Receiver? = nil,
      location: Location? = nil, likelyPlaces: LikelyPlaces? = nil, selection: Selection? = nil,
      visit: Visit? = nil, busy: Bool? = nil, problem: Problem? = nil
    ) {
      self.sequence = sequence
      self.authorization = authorization
      self.receiver = receiver
      self.location = location
      self.likelyPlaces = likelyPlaces
      self.selection = selection
      self.visit = visit
      self.busy = busy
      self.problem = problem
    }

    package init?(_ object: JSONObject) {
      guard let sequence: Int64 = object.int("sequence")
      else { return nil }
      self.sequence = sequence
      authorization = object.structure("authorization")
      receiver = object.structure("receiver")
      location = object.structure("location")
      likelyPlaces = object.structure("likelyPlaces")
      selection = object.structure("selection")
      visit = object.structure("visit")
      busy = object.bool("busy")
      problem = object.structure("problem")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "sequence": JSONValue(sequence),
        "authorization": JSONValue(authorization),
        "receiver": JSONValue(receiver),
        "location": JSONValue(location),
        "likelyPlaces": JSONValue(likelyPlaces),
        "selection": JSONValue(selection),
        "visit": JSONValue(visit),
        "busy": JSONValue(busy),
        "problem": JSONValue(problem),
      ])
    }
  }
}
