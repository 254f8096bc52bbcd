import JSON

extension Wire {
  /// What the caller said earlier about where the device was.
  package struct HistoryEntry: WireStruct {
    package var verdict: String
    package var placeId: String?
    package var name: String?
    package var coordinate: Coordinate
    package var timeUSec: Int64

    package init(verdict: String, placeId: String?, name: String?, coordinate: Coordinate, timeUSec: Int64) {
      self.verdict = verdict
      self.placeId = placeId
      self.name = name
      self.coordinate = coordinate
      self.timeUSec = timeUSec
    }

    package init?(_ object: JSONObject) {
      guard let verdict = object.string("verdict"),
        let coordinate: Coordinate = object.structure("coordinate"),
        let timeUSec = object.int("timeUSec")
      else { return nil }
      self.init(
        verdict: verdict, placeId: object.string("placeId"), name: object.string("name"),
        coordinate: coordinate, timeUSec: timeUSec)
    }

    package var object: JSONObject {
      JSONObject(known: [
        "verdict": JSONValue(verdict),
        "placeId": JSONValue(placeId),
        "name": JSONValue(name),
        "coordinate": JSONValue(coordinate),
        "timeUSec": JSONValue(timeUSec),
      ])
    }
  }
}
