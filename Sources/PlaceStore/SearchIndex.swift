import PlacesCore
import SQLite

/// The part of a region file that finds places by the beginnings of words.
///
/// - `search`: an FTS5 index of all names, its rowids those of `place`. Words are those of `SearchText`.
/// - `cell`: the range of rowids of each square of `HilbertCurve`. Parents of squares are ranges of their numbers.
/// - `prominent`: the same for the most important places alone, in order of importance; `prominent_place` gives
///   their rowids.
///
/// No ranking is asked of FTS5: the order of rowids is the wanted one, so that the first rows found are the best.
struct SearchIndex {
  static let tables = """
    CREATE TABLE cell(cell INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL);
    CREATE VIRTUAL TABLE search USING \(fts);
    CREATE VIRTUAL TABLE prominent USING \(fts);
    CREATE TABLE prominent_place(rowid INTEGER PRIMARY KEY, place INTEGER NOT NULL);
    """

  /// Prefixes to five letters have lists of their own; longer ones are few enough to be looked through. Small pages
  /// make the beginning of a range quick to find.
  private static let fts =
    "fts5(text, content='', columnsize=0, detail=none, prefix='1 2 3 4 5', tokenize='unicode61 remove_diacritics 0')"

  /// This part of all places is prominent, but not fewer than `leastProminent`.
  private static let prominentPart = 50
  private static let leastProminent = 100

  private let database: Database
  private let insert: Statement
  private let insertCell: Statement
  private var cell: (number: Int64, first: Int64, last: Int64)?

  init(in database: Database) throws(SQLiteError) {
    self.database = database
    for table in ["search", "prominent"] {
      try database.execute(
        """
        INSERT INTO \(table)(\(table), rank) VALUES('pgsz', 500);
        INSERT INTO \(table)(\(table), rank) VALUES('hashsize', 8388608);
        """)
    }
    insert = try database.prepare("INSERT INTO search(rowid, text) VALUES(?, ?)")
    insertCell = try database.prepare("INSERT INTO cell VALUES(?, ?, ?)")
  }

  /// Adds the next place, in the order of rowids.
  mutating func add(_ rowid: Int64, at point: GridCoordinate, text: String) throws(SQLiteError) {
    try insert.run([.integer(rowid), .text(text)])
    let number = HilbertCurve.cell(of: point)
    if let open = cell, open.number == number {
      cell?.last = rowid
    } else {
      try closeCell()
      cell = (number, rowid, rowid)
    }
  }

  /// Ends the index, when all of the `count` places are in.
  mutating func finish(count: Int) throws(SQLiteError) {
    try closeCell()
    let add = try database.prepare("INSERT INTO prominent(rowid, text) VALUES(?, ?)")
    let addPlace = try database.prepare("INSERT INTO prominent_place VALUES(?, ?)")
    let most = max(SearchIndex.leastProminent, count / SearchIndex.prominentPart)
    let chosen = try database.prepare(
      """
      SELECT rowid, name, names FROM place WHERE importance > 0 AND NOT closed
        ORDER BY importance DESC, rowid LIMIT ?
      """)
    var number: Int64 = 0
    try chosen.query([SQLValue(most)]) { row throws(SQLiteError) in
      number += 1
      let text = SearchIndex.text(name: row.text(1) ?? "", names: row.text(2))
      try add.run([.integer(number), .text(text)])
      try addPlace.run([.integer(number), .integer(row.integer(0))])
      return true
    }
    try database.execute(
      """
      INSERT INTO search(search) VALUES('optimize');
      INSERT INTO prominent(prominent) VALUES('optimize');
      """)
  }

  private mutating func closeCell() throws(SQLiteError) {
    guard let open = cell else { return }
    try insertCell.run([.integer(open.number), .integer(open.first), .integer(open.last)])
    cell = nil
  }

  /// The words of all names, each once.
  static func text(name: String, names: String?) -> String {
    var words = SearchText.words(of: name)
    if let names {
      for each in PlaceName.names(in: names) { words += SearchText.words(of: each.text) }
      var seen: Set<String> = []
      words = words.filter { seen.insert($0).inserted }
    }
    return words.joined(separator: " ")
  }
}
