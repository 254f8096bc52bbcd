import CSQLite

/// A compiled statement, for repeated use on its connection.
package final class Statement {
  private let handle: OpaquePointer
  /// Kept so that the connection outlives its statements.
  private let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end, ignoring rows.
  package func run(_ values: [SQLValue] = []) throws(SQLiteError) {
    try query(values) { _ in true }
  }

  /// Hands out row after row until `body` returns false, then resets the statement, whatever happened.
  package func query(
    _ values: [SQLValue] = [], _ body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      let code = sqlite3_step(handle)
      switch code {
      case SQLITE_ROW: if try !body(Row(handle)) { return }
      case SQLITE_DONE: return
      default: throw database.error(code)
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(var text):
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(
              handle, index, $0.baseAddress, UInt64($0.count), Statement.copied, UInt8(SQLITE_UTF8))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes { bytes in
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), Statement.copied)
        }
      }
    guard code == SQLITE_OK else { throw database.error(code) }
  }

  /// `SQLITE_TRANSIENT`, a macro that is not imported: SQLite copies the bytes before the call returns.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
