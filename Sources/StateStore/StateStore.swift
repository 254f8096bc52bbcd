import Glibc
import PlaceEngine
import PlacesCore
import SQLite

/// Keeps the daemon's state in `state.db` of a directory that it has for itself.
///
/// Each write is on the disk when its call returns (WAL with `synchronous = FULL`), whole or not at all, whatever
/// kills the process.
package final class StateStore: StateKeeper {
  /// The path that a damaged `state.db` was moved to, when this store began a new one; nil otherwise.
  package let setAside: String?

  private let directory: StateDirectory
  let database: Database
  private let load: Statement
  private let save: Statement
  private let clear: Statement

  /// Opens the state in a directory; both are made if they are missing.
  package init(directory path: String) throws(StateError) {
    let directory = try StateDirectory(path)
    var database: Database
    do throws(StateError) {
      database = try StateStore.open(directory)
      setAside = nil
    } catch .database(let error) where error.kind == .damaged || error.kind == .notADatabase {
      setAside = try directory.setDatabaseAside()
      database = try StateStore.open(directory)
    }
    self.directory = directory
    self.database = database
    (load, save, clear) = try StateError.wrapping { () throws(SQLiteError) in
      (
        try database.prepare("SELECT \(SelectionColumns.names) FROM selection WHERE only = 1"),
        try database.prepare(
          "INSERT OR REPLACE INTO selection(only, \(SelectionColumns.names)) VALUES(1, \(SelectionColumns.marks))"
        ),
        try database.prepare("DELETE FROM selection")
      )
    }
  }

  package func loadSelection() throws(StateError) -> Selection? {
    try StateError.wrapping { () throws(SQLiteError) in
      var found: Selection?
      try load.query { row throws(SQLiteError) in
        found = try SelectionColumns.selection(in: row)
        return false
      }
      return found
    }
  }

  package func saveSelection(_ selection: Selection?) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      if let selection {
        try save.run(SelectionColumns.values(of: selection))
      } else {
        try clear.run()
      }
    }
  }

  private static func open(_ directory: StateDirectory) throws(StateError) -> Database {
    try directory.createDatabase()
    let database = try StateError.wrapping { () throws(SQLiteError) in
      let database = try Database(path: directory.database, mode: .readWrite)
      database.setBusyTimeout(milliseconds: 2000)
      // With the lock held alone, the log needs no shared memory, which not every file system has.
      try database.execute(
        """
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = 100; PRAGMA journal_size_limit = 1048576
        """)
      // The file is small: looking at all of it takes milliseconds, and finds damage before anything is built on it.
      var verdict: String?
      try database.prepare("PRAGMA integrity_check(1)").query { row in
        verdict = row.text(0)
        return false
      }
      guard verdict == "ok" else { throw .damaged }
      return database
    }
    try Migrations.apply(to: database)
    return database
  }
}
