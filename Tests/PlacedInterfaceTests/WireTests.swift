import JSON
import PlacedInterface
import Testing
import Varlink

/// One full example of each structure, by the name that the interface gives it.
private enum Example {
  static let coordinate = Wire.Coordinate(latitude: -33.8694, longitude: 151.199)
  static let rectangle = Wire.Rectangle(southWest: coordinate, northEast: coordinate)
  static let attribution = Wire.Attribution(text: "someone", url: "https://example.org")
  static let authorization = Wire.Authorization(status: "authorized_always", accuracy: "full")
  static let receiver = Wire.Receiver(
    state: "fix_3d", why: "it works", device: "/dev/ttyS0", driver: "NMEA0183")
  static let region = Wire.Region(
    name: "Sydney", path: "/p", state: "ready", why: "read", dataUSec: 1, places: 2, box: rectangle,
    attributions: [attribution])
  static let versions = Wire.Versions(placed: "1", libgps: "2", gpsd: "3")
  static let location = Wire.Location(
    coordinate: coordinate, horizontalAccuracy: 5, accuracy: "full", timestampUSec: 1, ageMSec: 2,
    reason: "first",
    device: "d", simulated: true, timeSuspect: true, altitude: 1, verticalAccuracy: 2, course: 3,
    courseAccuracy: 4, speed: 5, speedAccuracy: 6)
  static let component = Wire.AddressComponent(name: "Sydney", shortName: "SYD", types: ["locality"])
  static let place = Wire.Place(
    id: "test:1", name: "n", coordinate: coordinate, formattedAddress: "a", addressComponents: [component],
    types: ["cafe"], viewport: rectangle, phoneNumber: "1", website: "w", openingHours: "24/7", plusCode: "p",
    attributions: [attribution])
  static let selection = Wire.Selection(place: place, source: "likely", changedUSec: 1, reason: "replaced")
  static let visit = Wire.Visit(
    arrivalUSec: 1, departureUSec: 2, place: place, likelihood: 0.5, coordinate: coordinate)
  static let likelyPlace = Wire.LikelyPlace(
    place: place, likelihood: 0.5, distance: 3, container: "test:2", why: ["type": 1.5])
  static let likelyPlaces = Wire.LikelyPlaces(
    places: [likelyPlace], elsewhere: 0.25, unlisted: 0.25, generation: 7, location: location,
    reason: "loading",
    incomplete: true, attributions: [attribution])
  static let problem = Wire.Problem(error: "io.placed.Places.NoFix", message: "none")
  static let status = Wire.Status(
    authorization: authorization, receiver: receiver, providers: ["osm"], regions: [region],
    regionDirectories: ["/d"], selection: selection, location: location, stale: true,
    defaultLocation: coordinate, zoomHint: 15, distanceFilter: 50,
    desiredAccuracy: "best", versions: versions, problems: [problem])
  static let update = Wire.Update(
    sequence: 1, authorization: authorization, receiver: receiver, location: location,
    likelyPlaces: likelyPlaces,
    selection: selection, visit: visit, busy: true, problem: problem)

  static let types: [String: any WireStruct] = [
    "Coordinate": coordinate, "Rectangle": rectangle, "Attribution": attribution,
    "Authorization": authorization,
    "Receiver": receiver, "Region": region, "Versions": versions, "Location": location,
    "AddressComponent": component, "Place": place, "Selection": selection, "Visit": visit,
    "LikelyPlace": likelyPlace, "LikelyPlaces": likelyPlaces, "Problem": problem,
  ]
}

@Suite struct WireTests {
  private func names(_ fields: [VarlinkField]) -> [String] { fields.map(\.name).sorted() }

  @Test(arguments: [PlacesInterface.description, ManagerInterface.description])
  func `the interfaces can be read`(description: String) throws {
    let interface = try VarlinkInterface(parsing: description)
    #expect([PlacesInterface.name, ManagerInterface.name].contains(interface.name))
    #expect(interface.methods.values.allSatisfy { !$0.comment.isEmpty })
  }

  @Test(arguments: Example.types.keys.sorted())
  func `a structure has the fields that its interface declares`(name: String) throws {
    let interface = try VarlinkInterface(parsing: PlacesInterface.description)
    guard case .structure(let fields) = interface.types[name] else {
      Issue.record("\(name) is no structure")
      return
    }
    let example = try #require(Example.types[name])
    #expect(example.object.members.map(\.name).sorted() == names(fields))
  }

  @Test(arguments: [("GetStatus", Example.status.object), ("Subscribe", Example.update.object)])
  func `a reply has the fields that its method declares`(method: String, object: JSONObject) throws {
    let interface = try VarlinkInterface(parsing: PlacesInterface.description)
    let declared = try #require(interface.methods[method])
    #expect(object.members.map(\.name).sorted() == names(declared.output))
  }

  @Test(arguments: Example.types.keys.sorted())
  func `what was written is read`(name: String) throws {
    let example = try #require(Example.types[name])
    let results = [isRead(example), isRead(Example.status), isRead(Example.update)]
    #expect(results == [true, true, true])
  }

  private func isRead<T: WireStruct>(_ value: T) -> Bool {
    guard let parsed = try? JSONValue(parsing: value.json.bytes), let object = parsed.objectValue else {
      return false
    }
    return T(object) == value
  }

  @Test func `unknown members and values are tolerated`() throws {
    let reply: JSONObject = ["state": "teleported", "future": [1, 2, ["x": .null]]]
    #expect(Wire.Receiver(reply)?.state == "teleported")
  }

  @Test func `a missing required member gives nil`() {
    #expect(Wire.Coordinate(["latitude": 1.5]) == nil)
    #expect(Wire.LikelyPlaces(["places": []]) == nil)
  }

  @Test func `numbers print shortest and absent members are left out`() {
    #expect(Example.coordinate.json.text == #"{"latitude":-33.8694,"longitude":151.199}"#)
    #expect(Wire.Place(id: "a:1").json.text == #"{"id":"a:1"}"#)
  }
}
