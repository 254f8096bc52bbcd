import PlacesCore
import SQLite

/// What a region file says about itself.
package struct RegionInfo: Hashable, Sendable {
  /// An address that the data was downloaded from.
  package struct Origin: Hashable, Sendable {
    package let address: String
    /// When the server's file was changed; nil if it did not say.
    package let changed: Timestamp?
    /// By what the server knows that state of the file (ETag); nil if it did not say.
    package let tag: String?

    package init(address: String, changed: Timestamp?, tag: String? = nil) {
      self.address = address
      self.changed = changed
      self.tag = tag
    }
  }

  /// The name to show, such as `Sydney`.
  package var name: String
  /// Where the data comes from: the names of the files that were imported, for instance.
  package var source: String?
  /// What day the data is of; nil if nobody knows.
  package var dataDate: Timestamp?
  package var licence: String?
  /// Whom to name wherever the data is shown.
  package var attributions: [Attribution] = []
  /// Those of the attributions that were asked for when the file was made, beside what its sources ask for.
  package var givenAttributions: [String] = []
  /// Where to ask for newer data; empty if the file was made from files.
  package var origins: [Origin] = []
  /// The time zone of the whole region, by its name in the time zone database.
  package var timeZone: String?
  /// What wrote the file, with its version and options.
  package var builder: String?
  /// When the file was written.
  package internal(set) var created: Timestamp?
  /// How many places there are.
  package internal(set) var places = 0
  var extent: GridBox?

  package init(name: String) { self.name = name }

  /// The extent of all places; nil if there are none.
  package var box: Box? { extent?.box }

  /// Reads what a region file says about itself, without looking at its places.
  package init(ofFile path: String) throws(StoreError) {
    if let (state, why) = RegionHeader.objection(to: path) {
      throw .notARegion(path: path, why: why ?? state.rawValue)
    }
    do {
      self = try RegionInfo(of: try Database(path: path, mode: .immutable))
    } catch {
      throw .database(error)
    }
  }

  func write(to database: Database) throws(SQLiteError) {
    let values: [(String, SQLValue)] = [
      ("name", .text(name)), ("source", SQLValue(source)), ("data_date", SQLValue(dataDate?.microseconds)),
      ("licence", SQLValue(licence)), ("time_zone", SQLValue(timeZone)), ("builder", SQLValue(builder)),
      ("created", SQLValue(created?.microseconds)), ("places", SQLValue(places)),
      ("south", SQLValue(extent.map { Int64($0.south) })),
      ("north", SQLValue(extent.map { Int64($0.north) })),
      ("west", SQLValue(extent.map { Int64($0.west) })), ("east", SQLValue(extent.map { Int64($0.east) })),
    ]
    let insert = try database.prepare("INSERT INTO meta(key, value) VALUES(?, ?)")
    for (key, value) in values where value != .null { try insert.run([.text(key), value]) }
    for (index, origin) in origins.enumerated() {
      try insert.run([.text("origin_\(index)"), .text(origin.address)])
      if let tag = origin.tag { try insert.run([.text("origin_\(index)_tag"), .text(tag)]) }
      if let changed = origin.changed {
        try insert.run([.text("origin_\(index)_changed"), .integer(changed.microseconds)])
      }
    }
    for (index, text) in givenAttributions.enumerated() {
      try insert.run([.text("attribution_\(index)"), .text(text)])
    }
    let attribution = try database.prepare("INSERT INTO attribution(text, url) VALUES(?, ?)")
    for each in attributions { try attribution.run([.text(each.text), SQLValue(each.url)]) }
  }

  init(of database: Database) throws(SQLiteError) {
    var texts: [String: String] = [:]
    var numbers: [String: Int64] = [:]
    try database.prepare("SELECT key, value FROM meta").query { row in
      guard let key = row.text(0) else { return true }
      texts[key] = row.text(1)
      numbers[key] = row.integer(1)
      return true
    }
    guard let name = texts["name"], let places = numbers["places"], places >= 0 else { throw .damaged }
    self.name = name
    self.places = Int(places)
    source = texts["source"]
    dataDate = numbers["data_date"].map(Timestamp.init(microseconds:))
    licence = texts["licence"]
    timeZone = texts["time_zone"]
    builder = texts["builder"]
    created = numbers["created"].map(Timestamp.init(microseconds:))
    while let address = texts["origin_\(origins.count)"] {
      let changed = numbers["origin_\(origins.count)_changed"].map(Timestamp.init(microseconds:))
      origins.append(Origin(address: address, changed: changed, tag: texts["origin_\(origins.count)_tag"]))
    }
    while let text = texts["attribution_\(givenAttributions.count)"] { givenAttributions.append(text) }
    if let south = numbers["south"], let north = numbers["north"], let west = numbers["west"],
      let east = numbers["east"]
    {
      extent = GridBox(south: south, north: north, west: west, east: east)
    }
    guard places == 0 || extent != nil else { throw .damaged }
    var found: [Attribution] = []
    try database.prepare("SELECT text, url FROM attribution").query { row in
      if let text = row.text(0) { found.append(Attribution(text: text, url: row.text(1))) }
      return true
    }
    attributions = found
  }
}
