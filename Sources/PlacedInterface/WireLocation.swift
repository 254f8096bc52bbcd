import JSON

extension Wire {
  /// Where the device is.
  package struct Location: WireStruct {
    package var coordinate: Coordinate
    package var horizontalAccuracy: Double?
    package var accuracy: String
    package var timestampUSec: Int64?
    package var ageMSec: Int64?
    package var reason: String?
    package var device: String?
    package var simulated: Bool?
    package var timeSuspect: Bool?
    package var altitude: Double?
    package var verticalAccuracy: Double?
    package var course: Double?
    package var courseAccuracy: Double?
    package var speed: Double?
    package var speedAccuracy: Double?

    package init(
      coordinate: Coordinate, horizontalAccuracy: Double? = nil, accuracy: String,
      timestampUSec: Int64? = nil, ageMSec: Int64? = nil, reason: String? = nil, device: String? = nil,
      simulated: Bool? = nil, timeSuspect: Bool? = nil, altitude: Double? = nil,
      verticalAccuracy: Double? = nil, course: Double? = nil, courseAccuracy: Double? = nil,
      speed: Double? = nil, speedAccuracy: Double? = nil
    ) {
      self.coordinate = coordinate
      self.horizontalAccuracy = horizontalAccuracy
      self.accuracy = accuracy
      self.timestampUSec = timestampUSec
      self.ageMSec = ageMSec
      self.reason = reason
      self.device = device
      self.simulated = simulated
      self.timeSuspect = timeSuspect
      self.altitude = altitude
      self.verticalAccuracy = verticalAccuracy
      self.course = course
      self.courseAccuracy = courseAccuracy
      self.speed = speed
      self.speedAccuracy = speedAccuracy
    }

    package init?(_ object: JSONObject) {
      guard let coordinate: Coordinate = object.structure("coordinate"),
        let accuracy: String = object.string("accuracy")
      else { return nil }
      self.coordinate = coordinate
      self.accuracy = accuracy
      horizontalAccuracy = object.double("horizontalAccuracy")
      timestampUSec = object.int("timestampUSec")
      ageMSec = object.int("ageMSec")
      reason = object.string("reason")
      device = object.string("device")
      simulated = object.bool("simulated")
      timeSuspect = object.bool("timeSuspect")
      altitude = object.double("altitude")
      verticalAccuracy = object.double("verticalAccuracy")
      course = object.double("course")
      courseAccuracy = object.double("courseAccuracy")
      speed = object.double("speed")
      speedAccuracy = object.double("speedAccuracy")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "coordinate": JSONValue(coordinate),
        "horizontalAccuracy": JSONValue(horizontalAccuracy),
        "accuracy": JSONValue(accuracy),
        "timestampUSec": JSONValue(timestampUSec),
        "ageMSec": JSONValue(ageMSec),
        "reason": JSONValue(reason),
        "device": JSONValue(device),
        "simulated": JSONValue(simulated),
        "timeSuspect": JSONValue(timeSuspect),
        "altitude": JSONValue(altitude),
        "verticalAccuracy": JSONValue(verticalAccuracy),
        "course": JSONValue(course),
        "courseAccuracy": JSONValue(courseAccuracy),
        "speed": JSONValue(speed),
        "speedAccuracy": JSONValue(speedAccuracy),
      ])
    }
  }
}
