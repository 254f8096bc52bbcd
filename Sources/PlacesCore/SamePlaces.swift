/// Features of the map that are one place to people: of one name, and close together.
enum SamePlaces {
  /// How far apart they may be: a shop and the node inside it; the platforms of a stop.
  static let reach: Metres = 35
  static let stopReach: Metres = 200

  /// Each group as its likeliest member, with the likelihood of all of them. The order is kept.
  static func merged(_ places: [PlaceLikelihood]) -> [PlaceLikelihood] {
    var merged: [PlaceLikelihood] = []
    var byName: [String: [Int]] = [:]
    for place in places {
      let name = SearchText.folded(place.place.name)
      guard let index = byName[name]?.first(where: { areSame(merged[$0].place, place.place) }) else {
        byName[name, default: []].append(merged.count)
        merged.append(place)
        continue
      }
      let sum = merged[index].likelihood + place.likelihood
      if place.likelihood > merged[index].likelihood { merged[index] = place }
      merged[index].likelihood = sum
    }
    return merged
  }

  private static func areSame(_ a: Place, _ b: Place) -> Bool {
    let (isStop, isOtherStop) = (
      a.types.contains(where: stops.contains), b.types.contains(where: stops.contains)
    )
    guard isStop == isOtherStop else { return false }
    let distance = min(
      a.coordinate.distance(to: b.coordinate), a.footprint?.distance(from: b.coordinate) ?? .init(.infinity),
      b.footprint?.distance(from: a.coordinate) ?? .init(.infinity))
    return distance <= (isStop ? stopReach : reach)
  }

  private static let stops = Set(
    [
      "bus_stop", "tram_stop", "transit_stop", "train_station", "subway_station", "bus_station",
      "light_rail_station",
      "transit_station", "ferry_terminal",
    ].compactMap(PlaceType.init))
}
