import LinuxIO
import PlaceStore
import PlacesCore

/// What clocks show where the device is: by the time zone of the region's data, else by this machine's.
struct LocalZones {
  private let system = TimeZone.system()
  /// The zones that regions named; nil for those that the time zone database does not know.
  private var named: [String: TimeZone?] = [:]

  /// The local time at a position.
  mutating func localTime(_ time: Timestamp, at position: Coordinate, _ regions: RegionSet) -> LocalTime {
    let zone = regions.timeZone(at: position).flatMap { zone(named: $0) } ?? system
    return LocalTime(time, utcOffset: zone.offset(at: time.microseconds / 1_000_000))
  }

  private mutating func zone(named name: String) -> TimeZone? {
    if let known = named[name] { return known }
    let zone = TimeZone(named: name)
    named[name] = .some(zone)
    return zone
  }
}
