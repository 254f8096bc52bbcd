import PlacesCore
import SQLite

/// The columns of `place`, and how a place becomes a row and a row a place.
enum PlaceColumns {
  /// The names in order, with their declarations.
  private static let all: [(name: String, type: String)] = [
    ("hash", "INTEGER NOT NULL"), ("id", "NOT NULL"), ("name", "TEXT NOT NULL"),
    ("types", "BLOB NOT NULL"), ("latitude", "INTEGER NOT NULL"), ("longitude", "INTEGER NOT NULL"),
    ("importance", "INTEGER NOT NULL"), ("closed", "INTEGER NOT NULL"), ("container", ""),
    ("footprint", "BLOB"), ("entrances", "BLOB"), ("names", "TEXT"), ("house_number", "TEXT"),
    ("street", "TEXT"), ("locality", "TEXT"), ("region", "TEXT"), ("postal_code", "TEXT"),
    ("country_code", "TEXT"), ("freeform", "TEXT"), ("phone", "TEXT"), ("website", "TEXT"),
    ("opening_hours", "TEXT"), ("building", "BLOB"),
  ]

  static let count = all.count
  /// The names, for statements.
  static let names = all.map(\.name)
  /// The names with their types, for `CREATE TABLE`.
  static let declaration = all.map { "\($0.name) \($0.type)" }.joined(separator: ", ")

  /// The values of a place in the order of the columns.
  static func values(of place: Place) -> [SQLValue] {
    let point = GridCoordinate(place.coordinate)
    let address = place.address
    return [
      .integer(RegionFormat.hash(of: place.id)), IDCode.value(of: place.id), .text(place.name),
      .blob(place.types.flatMap(TypeNumbers.bytes(of:))), .integer(Int64(point.latitude)),
      .integer(Int64(point.longitude)), .integer(importance(place.importance)),
      .integer(place.closed ? 1 : 0),
      place.container.map(IDCode.value(of:)) ?? .null,
      SQLValue(place.footprint.map { GeometryCode.encode($0.rings) }),
      SQLValue(place.entrances.isEmpty ? nil : GeometryCode.encode([place.entrances])),
      SQLValue(PlaceName.text(of: place.names)), SQLValue(address.houseNumber), SQLValue(address.street),
      SQLValue(address.locality), SQLValue(address.region), SQLValue(address.postalCode),
      SQLValue(address.countryCode), SQLValue(address.freeform), SQLValue(place.phoneNumber),
      SQLValue(place.website), SQLValue(place.openingHours),
      SQLValue(place.building.map { GeometryCode.encode($0.rings) }),
    ]
  }

  /// The place in a row whose columns begin at `first`. Throws `damaged` for what `values` never makes.
  static func place(
    in row: borrowing Row, from first: Int32, types: TypeNumbers
  ) throws(SQLiteError) -> Place {
    guard let id = IDCode.id(row, first + 1), let name = row.text(first + 2),
      !name.isEmpty,
      let coordinate = GridCoordinate(latitude: row.integer(first + 4), longitude: row.integer(first + 5))?
        .coordinate
    else { throw .damaged }
    var place = Place(
      id: id, name: name, coordinate: coordinate, types: types.types(in: row.blob(first + 3) ?? []))
    place.importance = Double(min(max(row.integer(first + 6), 0), 10_000)) / 10_000
    place.closed = row.integer(first + 7) != 0
    place.container = IDCode.id(row, first + 8)
    if let bytes = row.blob(first + 9) {
      guard let footprint = GeometryCode.decode(bytes).flatMap({ Footprint(rings: $0) }) else {
        throw .damaged
      }
      place.footprint = footprint
    }
    if let bytes = row.blob(first + 10) {
      guard let entrances = GeometryCode.decode(bytes) else { throw .damaged }
      place.entrances = Array(entrances.joined())
    }
    place.names = row.text(first + 11).map(PlaceName.names(in:)) ?? []
    place.address.houseNumber = row.text(first + 12)
    place.address.street = row.text(first + 13)
    place.address.locality = row.text(first + 14)
    place.address.region = row.text(first + 15)
    place.address.postalCode = row.text(first + 16)
    place.address.countryCode = row.text(first + 17)
    place.address.freeform = row.text(first + 18)
    place.phoneNumber = row.text(first + 19)
    place.website = row.text(first + 20)
    place.openingHours = row.text(first + 21)
    if let bytes = row.blob(first + 22) {
      guard let building = GeometryCode.decode(bytes).flatMap({ Footprint(rings: $0) }) else {
        throw .damaged
      }
      place.building = building
    }
    return place
  }

  private static func importance(_ value: Double) -> Int64 {
    value.isFinite ? Int64((min(max(value, 0), 1) * 10_000).rounded()) : 0
  }
}
