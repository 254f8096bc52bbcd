import CSQLite

/// A failure reported by SQLite, with its codes kept.
///
/// The description never holds values of ours: SQLite's own message is kept only where it can speak of nothing
/// but the text of a statement.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failures that callers act on; everything else is `other`.
  package enum Kind: Hashable, Sendable {
    /// The file is a database whose contents are broken.
    case damaged
    /// The file is no database at all.
    case notADatabase
    /// Another connection holds a lock.
    case busy
    /// No space is left.
    case full
    /// The file or its directory cannot be written.
    case readOnly
    /// The file could not be opened or created.
    case cannotOpen
    /// Reading or writing failed below SQLite.
    case inputOutput
    case interrupted
    case constraint
    case other
  }

  /// SQLite's extended result code.
  package let code: Int32
  /// The `errno` behind the failure; 0 if there is none.
  package let systemCode: Int32
  /// What SQLite says about the statement; nil outside of its preparation.
  package let detail: String?

  package init(code: Int32, systemCode: Int32 = 0, detail: String? = nil) {
    self.code = code
    self.systemCode = systemCode
    self.detail = detail
  }

  /// What a reader reports that finds a value which no writer of ours stores.
  package static let damaged = SQLiteError(code: SQLITE_CORRUPT)

  package var kind: Kind {
    // A file that ends in the middle of a page is broken, though SQLite counts it as an I/O error.
    if code == SQLITE_IOERR | (2 << 8) { return .damaged }
    return switch code & 0xff {
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_IOERR: .inputOutput
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_CONSTRAINT: .constraint
    default: .other
    }
  }

  package var description: String {
    let text = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
    return "\(text) (SQLite \(code))" + (detail.map { ": \($0)" } ?? "")
  }
}
