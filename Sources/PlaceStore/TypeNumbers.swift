import PlacesCore
import SQLite

/// The numbers that stand for place types in one region file.
///
/// A file carries its own list, so that it stays readable when the list of known types grows. Types that this
/// program does not know are left out.
struct TypeNumbers {
  private var types: [PlaceType?] = []

  /// Reads the list of a file.
  init(of database: Database) throws(SQLiteError) {
    var found: [PlaceType?] = []
    try database.prepare("SELECT number, name FROM type ORDER BY number").query { row throws(SQLiteError) in
      let number = row.integer(0)
      guard number >= found.count, number <= Int64(UInt16.max) else { throw .damaged }
      found += repeatElement(nil, count: Int(number) - found.count)
      found.append(row.text(1).flatMap { PlaceType($0) })
      return true
    }
    types = found
  }

  /// Writes the list of all types that this program knows.
  static func write(to database: Database) throws(SQLiteError) {
    let insert = try database.prepare("INSERT INTO type(number, name) VALUES(?, ?)")
    for (number, type) in PlaceType.all.enumerated() { try insert.run([SQLValue(number), .text(type.name)]) }
  }

  /// The two bytes of a type in files that this program writes.
  static func bytes(of type: PlaceType) -> [UInt8] {
    guard let number = numbers[type] else { return [] }
    return [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  /// The types in the bytes of a row; a place of none that is known is a point of interest.
  func types(in bytes: [UInt8]) -> [PlaceType] {
    var found: [PlaceType] = []
    for index in stride(from: 1, to: bytes.count, by: 2) {
      let number = Int(bytes[index - 1]) | Int(bytes[index]) << 8
      if number < types.count, let type = types[number] { found.append(type) }
    }
    return found.isEmpty ? [.pointOfInterest] : found
  }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: PlaceType.all.enumerated().map { ($0.element, $0.offset) })
}
