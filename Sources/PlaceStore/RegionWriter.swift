import Glibc
import PlacesCore
import SQLite

/// Writes a region file whole or not at all.
///
/// Places come in any order and any number: they are kept in SQLite's temporary files (in `SQLITE_TMPDIR`) and
/// sorted there, so that memory stays bounded. The old file stays in its place until the new one is complete and
/// synced; when the writer goes unfinished, nothing of it is left.
package final class RegionWriter {
  /// What `finish` is at.
  package enum Phase: String, Sendable {
    case merging, sorting, indexing, syncing
  }

  /// What was written.
  package struct Summary: Hashable, Sendable {
    /// Places in the file.
    package var places = 0
    /// Places that a later one with the same id replaced.
    package var replaced = 0
    /// Places that were merged into another one of the same real thing.
    package var merged = 0
    package var bytes = 0
    package var box: Box?
  }

  /// What SQLite may keep of the file in memory, and as much again while it sorts: together with the rest of an
  /// import it stays below 80 MiB, and a larger cache saves no time, as everything is written in order.
  private static let cacheKiB = 16384

  private let file: BuildFile
  private var database: Database?
  private var insertPlace: Statement?
  private var insertAlias: Statement?
  private var insertTwin: Statement?
  private var location: ((Coordinate) -> Location)?
  private var buildings: BuildingStage?

  /// In what a point lies.
  package struct Location: Hashable, Sendable {
    package var locality: String?
    package var region: String?
    package var countryCode: String?

    package init(locality: String?, region: String?, countryCode: String?) {
      self.locality = locality
      self.region = region
      self.countryCode = countryCode
    }
  }

  /// Begins a region file; `isCancelled` is asked now and then, and ends every call with `cancelled`.
  ///
  /// What is at `path` must be a region file, of no bytes, or nothing; and none of `sources`, the files that the
  /// places come from.
  package init(
    path: String, sources: [String] = [], isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) {
    try RegionWriter.check(path, against: sources)
    file = try BuildFile(for: path)
    BuildFile.removeAbandoned(in: BuildFile.directory(of: path))
    do {
      let database = try Database(path: file.path, mode: .readWrite)
      // No journal: the file under construction is thrown away after any failure.
      try database.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA secure_delete = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -\(RegionWriter.cacheKiB);
        PRAGMA application_id = \(RegionFormat.applicationID); PRAGMA user_version = \(RegionFormat.version);
        BEGIN;
        \(RegionFormat.tables)
        CREATE TEMP TABLE stage(
          sequence INTEGER PRIMARY KEY, cell INTEGER NOT NULL, \(PlaceColumns.declaration));
        CREATE TEMP TABLE stage_alias(id NOT NULL, hash INTEGER NOT NULL, place NOT NULL);
        \(TwinMerging.table)
        \(BuildingStage.tables)
        """)
      try TypeNumbers.write(to: database)
      database.interrupt(when: isCancelled)
      let marks = Array(repeating: "?", count: PlaceColumns.count).joined(separator: ",")
      insertPlace = try database.prepare(
        "INSERT INTO stage(cell, \(PlaceColumns.names.joined(separator: ","))) VALUES(?, \(marks))")
      insertAlias = try database.prepare("INSERT INTO stage_alias VALUES(?, ?, ?)")
      insertTwin = try database.prepare(TwinMerging.insert)
      buildings = try BuildingStage(in: database)
      self.database = database
    } catch {
      throw RegionWriter.storeError(error)
    }
  }

  /// Makes sure that no file is lost to the region but an older region.
  private static func check(_ path: String, against sources: [String]) throws(StoreError) {
    let written = [path, BuildFile.path(for: path)].compactMap(FileStamp.init(of:))
    for source in sources {
      guard let stamp = FileStamp(of: source) else { continue }
      if written.contains(where: stamp.isSameFile(as:)) { throw .isSource(path: source) }
    }
    guard let (state, why) = RegionHeader.objection(to: path) else { return }
    let isOther = state == .foreign || (state == .unreadable && access(path, F_OK) == 0)
    if isOther { throw .notARegion(path: path, why: why ?? state.rawValue) }
  }

  /// Adds a place; `aliases` are further ids under which it shall be found. A later place replaces an earlier one
  /// of the same id. `twin` says how it may be one with another; nil for places that stand for themselves.
  package func add(
    _ place: Place, aliases: [PlaceID] = [], twin: TwinTraits? = nil
  ) throws(StoreError) {
    var place = place
    if let footprint = place.footprint?.simplified(tolerance: RegionWriter.tolerance) {
      place.footprint = footprint
      if !footprint.contains(place.coordinate), let label = footprint.labelPoint { place.coordinate = label }
    }
    do {
      let cell = HilbertCurve.cell(of: GridCoordinate(place.coordinate))
      try insertPlace?.run([.integer(cell)] + PlaceColumns.values(of: place))
      if let twin, let database {
        let point = GridCoordinate(place.coordinate)
        try insertTwin?.run([
          .integer(twin.key(of: place.name)), .integer(Int64(point.latitude)),
          .integer(Int64(point.longitude)), .integer(twin.role.rawValue),
          .integer(Int64(min(twin.reach.value, 1e7).rounded(.up))), .integer(database.lastRowid),
        ])
      }
      for alias in aliases where alias != place.id {
        let hash = RegionFormat.hash(of: place.id)
        try insertAlias?.run([IDCode.value(of: alias), .integer(hash), IDCode.value(of: place.id)])
      }
    } catch {
      throw RegionWriter.storeError(error)
    }
  }

  /// Adds the outline of a building that is no place, for the places at points within it.
  package func addBuilding(_ footprint: Footprint) throws(StoreError) {
    do {
      try buildings?.add(footprint.simplified(tolerance: RegionWriter.tolerance))
    } catch {
      throw RegionWriter.storeError(error)
    }
  }

  /// The addresses of those of the places that were added and have one.
  package func addresses(of ids: Set<PlaceID>) throws(StoreError) -> [PlaceID: Address] {
    guard let database, !ids.isEmpty else { return [:] }
    var found: [PlaceID: Address] = [:]
    do {
      let hashes = Set(ids.map(RegionFormat.hash(of:)))
      try database.addFunction("is_wanted", arguments: 1) { values in
        guard case .integer(let hash) = values[0] else { return .integer(0) }
        return .integer(hashes.contains(hash) ? 1 : 0)
      }
      let columns = PlaceColumns.names.joined(separator: ",")
      let types = try TypeNumbers(of: database)
      try database.prepare("SELECT \(columns) FROM stage WHERE house_number IS NOT NULL AND is_wanted(hash)")
        .query {
          row throws(SQLiteError) in
          let place = try PlaceColumns.place(in: row, from: 0, types: types)
          if ids.contains(place.id) { found[place.id] = place.address }
          return true
        }
    } catch {
      throw RegionWriter.storeError(error)
    }
    return found
  }

  /// Has the parts of addresses that are not known filled in by `location` when the file is finished.
  package func locate(_ location: @escaping (Coordinate) -> Location) { self.location = location }

  /// Sorts and indexes what was added, and puts the file in its place. Nothing can be added afterwards.
  package func finish(
    _ info: RegionInfo, progress: (Phase) -> Void = { _ in }
  ) throws(StoreError) -> Summary {
    guard let database else { throw .cancelled }
    var summary = Summary()
    do {
      progress(.merging)
      summary.replaced = try dropReplaced(in: database)
      if summary.replaced > 0 {
        // Else what is gone could stand for a street or a town, and take what is left with it.
        try database.execute("DELETE FROM twin WHERE sequence NOT IN (SELECT sequence FROM stage)")
      }
      var merging = try TwinMerging(in: database)
      summary.merged = try merging.run()
      progress(.sorting)
      let columns = PlaceColumns.names.joined(separator: ",")
      try database.execute(
        """
        INSERT INTO place(\(columns)) SELECT \(try located(in: database)) FROM stage
          ORDER BY cell, importance DESC, sequence;
        DROP TABLE stage;
        \(BuildingStage.end)
        """)
      buildings?.endAsking()
      progress(.indexing)
      try database.execute(RegionFormat.indexes)
      try resolveAliases(in: database)
      try database.execute(
        """
        INSERT OR REPLACE INTO alias(id, place) SELECT a.id, p.rowid FROM stage_alias AS a
          JOIN place AS p ON p.hash = a.hash AND p.id = a.place;
        """)
      var info = info
      (info.places, info.extent) = try fillBoxes(in: database)
      try ContainerSearch(in: database).run()
      info.created = RegionWriter.now()
      summary.places = info.places
      summary.box = info.box
      try info.write(to: database)
      try database.execute("COMMIT")
    } catch {
      throw RegionWriter.storeError(error)
    }
    progress(.syncing)
    // The last references: closes the database.
    (insertPlace, insertAlias, insertTwin, buildings, self.database) = (nil, nil, nil, nil, nil)
    summary.bytes = file.size
    try file.replaceOriginal()
    return summary
  }

  /// Lets the ids of places that were merged into one that was merged itself lead to what is left in the end.
  private func resolveAliases(in database: Database) throws(SQLiteError) {
    try database.execute("CREATE INDEX temp.stage_alias_id ON stage_alias(id)")
    // Each round halves the longest way; ids of a file that is not as it should be may lead in a circle.
    for _ in 0..<32
    where try database.integer(
      "SELECT count(*) FROM stage_alias AS a JOIN stage_alias AS b ON b.id = a.place AND b.place <> a.place")
      ?? 0 > 0
    {
      try database.execute(
        """
        UPDATE stage_alias SET (hash, place) = (b.hash, b.place) FROM stage_alias AS b
          WHERE b.id = stage_alias.place AND b.place <> stage_alias.place
        """)
    }
  }

  /// Footprints lose corners that lie nearer than this to the line without them.
  private static let tolerance: Metres = 1

  /// Removes from the stage every place whose id comes again later, and tells how many.
  private func dropReplaced(in database: Database) throws(SQLiteError) -> Int {
    var replaced = 0
    // The places of one hash: the first of them, and, where there are more, the latest of each id so far.
    var group: (hash: Int64?, first: Int64, latest: [PlaceID: Int64]) = (nil, -1, [:])
    let identify = try database.prepare("SELECT id FROM stage WHERE sequence = ?")
    let remove = try database.prepare("DELETE FROM stage WHERE sequence = ?")
    func id(of sequence: Int64) throws(SQLiteError) -> PlaceID {
      var id: PlaceID?
      try identify.query([.integer(sequence)]) { row in
        id = IDCode.id(row, 0)
        return false
      }
      guard let id else { throw .damaged }
      return id
    }
    // Sorted before the first row is given: removing rows meanwhile is safe.
    let sorted = try database.prepare("SELECT hash, sequence FROM stage ORDER BY hash, sequence")
    try sorted.query { row throws(SQLiteError) in
      let (hash, sequence) = (row.integer(0), row.integer(1))
      guard hash == group.hash else {
        group = (hash, sequence, [:])
        return true
      }
      if group.latest.isEmpty { group.latest[try id(of: group.first)] = group.first }
      if let earlier = group.latest.updateValue(sequence, forKey: try id(of: sequence)) {
        try remove.run([.integer(earlier)])
        replaced += 1
      }
      return true
    }
    return replaced
  }

  /// The columns of a staged place, with what contains it where that is not known.
  private func located(in database: Database) throws(SQLiteError) -> String {
    try buildings?.prepareToAsk()
    guard let location else {
      return PlaceColumns.names.map { BuildingStage.columns[$0] ?? $0 }.joined(separator: ",")
    }
    var last: (point: GridCoordinate, location: Location)?
    try database.addFunction("located", arguments: 3) { values in
      guard case .integer(let latitude) = values[0], case .integer(let longitude) = values[1],
        let point = GridCoordinate(latitude: latitude, longitude: longitude),
        let coordinate = point.coordinate
      else { return .null }
      let found = last?.point == point ? last?.location ?? location(coordinate) : location(coordinate)
      last = (point, found)
      return switch values[2] {
      case .integer(0): SQLValue(found.locality)
      case .integer(1): SQLValue(found.region)
      default: SQLValue(found.countryCode)
      }
    }
    try database.addFunction("relabelled", arguments: 4, RegionWriter.relabelled)
    let parts = ["locality", "region", "country_code"]
    return PlaceColumns.names.map { column in
      if column == "name" { return RegionWriter.name }
      guard let part = parts.firstIndex(of: column) else { return BuildingStage.columns[column] ?? column }
      // A town does not lie in itself.
      return "coalesce(\(column), nullif(located(latitude, longitude, \(part)), name))"
    }.joined(separator: ",")
  }

  /// The name of a place; what is called by its address only has the order of the country that it lies in.
  private static let name = """
    CASE WHEN house_number IS NULL OR country_code IS NOT NULL THEN name
      ELSE relabelled(name, house_number, coalesce(street, locality), located(latitude, longitude, 2)) END
    """

  private static func relabelled(_ values: [SQLValue]) -> SQLValue {
    guard case .text(let name) = values[0], case .text(let number) = values[1],
      case .text(let street) = values[2],
      case .text(let country) = values[3]
    else { return values[0] }
    var address = Address()
    (address.houseNumber, address.street) = (number, street)
    guard address.streetLine == name else { return values[0] }
    address.countryCode = country
    return SQLValue(address.streetLine)
  }

  /// Fills the R*Tree and the search index; gives the number of places and their extent.
  private func fillBoxes(in database: Database) throws(SQLiteError) -> (Int, GridBox?) {
    var extent = GridExtent()
    var count = 0
    var boxes = try BoxTreeWriter(in: database)
    var search = try SearchIndex(in: database)
    let all = try database.prepare(
      "SELECT rowid, latitude, longitude, footprint, name, names FROM place ORDER BY rowid")
    try all.query { row throws(SQLiteError) in
      guard let grid = GridCoordinate(latitude: row.integer(1), longitude: row.integer(2)),
        let point = grid.coordinate
      else { throw .damaged }
      let corners = row.blob(3).flatMap { GeometryCode.decode($0) }.map { Array($0.joined()) } ?? []
      let box = corners.first.map { GridBox(of: $0, corners) } ?? GridBox(of: point)
      try boxes.add(row.integer(0), at: grid, box)
      let text = SearchIndex.text(name: row.text(4) ?? "", names: row.text(5))
      try search.add(row.integer(0), at: grid, text: text)
      extent.add(box)
      count += 1
      return true
    }
    try boxes.finish()
    try search.finish(count: count)
    return (count, extent.box)
  }

  private static func storeError(_ error: SQLiteError) -> StoreError {
    error.kind == .interrupted ? .cancelled : .database(error)
  }

  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
