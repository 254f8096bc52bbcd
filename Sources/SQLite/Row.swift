import CSQLite

/// One row of a result, readable only inside the call that hands it out.
///
/// Columns count from 0. A value of another type is converted as SQLite does it; one that is out of range
/// reads as null or zero: nothing that a file holds can trap.
package struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  package func isInteger(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_INTEGER }

  /// The value as an integer; 0 for null.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The value as a floating point number; 0 for null.
  package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  /// The value as text, with U+FFFD for bytes that are no UTF-8; nil for null.
  package func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a blob or text; nil for null, empty for an empty blob.
  package func blob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
