import PlacesCore

/// The format of region files: SQLite databases named `*.places`, written once and never changed.
///
/// - Ids are stored as `IDCode` says.
/// - `place`: one row a place, in the order of `cell` (a Hilbert curve over squares of about 1.2 km), and within a
///   cell the more important first: nearby places lie on nearby pages, and a range of rowids is an area.
///   Coordinates count units of 1e-7 degree, importance ten-thousandths; `types` are numbers in `type`, two bytes
///   each, low byte first; `footprint`, `entrances` and `building` are `GeometryCode`; `names` are lines of `key=text`.
/// - `box`: the R*Tree over points and footprints. Where a footprint crosses the 180th meridian, its longitudes go
///   on beyond 180 degrees.
/// - `alias`: further ids of places that were merged from several objects of the source.
/// - `search`, `cell`, `prominent`, `prominent_place`: the index of names; see `SearchIndex`.
/// - `meta`, `attribution`: what the file is and whom to name.
///
/// Tables may be added without a new version: readers ask only for what they know.
package enum RegionFormat {
  /// `application_id` in the database header: "PLCD".
  package static let applicationID: Int32 = 0x504C_4344
  /// `user_version` in the database header.
  package static let version: Int32 = 2
  /// The ending of a region file's name.
  package static let suffix = ".places"

  static let tables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE attribution(text TEXT NOT NULL, url TEXT);
    CREATE TABLE type(number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE place(
      rowid INTEGER PRIMARY KEY,
      \(PlaceColumns.declaration)
    );
    CREATE TABLE alias(id PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
    CREATE VIRTUAL TABLE box USING rtree_i32(place, south, north, west, east);
    \(SearchIndex.tables)
    """

  static let indexes = "CREATE INDEX place_hash ON place(hash);"

  /// The key by which an id is found: its 32-bit FNV-1a hash. Ids of equal hash are told apart by their text.
  static func hash(of id: PlaceID) -> Int64 {
    var hash: UInt32 = 2_166_136_261
    for byte in id.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int64(Int32(bitPattern: hash))
  }
}
