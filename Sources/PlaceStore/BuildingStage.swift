import PlacesCore
import SQLite

/// The outlines of buildings that are no places themselves, while a region file is made: a place at a point gets that of
/// the smallest one around it.
struct BuildingStage {
  static let tables = """
    CREATE VIRTUAL TABLE temp.building_box USING rtree_i32(number, south, north, west, east);
    CREATE TEMP TABLE building(number INTEGER PRIMARY KEY, footprint BLOB NOT NULL);
    """
  static let end = "DROP TABLE temp.building_box; DROP TABLE temp.building;"
  /// What is selected from the stage in the place of columns.
  static let columns = [
    "building":
      "CASE WHEN footprint IS NULL AND building IS NULL THEN building_at(latitude, longitude, types) ELSE building END"
  ]

  /// The question that the function asks. The function belongs to the connection, which must not keep itself open.
  private final class Question {
    var around: Statement?
  }

  private let database: Database
  private let question = Question()
  private let insertBox: Statement
  private let insert: Statement

  init(in database: Database) throws(SQLiteError) {
    self.database = database
    insertBox = try database.prepare("INSERT INTO building_box VALUES(?, ?, ?, ?, ?)")
    insert = try database.prepare("INSERT INTO building VALUES(?, ?)")
  }

  private var count: Int64 = 0

  mutating func add(_ footprint: Footprint) throws(SQLiteError) {
    let corners = Array(footprint.rings.joined())
    guard let first = corners.first else { return }
    count += 1
    try insertBox.run([.integer(count)] + GridBox(of: first, corners).values)
    try insert.run([.integer(count), .blob(GeometryCode.encode(footprint.rings))])
  }

  /// Makes the function of `columns` known.
  func prepareToAsk() throws(SQLiteError) {
    let types = try TypeNumbers(of: database)
    question.around = try database.prepare(
      """
      SELECT b.footprint FROM building_box AS x JOIN building AS b ON b.number = x.number
        WHERE x.south <= ?1 AND x.north >= ?1 AND x.west <= ?2 AND x.east >= ?2
      """)
    try database.addFunction("building_at", arguments: 3) { [question] values in
      guard case .integer(let latitude) = values[0], case .integer(let longitude) = values[1],
        case .blob(let kinds) = values[2], TypePrior.isVisitable(types.types(in: kinds)),
        let point = GridCoordinate(latitude: latitude, longitude: longitude)?.coordinate
      else { return .null }
      var smallest: [UInt8]?
      try? question.around?.query([.integer(latitude), .integer(longitude)]) { row in
        guard let bytes = row.blob(0), bytes.count < smallest?.count ?? .max,
          let footprint = GeometryCode.decode(bytes).flatMap({ Footprint(rings: $0) }),
          footprint.contains(point)
        else { return true }
        smallest = bytes
        return true
      }
      return SQLValue(smallest)
    }
  }

  /// Nothing is asked any more.
  func endAsking() { question.around = nil }
}
