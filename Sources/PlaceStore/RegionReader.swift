import PlacesCore
import SQLite

/// Answers questions from one open region file. Every call may throw `damaged`.
final class RegionReader {
  let info: RegionInfo
  private let types: TypeNumbers
  private let near: Statement
  private let byHash: Statement
  private let byAlias: Statement

  /// Opens a file whose header is right, and reads a little of each table, so that most damage shows at once.
  init(path: String) throws(SQLiteError) {
    let database = try Database(path: path, mode: .immutable)
    try database.execute("PRAGMA cache_size = -\(RegionReader.cacheKiB)")
    // Views and triggers could do what this program never asked for; the format has none.
    guard try database.integer("SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')") == 0
    else { throw .damaged }
    info = try RegionInfo(of: database)
    types = try TypeNumbers(of: database)
    try database.addRTreeQuery("nearest", score: BoxDistance.nearest)
    let columns = PlaceColumns.names.map { "p.\($0)" }.joined(separator: ",")
    near = try database.prepare(
      """
      SELECT b.south, b.north, b.west, b.east, \(columns) FROM box AS b CROSS JOIN place AS p
        WHERE b.place MATCH nearest(?, ?, ?, ?, ?) AND p.rowid = b.place AND NOT p.closed
      """)
    byHash = try database.prepare("SELECT \(columns) FROM place AS p WHERE hash = ? AND id = ?")
    byAlias = try database.prepare(
      "SELECT \(columns) FROM alias AS a CROSS JOIN place AS p WHERE a.id = ? AND p.rowid = a.place")
    try sample(database)
  }

  /// Memory for pages of one file. R*Tree searches touch few.
  private static let cacheKiB = 1024

  /// Reads the first and the last place and asks each index for it.
  private func sample(_ database: Database) throws(SQLiteError) {
    guard try database.integer("SELECT max(rowid) FROM place") ?? 0 >= Int64(info.places) else {
      throw .damaged
    }
    guard info.places > 0 else { return }
    var found: [Place] = []
    for order in ["ASC", "DESC"] {
      let columns = PlaceColumns.names.joined(separator: ",")
      try database.prepare("SELECT \(columns) FROM place ORDER BY rowid \(order) LIMIT 1").query {
        row throws(SQLiteError) in
        found.append(try PlaceColumns.place(in: row, from: 0, types: types))
        return false
      }
    }
    for place in found {
      guard try self.place(place.id) != nil else { throw .damaged }
      if !place.closed { _ = try places(around: place.coordinate, radius: 0, limit: 1) }
    }
    _ = try database.integer("SELECT count(*) FROM (SELECT 1 FROM alias LIMIT 1)")
  }

  /// The eligible places within a radius, nearest first.
  func places(around center: Coordinate, radius: Metres, limit: Int) throws(SQLiteError) -> [NearbyPlace] {
    let reach = radius + RegionReader.margin
    let distances = BoxDistance(from: center)
    var found: [NearbyPlace] = []
    try near.query(distances.parameters(within: reach)) {
      row throws(SQLiteError) in
      guard
        let box = GridBox(
          south: row.integer(0), north: row.integer(1), west: row.integer(2), east: row.integer(3))
      else { throw .damaged }
      // No place is nearer than its box, and boxes come nearest first.
      let least = Metres(distances.metres(to: box.rtreeBox)) - RegionReader.margin
      if found.count == limit, let last = found.last, least > last.distance { return false }
      let place = try PlaceColumns.place(in: row, from: 4, types: types)
      let distance = place.footprint?.distance(from: center) ?? place.coordinate.distance(to: center)
      guard distance <= radius, place.isEligible else { return true }
      RegionReader.insert(NearbyPlace(place: place, distance: distance), into: &found, limit: limit)
      return true
    }
    return found
  }

  /// The place with this id, or with this alias.
  func place(_ id: PlaceID) throws(SQLiteError) -> Place? {
    var found: Place?
    try byHash.query([.integer(RegionFormat.hash(of: id)), IDCode.value(of: id)]) { row throws(SQLiteError) in
      found = try PlaceColumns.place(in: row, from: 0, types: types)
      return false
    }
    if let found { return found }
    try byAlias.query([IDCode.value(of: id)]) { row throws(SQLiteError) in
      found = try PlaceColumns.place(in: row, from: 0, types: types)
      return false
    }
    return found
  }

  /// What the index is asked for beyond the radius: its distances and those to footprints are computed differently.
  private static let margin: Metres = 1

  /// Keeps the list sorted by distance, then id, and within the limit.
  private static func insert(_ new: NearbyPlace, into list: inout [NearbyPlace], limit: Int) {
    var index = list.endIndex
    while index > 0, new.isNearer(than: list[index - 1]) { index -= 1 }
    guard index < limit else { return }
    if list.count == limit { list.removeLast() }
    list.insert(new, at: index)
  }
}

extension NearbyPlace {
  /// The order of answers: by distance, equal distances by id.
  func isNearer(than other: NearbyPlace) -> Bool {
    distance != other.distance ? distance < other.distance : place.id < other.place.id
  }
}

extension Place {
  /// Whether somebody can be said to be at the place: neither closed nor a mere name on the map.
  var isEligible: Bool { !closed && TypePrior.isVisitable(types) }
}
