import PlacesCore
import SQLite

/// Names the smallest outline that holds a place as its container: the mall of a shop, the station of a kiosk.
struct ContainerSearch {
  private struct Outline {
    var rowid: Int64
    var size: Double
  }

  /// Outlines that are wider hold places by chance: parks of a whole mountain, military areas.
  private static let widest: Metres = 1500

  private let database: Database

  init(in database: Database) { self.database = database }

  /// Needs `place` and `box` complete.
  func run() throws(SQLiteError) {
    let types = try TypeNumbers(of: database)
    var outlines: [Outline] = []
    try database.prepare(
      """
      SELECT p.rowid, b.south, b.north, b.west, b.east FROM place AS p JOIN box AS b ON b.place = p.rowid
        WHERE p.footprint IS NOT NULL AND NOT p.closed
      """
    ).query { row in
      guard
        let box = GridBox(
          south: row.integer(1), north: row.integer(2), west: row.integer(3), east: row.integer(4)),
        let south = GridCoordinate(latitude: Int64(box.south), longitude: Int64(box.west))?.coordinate,
        let corner = box.box?.northEast, south.distance(to: corner) <= ContainerSearch.widest
      else { return true }
      outlines.append(Outline(rowid: row.integer(0), size: box.size))
      return true
    }
    // The largest first, so that a smaller one has the last word.
    outlines.sort { ($0.size, $0.rowid) > ($1.size, $1.rowid) }
    let read = try database.prepare("SELECT id, footprint FROM place WHERE rowid = ?")
    let inside = try database.prepare(
      """
      SELECT p.rowid, p.latitude, p.longitude, p.types, b.south, b.north, b.west, b.east
        FROM box AS o JOIN box AS b ON b.south >= o.south AND b.north <= o.north AND b.west >= o.west
          AND b.east <= o.east JOIN place AS p ON p.rowid = b.place
        WHERE o.place = ?1 AND p.rowid <> ?1
      """)
    let update = try database.prepare("UPDATE place SET container = ? WHERE rowid = ?")
    for outline in outlines {
      var id: PlaceID?
      var footprint: Footprint?
      try read.query([.integer(outline.rowid)]) { row in
        id = IDCode.id(row, 0)
        footprint = row.blob(1).flatMap { GeometryCode.decode($0) }.flatMap { Footprint(rings: $0) }
        return false
      }
      guard let id, let footprint else { continue }
      var held: [Int64] = []
      try inside.query([.integer(outline.rowid)]) { row in
        guard
          let point = GridCoordinate(latitude: row.integer(1), longitude: row.integer(2))?.coordinate,
          let box = GridBox(
            south: row.integer(4), north: row.integer(5), west: row.integer(6), east: row.integer(7)),
          box.size < outline.size, TypePrior.isVisitable(types.types(in: row.blob(3) ?? [])),
          footprint.contains(point)
        else { return true }
        held.append(row.integer(0))
        return true
      }
      for rowid in held { try update.run([IDCode.value(of: id), .integer(rowid)]) }
    }
  }
}

extension GridBox {
  /// The product of the sides, for comparing boxes that lie near each other.
  fileprivate var size: Double {
    (Double(north) - Double(south)) * (Double(east) - Double(west))
  }
}
