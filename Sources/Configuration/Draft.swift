import PlacesCore

/// Settings while they are read: with the two halves of a coordinate apart.
struct Draft {
  var settings: Settings
  var latitude: Double?
  var longitude: Double?

  init(_ settings: Settings) {
    self.settings = settings
    latitude = settings.location.defaultLocation?.latitude
    longitude = settings.location.defaultLocation?.longitude
  }

  /// The settings; nil if only one half of the default location is given.
  var finished: Settings? {
    guard (latitude == nil) == (longitude == nil) else { return nil }
    var settings = settings
    if let latitude, let longitude {
      settings.location.defaultLocation = Coordinate(latitude: latitude, longitude: longitude)
    } else {
      settings.location.defaultLocation = nil
    }
    return settings
  }
}
