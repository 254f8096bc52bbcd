import PlacesCore
import SQLite

/// How the id of a place is stored: that of an object of OpenStreetMap as a number, four times the object's with 0, 1 or 2
/// for node, way and relation; any other as its text.
///
/// `osm:node/1000000000` takes 6 bytes so instead of 19, in the place's row and wherever another refers to it.
enum IDCode {
  private static let kinds = ["osm:node/", "osm:way/", "osm:relation/"]
  /// Larger numbers, which nobody has, stay text.
  private static let largest: Int64 = 1 << 56

  static func value(of id: PlaceID) -> SQLValue {
    for (kind, prefix) in kinds.enumerated() where id.text.hasPrefix(prefix) {
      let digits = id.text.dropFirst(prefix.count)
      // Only what comes back as the same text.
      guard let number = Int64(digits), number >= 0, number <= largest, String(number) == digits else {
        break
      }
      return .integer(number * 4 + Int64(kind))
    }
    return .text(id.text)
  }

  /// The id in a column; nil for what `value` never makes.
  static func id(_ row: borrowing Row, _ column: Int32) -> PlaceID? {
    guard row.isInteger(column) else { return row.text(column).flatMap { PlaceID($0) } }
    let code = row.integer(column)
    guard code >= 0, Int(code & 3) < kinds.count else { return nil }
    return PlaceID("\(kinds[Int(code & 3)])\(code >> 2)")
  }
}
