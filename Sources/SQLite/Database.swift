import CSQLite

/// One connection to a database file, used by one thread at a time.
///
/// Statements are only reachable through calls that reset them before they return, so none stays open between
/// two calls: a paused reader can neither pin a log nor hold a lock.
package final class Database {
  package enum Mode: Sendable {
    /// Read a file that nobody changes while it is open: no locks, works on read-only media.
    case immutable
    /// Read and write an existing file.
    case readWrite
    /// Read and write, and create the file if it is missing.
    case create
  }

  let handle: OpaquePointer
  private var stop: Stop?

  /// Opens a file (`sqlite3_open_v2`), relative paths from the working directory.
  package init(path: String, mode: Mode) throws(SQLiteError) {
    let access =
      switch mode {
      case .immutable: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(Database.address(of: path, mode: mode), &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code: code, systemCode: opened.map { sqlite3_system_errno($0) } ?? 0)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Database.longestValue)
    // The schema of a file from elsewhere may call functions and virtual tables only as far as they are harmless.
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// The longest string, blob or row in bytes: keeps a hostile file from taking the memory.
  private static let longestValue: Int32 = 16 << 20

  /// How long a statement waits for another connection's lock before it fails as busy.
  package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Runs statements that give no rows of interest.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, withMessage: true) }
  }

  /// Compiles one statement for repeated use.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK else { throw error(code, withMessage: true) }
    guard let compiled else { throw SQLiteError(code: SQLITE_MISUSE, detail: "no statement") }
    return Statement(compiled, of: self)
  }

  /// The first column of the first row as an integer: for pragmas and counts; nil if there is no row.
  package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    var result: Int64?
    try prepare(sql).query { row in
      result = row.integer(0)
      return false
    }
    return result
  }

  /// Runs `body` inside a transaction that begins as a writer; whatever it throws undoes everything.
  package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // After some failures SQLite has rolled back by itself, and this one fails in turn.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Ends statements as interrupted once `condition` holds (`sqlite3_progress_handler`): it is asked every
  /// thousand steps or so of SQLite's machine. Nil takes the condition away.
  package func interrupt(when condition: (() -> Bool)?) {
    stop = condition.map(Stop.init)
    guard let stop else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, 1000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Stop>.fromOpaque(context).takeUnretainedValue().condition() ? 1 : 0
      }, Unmanaged.passUnretained(stop).toOpaque())
  }

  /// The number of rows that the last statement inserted, changed or removed.
  package var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The rowid of the last inserted row.
  package var lastRowid: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The failure that has just happened on this connection.
  func error(_ code: Int32, withMessage: Bool = false) -> SQLiteError {
    let message = withMessage ? sqlite3_errmsg(handle).map { String(cString: $0) } : nil
    return SQLiteError(code: code, systemCode: sqlite3_system_errno(handle), detail: message)
  }

  /// The path as an URI, so that no character of it is taken for a parameter.
  private static func address(of path: String, mode: Mode) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array(path.hasPrefix("/") ? "file://".utf8 : "file:".utf8)
    for byte in path.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    if mode == .immutable { bytes += Array("?immutable=1".utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private final class Stop {
  let condition: () -> Bool

  init(_ condition: @escaping () -> Bool) { self.condition = condition }
}
