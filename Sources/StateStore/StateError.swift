import Glibc
import SQLite

/// Why state could not be kept or read.
package enum StateError: Error, Hashable, Sendable {
  /// A call on a file of the state directory failed with this `errno`.
  case file(call: String, path: String, code: Int32)
  /// Another process keeps its state in the same directory.
  case inUse(directory: String)
  /// A later version of this program wrote the state.
  case newer(version: Int)
  case database(SQLiteError)
}

extension StateError {
  /// Whether the medium is full or read-only, which may pass.
  package var isWantOfRoom: Bool {
    switch self {
    case .file(_, _, let code): [ENOSPC, EDQUOT, EROFS, EFBIG].contains(code)
    case .database(let error): [.full, .readOnly, .inputOutput].contains(error.kind)
    case .inUse, .newer: false
    }
  }
}

extension StateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let call, let path, let code):
      "\(call) \"\(path)\": \(String(cString: strerror(code)))"
        + (code == ENOLCK || code == EOPNOTSUPP ? " (a network file system without locks?)" : "")
    case .inUse(let directory): "another process keeps its state in \"\(directory)\""
    case .newer(let version): "state.db has format \(version), which a later version wrote"
    case .database(let error): error.description
    }
  }
}

extension StateError {
  /// Does some work with SQLite, whose errors become `database`.
  static func wrapping<Result>(_ work: () throws(SQLiteError) -> Result) throws(StateError) -> Result {
    do {
      return try work()
    } catch {
      throw .database(error)
    }
  }
}
