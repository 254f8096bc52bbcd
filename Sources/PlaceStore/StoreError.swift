import Glibc
import SQLite

/// Why a region file could not be written.
package enum StoreError: Error, Hashable, Sendable {
  /// A call on the file failed with this `errno`.
  case file(call: String, path: String, code: Int32)
  case database(SQLiteError)
  /// Another import is writing the same file.
  case inProgress(path: String)
  /// The caller asked to stop.
  case cancelled
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let call, let path, let code): "\(call) \"\(path)\": \(String(cString: strerror(code)))"
    case .database(let error): error.description
    case .inProgress(let path): "another import is writing \"\(path)\""
    case .cancelled: "interrupted"
    }
  }
}
