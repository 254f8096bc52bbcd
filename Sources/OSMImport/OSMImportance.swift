import Glibc
import PlacesCore

/// How well known an object of the map is, by what its tags betray: from 0 to 1.
enum OSMImportance {
  static func of(_ tags: OSMTags, types: [PlaceType], reach: Metres) -> Double {
    var sum = 0.0
    if tags.has("wikidata") { sum += 0.2 }
    if tags.has("wikipedia") { sum += 0.15 }
    // Names in other languages come with fame; ten of them are as much as can be counted.
    let languages = tags.tagKeys.count { $0.hasPrefix("name:") }
    sum += 0.015 * Double(min(languages, 10))
    if let text = tags["population"], let people = Double(text), people > 1 {
      sum += min(0.4, 0.06 * log10(people))
    }
    if let place = tags["place"] { sum += settlements[place] ?? 0 }
    if let main = types.first { sum += kinds[main.name] ?? 0 }
    // A hundred metres are a landmark's size.
    if reach.value > 50, TypePrior.isVisitable(types) { sum += min(0.1, 0.05 * log10(reach.value / 50)) }
    return min(1, sum)
  }

  private static let settlements = [
    "country": 0.4, "state": 0.3, "city": 0.3, "town": 0.2, "village": 0.1, "suburb": 0.1, "borough": 0.1,
  ]

  private static let kinds = [
    "airport": 0.2, "train_station": 0.15, "museum": 0.1, "university": 0.1, "hospital": 0.1, "castle": 0.1,
    "stadium": 0.1, "shopping_mall": 0.1, "subway_station": 0.1, "tourist_attraction": 0.05, "hotel": 0.05,
    "bus_station": 0.05, "supermarket": 0.03, "park": 0.03,
  ]
}
