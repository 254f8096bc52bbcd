import LinuxIO
import PlaceStore
import PlacesCore

/// What clocks show where the device is: by the time zone of the region's data, else by this machine's.
struct LocalZones {
  /// What holds where the data names none.
  var system = TimeZone.system()
  /// The zones that regions named; nil for those that the time zone database does not know.
  private var named: [String: TimeZone?] = [:]

  /// The local time at a position.
  mutating func localTime(_ time: Timestamp, at position: Coordinate, _ regions: RegionSet) -> LocalTime {
    let zone = regions.timeZone(at: position).flatMap { known($0) } ?? system
    return LocalTime(time, utcOffset: zone.offset(at: time.microseconds / 1_000_000))
  }

  private mutating func known(_ name: String) -> TimeZone? {
    if let found = named[name] { return found }
    let zone = TimeZone(named: name)
    named[name] = .some(zone)
    return zone
  }
}
