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
    case sorting, indexing, syncing
  }

  /// What was written.
  package struct Summary: Hashable, Sendable {
    /// Places in the file.
    package var places = 0
    /// Places that a later one with the same id replaced.
    package var replaced = 0
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

  /// Begins a region file; `isCancelled` is asked now and then, and ends every call with `cancelled`.
  ///
  /// What is at `path` must be a region file, of no bytes, or nothing; and none of `sources`, the files that the
  /// places come from.
  package init(
    path: String, sources: [String] = [], isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) {
    try RegionWriter.check(path, against: sources)
    file = try BuildFile(for: path)
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
        CREATE TEMP TABLE stage_alias(id TEXT NOT NULL, hash INTEGER NOT NULL, place TEXT NOT NULL);
        """)
      try TypeNumbers.write(to: database)
      database.interrupt(when: isCancelled)
      let marks = Array(repeating: "?", count: PlaceColumns.count).joined(separator: ",")
      insertPlace = try database.prepare(
        "INSERT INTO stage(cell, \(PlaceColumns.names.joined(separator: ","))) VALUES(?, \(marks))")
      insertAlias = try database.prepare("INSERT INTO stage_alias VALUES(?, ?, ?)")
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
  /// of the same id.
  package func add(_ place: Place, aliases: [PlaceID] = []) throws(StoreError) {
    var place = place
    if let footprint = place.footprint?.simplified(tolerance: RegionWriter.tolerance) {
      place.footprint = footprint
      if !footprint.contains(place.coordinate), let label = footprint.labelPoint { place.coordinate = label }
    }
    do {
      let cell = HilbertCurve.cell(of: GridCoordinate(place.coordinate))
      try insertPlace?.run([.integer(cell)] + PlaceColumns.values(of: place))
      for alias in aliases where alias != place.id {
        let hash = RegionFormat.hash(of: place.id)
        try insertAlias?.run([.text(alias.text), .integer(hash), .text(place.id.text)])
      }
    } catch {
      throw RegionWriter.storeError(error)
    }
  }

  /// Sorts and indexes what was added, and puts the file in its place. Nothing can be added afterwards.
  package func finish(
    _ info: RegionInfo, progress: (Phase) -> Void = { _ in }
  ) throws(StoreError) -> Summary {
    guard let database else { throw .cancelled }
    var summary = Summary()
    do {
      progress(.sorting)
      summary.replaced = try dropReplaced(in: database)
      let columns = PlaceColumns.names.joined(separator: ",")
      try database.execute(
        """
        INSERT INTO place(\(columns)) SELECT \(columns) FROM stage ORDER BY cell, importance DESC, sequence;
        DROP TABLE stage;
        """)
      progress(.indexing)
      try database.execute(RegionFormat.indexes)
      try database.execute(
        """
        INSERT OR REPLACE INTO alias(id, place) SELECT a.id, p.rowid FROM stage_alias AS a
          JOIN place AS p ON p.hash = a.hash AND p.id = a.place;
        """)
      var info = info
      (info.places, info.extent) = try fillBoxes(in: database)
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
    (insertPlace, insertAlias, self.database) = (nil, nil, nil)
    summary.bytes = file.size
    try file.replaceOriginal()
    return summary
  }

  /// Footprints lose corners that lie nearer than this to the line without them.
  private static let tolerance: Metres = 1

  /// Removes from the stage every place whose id comes again later, and tells how many.
  private func dropReplaced(in database: Database) throws(SQLiteError) -> Int {
    var replaced = 0
    // The places of one hash: the first of them, and, where there are more, the latest of each id so far.
    var group: (hash: Int64, first: Int64, latest: [String: Int64]) = (-1, -1, [:])
    let identify = try database.prepare("SELECT id FROM stage WHERE sequence = ?")
    let remove = try database.prepare("DELETE FROM stage WHERE sequence = ?")
    func id(of sequence: Int64) throws(SQLiteError) -> String {
      var id = ""
      try identify.query([.integer(sequence)]) { row in
        id = row.text(0) ?? ""
        return false
      }
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

  /// Fills the R*Tree; gives the number of places and their extent.
  private func fillBoxes(in database: Database) throws(SQLiteError) -> (Int, GridBox?) {
    var extent = GridExtent()
    var count = 0
    let insert = try database.prepare(
      "INSERT INTO box(place, south, north, west, east) VALUES(?, ?, ?, ?, ?)")
    let all = try database.prepare("SELECT rowid, latitude, longitude, footprint FROM place ORDER BY rowid")
    try all.query { row throws(SQLiteError) in
      guard let point = GridCoordinate(latitude: row.integer(1), longitude: row.integer(2))?.coordinate else {
        throw .damaged
      }
      let corners = row.blob(3).flatMap { GeometryCode.decode($0) }.map { Array($0.joined()) } ?? []
      let box = corners.first.map { GridBox(of: $0, corners) } ?? GridBox(of: point)
      try insert.run([.integer(row.integer(0))] + box.values)
      extent.add(box)
      count += 1
      return true
    }
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
