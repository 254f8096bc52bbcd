import Glibc
import PlacesCore

/// The administrative areas of the map: tells in which locality, region and country a point lies.
package struct AdministrativeAreas {
  /// What contains a point, as far as the map knows.
  package struct Names: Hashable, Sendable {
    package var locality: String?
    package var region: String?
    package var countryCode: String?
  }

  private struct Town {
    var name: String
    var point: Coordinate
    /// How far it reaches where nobody has drawn its border.
    var reach: Metres
  }

  private struct Area {
    var level: Int
    var name: String
    var countryCode: String?
    /// Degrees, even-odd.
    var rings: [[Coordinate]]
    var south: Double, north: Double, west: Double, east: Double
    /// Square degrees of the box: the smaller of two areas of one level counts.
    var size: Double { (north - south) * (east - west) }

    /// Nil for what is no area.
    init?(_ shape: OSMObject.Shape, level: Int, name: String) {
      guard case .area(let rings) = shape, let footprint = Footprint(rings: rings) else { return nil }
      // Towns to 10 m, countries to 100 m: finer than anybody lives to a border.
      self.rings = footprint.simplified(tolerance: level <= 4 ? 100 : 10).rings
      let all = self.rings.joined()
      guard let south = all.map(\.latitude).min(), let north = all.map(\.latitude).max(),
        let west = all.map(\.longitude).min(), let east = all.map(\.longitude).max()
      else { return nil }
      (self.level, self.name) = (level, name)
      (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }
  }

  /// Which areas hold the whole of a square of the map, and which may hold a part.
  private struct Square {
    var whole: [Int] = []
    var partly: [Int] = []
    /// Towns that may be the nearest one.
    var towns: [Int] = []
  }

  private var areas: [Area] = []
  /// The areas of time zones that are drawn whole; `level` says nothing.
  private var zones: [Area] = []
  private var towns: [Town] = []
  /// The towns of each large square, which is wider than any town reaches.
  private var townSquares: [Int64: [Int]] = [:]
  /// The time zones that are drawn or named on the map.
  private var timeZones: Set<String> = []
  private var squares: [Int64: Square] = [:]

  package init() {}

  package var isEmpty: Bool { areas.isEmpty && towns.isEmpty }

  /// Squares have this many degrees.
  private static let side = 0.02
  /// Squares that are remembered; beyond that they are worked out anew.
  private static let mostSquares = 200_000

  /// How far towns reach: half the way to the next of their kind in settled countries.
  private static let reaches: [String: Metres] = [
    "city": 15_000, "town": 6000, "village": 3000, "hamlet": 1500,
  ]

  /// Keeps the object if it is an administrative area, a town, or a time zone.
  mutating func add(_ object: OSMObject) {
    if let kind = object.tags["place"], let reach = AdministrativeAreas.reaches[kind],
      case .point(let point) = object.shape,
      let name = object.tags.text("name")
    {
      townSquares[AdministrativeAreas.townSquare(point.latitude, point.longitude), default: []].append(
        towns.count)
      towns.append(Town(name: name, point: point, reach: reach))
      squares = [:]
    }
    if let boundary = object.tags["boundary"] {
      let zone = object.tags.text("timezone") ?? (boundary == "timezone" ? object.tags.text("name") : nil)
      // Names of the time zone database: those of areas and cities.
      if let zone, zone.contains("/"), zone.utf8.allSatisfy({ (0x2B...0x7A).contains($0) }) {
        timeZones.insert(zone)
        if let area = Area(object.shape, level: 0, name: zone) { zones.append(area) }
      }
    }
    guard let level = AdministrativeAreas.level(of: object), let name = object.tags.text("name"),
      var area = Area(object.shape, level: level, name: name)
    else { return }
    if level == 2 {
      area.countryCode = object.tags.text(["ISO3166-1:alpha2", "ISO3166-1"]).flatMap(Address.countryCode)
    }
    areas.append(area)
    squares = [:]
  }

  /// Where a town or village itself is drawn that is no unit of the state, or part of one.
  private static let settlementLevel = 9

  /// The level of an area that counts; nil for anything else.
  private static func level(of object: OSMObject) -> Int? {
    guard object.tags["boundary"] == "administrative" else {
      return object.tags["place"].flatMap { reaches[$0] } == nil ? nil : settlementLevel
    }
    return object.tags["admin_level"].flatMap { Int($0) }.flatMap { (2...8).contains($0) ? $0 : nil }
  }

  /// The time zone of nearly all of some points, at least 95 of 100; nil if the map has none, or it is not clear which.
  package func timeZone(of points: [Coordinate]) -> String? {
    guard timeZones.count > 1 else { return timeZones.first }
    var counts: [String: Int] = [:]
    for point in points {
      let holding = zones.filter { AdministrativeAreas.holds($0, point) }
      guard let smallest = holding.map(\.size).min() else { continue }
      for name in Set(holding.filter { $0.size == smallest }.map(\.name)) { counts[name, default: 0] += 1 }
    }
    let most = counts.filter { $0.value * 100 >= points.count * 95 }
    return most.count == 1 ? most.first?.key : nil
  }

  /// Degrees of latitude that no town reaches across (22 km).
  private static let townSide = 0.2

  /// Longitudes beyond the 180th meridian go on at the other side.
  private static func townSquare(_ latitude: Double, _ longitude: Double) -> Int64 {
    let around = Int64((360 / townSide).rounded())
    let column = Int64((longitude / townSide).rounded(.down)) % around
    return Int64((latitude / townSide).rounded(.down)) * 100_000 + (column + around) % around
  }

  /// What contains a point.
  package mutating func names(at point: Coordinate) -> Names {
    let row = Int64((point.latitude / AdministrativeAreas.side).rounded(.down))
    let column = Int64((point.longitude / AdministrativeAreas.side).rounded(.down))
    let key = row * 100_000 + column
    let square: Square
    if let known = squares[key] {
      square = known
    } else {
      square = self.square(row: row, column: column)
      if squares.count >= AdministrativeAreas.mostSquares { squares = [:] }
      squares[key] = square
    }
    let holding = square.whole + square.partly.filter { AdministrativeAreas.holds(areas[$0], point) }
    var names = names(of: holding.map { areas[$0] })
    if names.locality == nil { names.locality = nearestTown(to: point, among: square.towns) }
    return names
  }

  /// The town that a point is nearest to, measured by how far towns of its kind reach.
  private func nearestTown(to point: Coordinate, among candidates: [Int]) -> String? {
    let near = candidates.map {
      (town: $0, part: towns[$0].point.distance(to: point).value / towns[$0].reach.value)
    }
    guard let nearest = near.min(by: { $0.part < $1.part }), nearest.part <= 1 else { return nil }
    return towns[nearest.town].name
  }

  private func names(of holding: [Area]) -> Names {
    func smallest(_ levels: [Int]) -> Area? {
      for level in levels {
        if let found = holding.filter({ $0.level == level }).min(by: { $0.size < $1.size }) { return found }
      }
      return nil
    }
    var names = Names()
    // A town of its own right is a level 8 in most countries, else what comes next above it; a city that is a
    // state has only that.
    names.locality = smallest([8, AdministrativeAreas.settlementLevel, 7, 6, 5, 4])?.name
    names.region = smallest([4, 5, 3, 6])?.name
    if names.region == names.locality { names.region = nil }
    names.countryCode = smallest([2])?.countryCode
    return names
  }

  private func square(row: Int64, column: Int64) -> Square {
    let side = AdministrativeAreas.side
    let (south, west) = (Double(row) * side, Double(column) * side)
    let (north, east) = (south + side, west + side)
    var square = Square()
    let center = Coordinate(
      latitude: min(90, max(-90, south + side / 2)), longitude: min(180, max(-180, west + side / 2)))
    if let center {
      // Half the diagonal of a square, at most.
      let slack: Metres = 1600
      let side = AdministrativeAreas.townSide
      // Degrees of longitude are shorter the nearer the pole; towns there are few.
      let columns = min(max((1 / cos(center.latitude * .pi / 180)).rounded(.up), 1), 10)
      for row in -1...1 {
        for column in stride(from: -columns, through: columns, by: 1) {
          let key = AdministrativeAreas.townSquare(
            center.latitude + Double(row) * side, center.longitude + column * side)
          square.towns += (townSquares[key] ?? []).filter {
            towns[$0].point.distance(to: center) <= towns[$0].reach + slack
          }
        }
      }
      square.towns.sort()
    }
    for (index, area) in areas.enumerated() {
      guard area.south <= north, area.north >= south, area.west <= east, area.east >= west else { continue }
      let isCrossed = area.rings.contains { ring in
        guard var a = ring.last else { return false }
        for b in ring {
          if min(a.latitude, b.latitude) <= north, max(a.latitude, b.latitude) >= south,
            min(a.longitude, b.longitude) <= east, max(a.longitude, b.longitude) >= west
          {
            return true
          }
          a = b
        }
        return false
      }
      if isCrossed {
        square.partly.append(index)
      } else if let center, AdministrativeAreas.holds(area, center) {
        square.whole.append(index)
      }
    }
    return square
  }

  /// By the even-odd rule, on degrees: borders are drawn that way, and cut at the 180th meridian.
  private static func holds(_ area: Area, _ point: Coordinate) -> Bool {
    guard (area.south...area.north).contains(point.latitude),
      (area.west...area.east).contains(point.longitude)
    else { return false }
    var inside = false
    for ring in area.rings {
      guard var a = ring.last else { continue }
      for b in ring {
        if (a.latitude > point.latitude) != (b.latitude > point.latitude),
          point.longitude < a.longitude + (point.latitude - a.latitude) / (b.latitude - a.latitude)
            * (b.longitude - a.longitude)
        {
          inside.toggle()
        }
        a = b
      }
    }
    return inside
  }
}
