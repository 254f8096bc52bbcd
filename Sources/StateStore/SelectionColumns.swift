import PlacesCore
import SQLite

/// The columns of `selection`: the whole place as it was when it was chosen, so that it stays showable when its
/// region file is gone.
enum SelectionColumns {
  private static let all: [(name: String, type: String)] = [
    ("source", "TEXT NOT NULL"), ("since", "INTEGER NOT NULL"), ("id", "TEXT NOT NULL"),
    ("name", "TEXT NOT NULL"),
    ("latitude", "REAL NOT NULL"), ("longitude", "REAL NOT NULL"), ("types", "TEXT NOT NULL"),
    ("importance", "REAL NOT NULL"), ("closed", "INTEGER NOT NULL"), ("container", "TEXT"),
    ("footprint", "BLOB"),
    ("entrances", "BLOB"), ("names", "TEXT"), ("house_number", "TEXT"), ("street", "TEXT"),
    ("locality", "TEXT"),
    ("region", "TEXT"), ("postal_code", "TEXT"), ("country_code", "TEXT"), ("freeform", "TEXT"),
    ("phone", "TEXT"),
    ("website", "TEXT"), ("opening_hours", "TEXT"),
  ]

  static let declaration = all.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
  static let names = all.map(\.name).joined(separator: ", ")
  static let marks = Array(repeating: "?", count: all.count).joined(separator: ", ")

  static func values(of selection: Selection) -> [SQLValue] {
    let place = selection.place
    let address = place.address
    return [
      .text(selection.source.rawValue), .integer(selection.since.microseconds), .text(place.id.text),
      .text(place.name), .real(place.coordinate.latitude), .real(place.coordinate.longitude),
      .text(place.types.map(\.name).joined(separator: " ")),
      .real(place.importance.isFinite ? place.importance : 0),
      .integer(place.closed ? 1 : 0), SQLValue(place.container?.text),
      SQLValue(place.footprint.map { GeometryCode.encode($0.rings) }),
      SQLValue(place.entrances.isEmpty ? nil : GeometryCode.encode([place.entrances])),
      SQLValue(PlaceName.text(of: place.names)), SQLValue(address.houseNumber), SQLValue(address.street),
      SQLValue(address.locality), SQLValue(address.region), SQLValue(address.postalCode),
      SQLValue(address.countryCode), SQLValue(address.freeform), SQLValue(place.phoneNumber),
      SQLValue(place.website), SQLValue(place.openingHours),
    ]
  }

  /// The selection in a row. Throws `damaged` for what `values` never makes.
  static func selection(in row: borrowing Row) throws(SQLiteError) -> Selection {
    guard let source = row.text(0).flatMap({ Selection.Source(rawValue: $0) }),
      let id = row.text(2).flatMap({ PlaceID($0) }), let name = row.text(3), !name.isEmpty,
      let coordinate = Coordinate(latitude: row.real(4), longitude: row.real(5))
    else { throw .damaged }
    let types = row.text(6)?.split(separator: " ").compactMap { PlaceType(String($0)) } ?? []
    var place = Place(id: id, name: name, coordinate: coordinate, types: types)
    place.importance = row.real(7)
    place.closed = row.integer(8) != 0
    place.container = row.text(9).flatMap { PlaceID($0) }
    place.footprint = row.blob(10).flatMap { GeometryCode.decode($0) }.flatMap { Footprint(rings: $0) }
    place.entrances = row.blob(11).flatMap { GeometryCode.decode($0) }.map { Array($0.joined()) } ?? []
    place.names = row.text(12).map(PlaceName.names(in:)) ?? []
    place.address.houseNumber = row.text(13)
    place.address.street = row.text(14)
    place.address.locality = row.text(15)
    place.address.region = row.text(16)
    place.address.postalCode = row.text(17)
    place.address.countryCode = row.text(18)
    place.address.freeform = row.text(19)
    place.phoneNumber = row.text(20)
    place.website = row.text(21)
    place.openingHours = row.text(22)
    return Selection(place: place, source: source, since: Timestamp(microseconds: row.integer(1)))
  }
}
