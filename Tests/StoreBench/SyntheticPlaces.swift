import Glibc
import PlacesCore

/// Places in towns all over the world, the same each time: half of them near the middle of their town.
struct SyntheticPlaces {
  private var state: UInt64
  private let towns: [Coordinate]

  init(seed: UInt64, towns count: Int = 4000) {
    // The towns are those of seed 1, whatever is asked for then.
    state = 1
    var towns: [Coordinate] = []
    func next(_ state: inout UInt64) -> Double { SyntheticPlaces.random(&state) }
    while towns.count < count {
      let latitude = next(&state) * 120 - 50
      if let town = Coordinate(latitude: latitude, longitude: next(&state) * 359 - 179.5) {
        towns.append(town)
      }
    }
    self.towns = towns
    state = seed &* 7919
  }

  /// A position in some town, as dense as its places are.
  mutating func position() -> Coordinate {
    while true {
      let town = towns[Int(random() * Double(towns.count))]
      // The distance from the middle by a square of a random number: dense within, sparse outside.
      let (radius, turn) = (3000 * pow(random(), 2), 2 * Double.pi * random())
      if let point = town.moved(by: PlanePoint(east: radius * cos(turn), north: radius * sin(turn))) {
        return point
      }
    }
  }

  /// A place at a point, without a name to find it by.
  mutating func place(_ number: Int) -> Place? {
    guard let id = PlaceID("osm:node/\(number + 1_000_000_000)") else { return nil }
    return Place(id: id, name: "·", coordinate: position(), types: [PlaceType("cafe")].compactMap(\.self))
  }

  private mutating func random() -> Double { SyntheticPlaces.random(&state) }

  /// From 0 to 1 (SplitMix64, Steele and others, OOPSLA 2014).
  private static func random(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
