import CSQLite

extension Database {
  /// Lets statements on this connection call `body` under a name (`sqlite3_create_function_v2`): the same arguments
  /// must give the same result.
  package func addFunction(
    _ name: String, arguments: Int32, _ body: @escaping ([SQLValue]) -> SQLValue
  ) throws(SQLiteError) {
    let function = Unmanaged.passRetained(Function(body)).toOpaque()
    let code = sqlite3_create_function_v2(
      handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, function,
      { context, count, values in
        guard let context, let pointer = sqlite3_user_data(context) else { return }
        let function = Unmanaged<Function>.fromOpaque(pointer).takeUnretainedValue()
        var arguments: [SQLValue] = []
        for index in 0..<Int(count) { arguments.append(Function.value(values?[index])) }
        Function.give(function.body(arguments), to: context)
      }, nil, nil,
      { pointer in
        if let pointer { Unmanaged<Function>.fromOpaque(pointer).release() }
      })
    guard code == SQLITE_OK else { throw error(code) }
  }
}

private final class Function {
  let body: ([SQLValue]) -> SQLValue

  init(_ body: @escaping ([SQLValue]) -> SQLValue) { self.body = body }

  static func value(_ value: OpaquePointer?) -> SQLValue {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let text = sqlite3_value_text(value) else { return .null }
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      guard let start = sqlite3_value_blob(value) else { return .blob([]) }
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    default: return .null
    }
  }

  static func give(_ value: SQLValue, to context: OpaquePointer) {
    // `SQLITE_TRANSIENT`, a macro that is not imported: SQLite copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(context, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_result_zeroblob(context, 0)
          : sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), copied)
      }
    }
  }
}
