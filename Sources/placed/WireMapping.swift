import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore

// From what the daemon computes with to what goes over the socket: the one place where the two meet.

extension Wire.Coordinate {
  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension Wire.Rectangle {
  init?(_ box: Box) {
    guard let southWest = box.southWest, let northEast = box.northEast else { return nil }
    self.init(southWest: Wire.Coordinate(southWest), northEast: Wire.Coordinate(northEast))
  }
}

extension Wire.Attribution {
  init(_ attribution: Attribution) { self.init(text: attribution.text, url: attribution.url) }
}

extension Wire.Region {
  init(_ status: RegionStatus) {
    let info = status.info
    self.init(
      name: status.name, path: status.path, state: status.state.rawValue, why: status.why,
      dataUSec: info?.dataDate?.microseconds,
      places: info.map { Int64($0.places) }, box: info?.box.flatMap(Wire.Rectangle.init),
      attributions: info.flatMap {
        $0.attributions.isEmpty ? nil : $0.attributions.map(Wire.Attribution.init)
      })
  }
}

extension Wire.Receiver {
  init(_ state: ReceiverState) {
    self.init(state: state.kind.rawValue, why: state.why, device: state.device, driver: state.driver)
  }
}

extension Wire.Location {
  /// A fix with full accuracy, as old as it is now.
  init(_ fix: Fix, reason: DeliveryReason?, now: Instant) {
    self.init(
      coordinate: Wire.Coordinate(fix.coordinate), horizontalAccuracy: fix.horizontalAccuracy?.rounded,
      accuracy: "full", timestampUSec: fix.time?.microseconds,
      ageMSec: max(0, now.since(fix.arrival).wholeMilliseconds), reason: reason?.rawValue, device: fix.device,
      simulated: fix.simulated ? true : nil, timeSuspect: fix.timeSuspect ? true : nil,
      altitude: fix.altitude?.value, verticalAccuracy: fix.verticalAccuracy?.rounded, course: fix.course,
      courseAccuracy: fix.courseAccuracy, speed: fix.speed, speedAccuracy: fix.speedAccuracy)
  }
}

extension Wire.Location {
  /// A location for who may know it only roughly: nothing in it changes within a quarter of an hour.
  init(_ location: ReducedLocation) {
    self.init(
      coordinate: Wire.Coordinate(location.coordinate), horizontalAccuracy: ReducedCell.radius.value,
      accuracy: "reduced", timestampUSec: location.time.microseconds,
      simulated: location.simulated ? true : nil)
  }
}

extension Metres {
  /// In hundredths of a metre: what is meant, without the digits of the arithmetic.
  var rounded: Double { (value * 100).rounded() / 100 }
}

extension Wire.Place {
  init(_ place: Place, fields: PlaceFields, attributions: [Attribution]) {
    self.init(id: place.id.text)
    if fields.has(.name) { name = place.name }
    if fields.has(.coordinate) { coordinate = Wire.Coordinate(place.coordinate) }
    if fields.has(.formattedAddress) { formattedAddress = place.address.formatted }
    if fields.has(.addressComponents) { addressComponents = place.address.components }
    if fields.has(.types) { types = place.types.map(\.name) }
    if fields.has(.viewport) { viewport = Wire.Rectangle(place.viewport) }
    if fields.has(.phoneNumber) { phoneNumber = place.phoneNumber }
    if fields.has(.website) { website = place.website }
    if fields.has(.openingHours) { openingHours = place.openingHours }
    if fields.has(.attributions), !attributions.isEmpty {
      self.attributions = attributions.map(Wire.Attribution.init)
    }
  }
}

extension Place {
  /// What to show of the map to show the place: its footprint, or 100 m around its point.
  var viewport: Box {
    let around = Box(around: coordinate, radius: 100)
    guard let corners = footprint?.rings.joined(), !around.crossesAntimeridian,
      let south = corners.map(\.latitude).min(), let north = corners.map(\.latitude).max(),
      let west = corners.map(\.longitude).min(), let east = corners.map(\.longitude).max(), east - west < 180,
      let a = Coordinate(latitude: south, longitude: west),
      let b = Coordinate(latitude: north, longitude: east)
    else { return around }
    return Box(corner: a, corner: b)
  }
}

extension Address {
  /// The parts with their types; nil if none are known.
  var components: [Wire.AddressComponent]? {
    let parts: [(String?, String)] = [
      (houseNumber, "street_number"), (street, "route"), (locality, "locality"),
      (region, "administrative_area_level_1"), (postalCode, "postal_code"), (countryCode, "country"),
    ]
    let known = parts.compactMap { text, type in
      text.map { Wire.AddressComponent(name: $0, shortName: type == "country" ? $0 : nil, types: [type]) }
    }
    return known.isEmpty ? nil : known
  }
}

extension Wire.LikelyPlace {
  init(_ entry: PlaceLikelihood, fields: PlaceFields, explain: Bool, attributions: [Attribution]) {
    self.init(
      place: Wire.Place(entry.place, fields: fields, attributions: attributions),
      likelihood: entry.likelihood,
      distance: entry.distance.rounded, container: entry.container?.text,
      why: explain
        ? Dictionary(entry.terms.named.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) : nil)
  }
}

extension Wire.Selection {
  init(_ state: SelectionState, fields: PlaceFields = .all, attributions: [Attribution] = []) {
    self.init(
      place: state.selection.map { Wire.Place($0.place, fields: fields, attributions: attributions) },
      source: state.selection?.source.rawValue, changedUSec: state.changed?.microseconds,
      reason: state.endReason?.rawValue)
  }
}

extension PlaceList {
  /// Why the list has no entry, for one that does not.
  func emptyReason(byTypes: Bool) -> String {
    if byTypes, !ranking.places.isEmpty { return "none_of_types" }
    return switch coverage {
    case .covered: "no_places_near"
    case .notCovered: "not_covered"
    case .loading: "loading"
    case .damaged: "damaged"
    }
  }
}
