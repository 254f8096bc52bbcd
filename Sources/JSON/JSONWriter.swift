/// Writes JSON, compact: no white space and no control characters outside or inside of strings, so that a
/// value is always one line.
package struct JSONWriter {
  package private(set) var bytes: [UInt8]

  /// A writer that goes on after `bytes`.
  package init(appendingTo bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Appends bytes that stand between values, such as the end of a message.
  package mutating func append(raw byte: UInt8) {
    bytes.append(byte)
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(true): bytes.append(contentsOf: "true".utf8)
    case .bool(false): bytes.append(contentsOf: "false".utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  package mutating func write(_ elements: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func write(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(member.name)
      bytes.append(UInt8(ascii: ":"))
      write(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { content in
      var written = 0
      for index in content.indices {
        guard let escape = Self.escape(content[index]) else { continue }
        bytes.append(contentsOf: content[written..<index])
        bytes.append(contentsOf: escape.utf8)
        written = index + 1
      }
      bytes.append(contentsOf: content[written...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case 0..<0x10: "\\u000" + String(byte, radix: 16)
    case 0x10..<0x20: "\\u00" + String(byte, radix: 16)
    default: nil
    }
  }
}
