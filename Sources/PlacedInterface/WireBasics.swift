import JSON

extension Wire {
  /// A position in degrees.
  package struct Coordinate: WireStruct {
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }

    package init?(_ object: JSONObject) {
      guard let latitude: Double = object.double("latitude"),
        let longitude: Double = object.double("longitude")
      else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }

    package var object: JSONObject {
      JSONObject(known: [
        "latitude": JSONValue(latitude),
        "longitude": JSONValue(longitude),
      ])
    }
  }

  /// Two opposite corners.
  package struct Rectangle: WireStruct {
    package var southWest: Coordinate
    package var northEast: Coordinate

    package init(southWest: Coordinate, northEast: Coordinate) {
      self.southWest = southWest
      self.northEast = northEast
    }

    package init?(_ object: JSONObject) {
      guard let southWest: Coordinate = object.structure("southWest"),
        let northEast: Coordinate = object.structure("northEast")
      else { return nil }
      self.southWest = southWest
      self.northEast = northEast
    }

    package var object: JSONObject {
      JSONObject(known: [
        "southWest": JSONValue(southWest),
        "northEast": JSONValue(northEast),
      ])
    }
  }

  /// A text that must be shown with the data.
  package struct Attribution: WireStruct {
    package var text: String
    package var url: String?

    package init(text: String, url: String? = nil) {
      self.text = text
      self.url = url
    }

    package init?(_ object: JSONObject) {
      guard let text: String = object.string("text")
      else { return nil }
      self.text = text
      url = object.string("url")
    }

    package var object: JSONObject {
      JSONObject(known: [
        "text": JSONValue(text),
        "url": JSONValue(url),
      ])
    }
  }

  /// A failure that does not end a subscription.
  package struct Problem: WireStruct {
    package var error: String
    package var message: String

    package init(error: String, message: String) {
      self.error = error
      self.message = message
    }

    package init?(_ object: JSONObject) {
      guard let error: String = object.string("error"), let message: String = object.string("message")
      else { return nil }
      self.error = error
      self.message = message
    }

    package var object: JSONObject {
      JSONObject(known: [
        "error": JSONValue(error),
        "message": JSONValue(message),
      ])
    }
  }
}
