import SQLite

/// The tables of `state.db`, as the steps that lead from each version to the next.
enum Migrations {
  /// Statements that make version n of n - 1; the first makes a new database. Steps are only ever added.
  private static let steps = [
    """
    CREATE TABLE selection(
      only INTEGER PRIMARY KEY CHECK (only = 1),
      \(SelectionColumns.declaration)
    );
    """,
    """
    CREATE TABLE access(
      uid INTEGER PRIMARY KEY, status TEXT NOT NULL, accuracy TEXT NOT NULL, purpose TEXT
    );
    """,
    """
    CREATE TABLE history(
      number INTEGER PRIMARY KEY, uid INTEGER NOT NULL, verdict TEXT NOT NULL, place TEXT, name TEXT,
      latitude REAL NOT NULL, longitude REAL NOT NULL, time INTEGER NOT NULL, utc_offset INTEGER NOT NULL
    );
    CREATE INDEX history_of ON history(uid, number);
    CREATE TABLE history_off(uid INTEGER PRIMARY KEY);
    """,
  ]

  /// Brings the tables up to date, each step whole or not at all.
  static func apply(to database: Database) throws(StateError) {
    let stored = try StateError.wrapping { () throws(SQLiteError) in
      try database.integer("PRAGMA user_version")
    }
    let version = Int(stored ?? 0)
    guard version >= 0 else { throw .database(.damaged) }
    guard version <= steps.count else { throw .newer(version: version) }
    try StateError.wrapping { () throws(SQLiteError) in
      for next in version..<steps.count {
        try database.transaction { () throws(SQLiteError) in
          try database.execute(steps[next])
          try database.execute("PRAGMA user_version = \(next + 1)")
        }
      }
    }
  }
}
