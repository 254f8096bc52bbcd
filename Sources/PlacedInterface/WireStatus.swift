import JSON

extension Wire {
  /// What the caller may see.
  package struct Authorization: WireStruct {
    package var status: String
    package var accuracy: String

    package init(status: String, accuracy: String) {
      self.status = status
      self.accuracy = accuracy
    }

    package init?(_ object: JSONObject) {
      guard let status: String = object.string("status"), let accuracy: String = object.string("accuracy")
      else { return nil }
      self.status = status
      self.accuracy = accuracy
    }

    package var object: JSONObject {
      JSONObject(known: [
        "status": JSONValue(status),
        "accuracy": JSONValue(accuracy),
      ])
    }
  }

  /// How positioning stands.
  package struct Receiver: WireStruct {
    package var state: String
    package var why: String?
    package var device: String?
    package var driver: String?

    package init(state: String, why: String? = nil, device: String? = nil, driver: String? = nil) {
      self.state = state
      self.why = why
      self.device = device
      self.driver = driver
    }

    package init?(_ object: JSONObject) {
      guard let state: String = object.string("state")
      else { return nil }
      self.state = state
      why = object.string("why")
      device = object.string("device")
      driver = object.string("driver")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "state": JSONValue(state),
        "why": JSONValue(why),
        "device": JSONValue(device),
        "driver": JSONValue(driver),
      ])
    }
  }

  /// A file of places.
  package struct Region: WireStruct {
    package var name: String
    /// The file; nil from a daemon that does not tell.
    package var path: String?
    package var state: String
    package var why: String?
    package var dataUSec: Int64?
    package var places: Int64?
    package var box: Rectangle?
    package var attributions: [Attribution]?

    package init(
      name: String, path: String? = nil, state: String, why: String? = nil, dataUSec: Int64? = nil,
      places: Int64? = nil,
      box: Rectangle? = nil, attributions: [Attribution]? = nil
    ) {
      self.name = name
      self.path = path
      self.state = state
      self.why = why
      self.dataUSec = dataUSec
      self.places = places
      self.box = box
      self.attributions = attributions
    }

    package init?(_ object: JSONObject) {
      guard let name: String = object.string("name"), let state: String = object.string("state")
      else { return nil }
      self.name = name
      self.state = state
      path = object.string("path")
      why = object.string("why")
      dataUSec = object.int("dataUSec")
      places = object.int("places")
      box = object.structure("box")
      attributions = object.structures("attributions")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "name": JSONValue(name),
        "path": JSONValue(path),
        "state": JSONValue(state),
        "why": JSONValue(why),
        "dataUSec": JSONValue(dataUSec),
        "places": JSONValue(places),
        "box": JSONValue(box),
        "attributions": JSONValue(attributions),
      ])
    }
  }

  /// Who is at work.
  package struct Versions: WireStruct {
    package var placed: String
    package var libgps: String
    package var gpsd: String?

    package init(placed: String, libgps: String, gpsd: String? = nil) {
      self.placed = placed
      self.libgps = libgps
      self.gpsd = gpsd
    }

    package init?(_ object: JSONObject) {
      guard let placed: String = object.string("placed"), let libgps: String = object.string("libgps")
      else { return nil }
      self.placed = placed
      self.libgps = libgps
      gpsd = object.string("gpsd")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "placed": JSONValue(placed),
        "libgps": JSONValue(libgps),
        "gpsd": JSONValue(gpsd),
      ])
    }
  }

  /// The reply of `GetStatus`.
  package struct Status: WireStruct {
    package var authorization: Authorization
    package var receiver: Receiver
    package var providers: [String]
    package var regions: [Region]
    /// Where region files are looked for, the first one before the others; nil from a daemon that does not tell.
    package var regionDirectories: [String]?
    package var selection: Selection
    package var location: Location?
    package var stale: Bool
    package var defaultLocation: Coordinate?
    package var zoomHint: Int64
    package var distanceFilter: Double
    package var desiredAccuracy: String
    package var versions: Versions
    /// Nil from a daemon that does not tell.
    package var problems: [Problem]?

    package init(
      authorization: Authorization, receiver: Receiver, providers: [String], regions: [Region],
      regionDirectories: [String]? = nil, selection: Selection, location: Location? = nil, stale: Bool,
      defaultLocation: Coordinate? = nil,
      zoomHint: Int64, distanceFilter: Double, desiredAccuracy: String, versions: Versions,
      problems: [Problem]? = nil
    ) {
      self.authorization = authorization
      self.receiver = receiver
      self.providers = providers
      self.regions = regions
      self.regionDirectories = regionDirectories
      self.selection = selection
      self.location = location
      self.stale = stale
      self.defaultLocation = defaultLocation
      self.zoomHint = zoomHint
      self.distanceFilter = distanceFilter
      self.desiredAccuracy = desiredAccuracy
      self.versions = versions
      self.problems = problems
    }

    package init?(_ object: JSONObject) {
      guard let authorization: Authorization = object.structure("authorization"),
        let receiver: Receiver = object.structure("receiver"),
        let providers: [String] = object.strings("providers"),
        let regions: [Region] = object.structures("regions"),
        let selection: Selection = object.structure("selection"), let stale: Bool = object.bool("stale"),
        let zoomHint: Int64 = object.int("zoomHint"),
        let distanceFilter: Double = object.double("distanceFilter"),
        let desiredAccuracy: String = object.string("desiredAccuracy"),
        let versions: Versions = object.structure("versions")
      else { return nil }
      self.authorization = authorization
      self.receiver = receiver
      self.providers = providers
      self.regions = regions
      self.selection = selection
      self.stale = stale
      self.zoomHint = zoomHint
      self.distanceFilter = distanceFilter
      self.desiredAccuracy = desiredAccuracy
      self.versions = versions
      regionDirectories = object.strings("regionDirectories")
      location = object.structure("location")
      defaultLocation = object.structure("defaultLocation")
      problems = object.structures("problems")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "authorization": JSONValue(authorization),
        "receiver": JSONValue(receiver),
        "providers": JSONValue(providers),
        "regions": JSONValue(regions),
        "regionDirectories": JSONValue(regionDirectories),
        "selection": JSONValue(selection),
        "location": JSONValue(location),
        "stale": JSONValue(stale),
        "defaultLocation": JSONValue(defaultLocation),
        "zoomHint": JSONValue(zoomHint),
        "distanceFilter": JSONValue(distanceFilter),
        "desiredAccuracy": JSONValue(desiredAccuracy),
        "versions": JSONValue(versions),
        "problems": JSONValue(problems),
      ])
    }
  }
}
