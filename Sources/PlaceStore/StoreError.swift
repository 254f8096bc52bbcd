import Glibc
import SQLite

/// Why a region file could not be written.
package enum StoreError: Error, Hashable, Sendable {
  /// A call on the file failed with this `errno`.
  case file(call: String, path: String, code: Int32)
  case database(SQLiteError)
  /// The file that is there is none of ours; says what it is instead. It stays as it is.
  case notARegion(path: String, why: String)
  /// The region would be written over one of the files that it is made from.
  case isSource(path: String)
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
    case .notARegion(let path, let why): "\"\(path)\" is no region file (\(why)), and is not written over"
    case .isSource(let path): "\"\(path)\" is one of the inputs, and would be lost"
    case .inProgress(let path): "another import is writing \"\(path)\""
    case .cancelled: "interrupted"
    }
  }
}
