/// The bytes that `JSONReader` reads from, and the tokens in them.
///
/// Holds what has been given and not yet read; a token that lies in several chunks is gathered whole.
struct JSONInput {
  private var buffer: [UInt8]
  /// Index in `buffer` of the next byte to read.
  private var position = 0
  /// Bytes of the text before `buffer`.
  private var dropped = 0
  private var source: JSONReader.Source?
  private let maximumTokenBytes: Int
  /// Whether a record separator has been passed between values.
  private(set) var hasRecords = false
  /// Escaped surrogates that were replaced; nil if they are errors.
  private(set) var replacedSurrogates: Int?

  /// RS of RFC 7464, which begins a record.
  private static let recordSeparator: UInt8 = 0x1E

  init(_ text: [UInt8], source: JSONReader.Source?, options: JSONReader.Options) {
    buffer = text
    self.source = source
    maximumTokenBytes = options.maximumValueBytes
    replacedSurrogates = options.replacesLoneSurrogates ? 0 : nil
  }

  /// Bytes of the text that have been read.
  var offset: Int { dropped + position }

  /// An error at the next byte, or `length` bytes after it.
  func error(_ kind: JSONError.Kind, after length: Int = 0) -> JSONError {
    JSONError(kind, at: offset + length)
  }

  /// Passes the next byte, which has been looked at.
  mutating func advance() {
    position += 1
  }

  mutating func skipByteOrderMark() throws(JSONError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (index, byte) in mark.enumerated() {
      guard try self.byte(at: index) == byte else { return }
    }
    position += mark.count
  }

  /// Passes everything up to the next record separator, holding no more than a chunk; false if none follows.
  mutating func skipToRecordSeparator() throws(JSONError) -> Bool {
    while true {
      if let found = buffer[position...].firstIndex(of: JSONInput.recordSeparator) {
        position = found
        return true
      }
      position = buffer.count
      guard try byte(at: 0) != nil else { return false }
    }
  }

  /// Passes white space and looks at the byte after it; nil at the end of the text.
  mutating func skipWhiteSpace(andRecordSeparators: Bool = false) throws(JSONError) -> UInt8? {
    while let byte = try byte(at: 0) {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      case JSONInput.recordSeparator where andRecordSeparators:
        position += 1
        hasRecords = true
      default: return byte
      }
    }
    return nil
  }

  mutating func literal(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard let byte = try byte(at: index) else { throw error(.unexpectedEnd, after: index) }
      guard byte == word.utf8Start[index] else { throw error(.unexpectedByte, after: index) }
    }
    position += word.utf8CodeUnitCount
  }

  /// Reads a number, whose first byte is next.
  mutating func number() throws(JSONError) -> JSONNumber {
    var length = 1
    while let byte = try byte(at: length), Self.isOfNumbers(byte) { length += 1 }
    let text = buffer[position..<position + length]
    guard Self.isNumber(text) else { throw error(.invalidNumber) }
    position += length
    return JSONNumber(checked: String(decoding: text, as: UTF8.self))
  }

  /// Reads a string, whose opening quote is next.
  mutating func string() throws(JSONError) -> String {
    var length = 1
    var hasEscapes = false
    var isASCII = true
    while true {
      let plain = plainRun(from: position + length)
      length = plain.end - position
      if !plain.isASCII { isASCII = false }
      guard let byte = try byte(at: length) else { throw error(.unexpectedEnd, after: length) }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        // Whatever follows the backslash is no closing quote; what it means is seen when decoding.
        guard try self.byte(at: length + 1) != nil else { throw error(.unexpectedEnd, after: length + 1) }
        length += 2
      } else if byte < 0x20 {
        throw error(.controlCharacter, after: length)
      }
    }
    let content = buffer[position + 1..<position + length]
    let text: String?
    if hasEscapes {
      do {
        text = String(
          validating: try JSONEscapes.decode(content, replaced: &replacedSurrogates), as: UTF8.self)
      } catch {
        throw JSONError(error.kind, at: dropped + error.offset)
      }
    } else if isASCII {
      // Most strings, and there is nothing to validate.
      text = String(decoding: content, as: UTF8.self)
    } else {
      text = String(validating: content, as: UTF8.self)
    }
    guard let text else { throw error(.invalidUTF8) }
    position += length + 1
    return text
  }

  /// The index of the first byte that ends a run of plain string content, or the end of the buffer; and whether
  /// the run is all ASCII.
  private func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    buffer.withUnsafeBufferPointer { bytes in
      var index = start
      var all: UInt8 = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
        all |= byte
        index += 1
      }
      return (index, all < 0x80)
    }
  }

  /// The byte `index` places ahead, asking the source for more as needed; nil beyond the end of the text.
  private mutating func byte(at index: Int) throws(JSONError) -> UInt8? {
    while position + index >= buffer.count {
      guard let source else { return nil }
      guard buffer.count - position <= maximumTokenBytes else { throw error(.tooLarge) }
      dropped += position
      buffer.removeFirst(position)
      position = 0
      let more: [UInt8]
      do {
        more = try source()
      } catch {
        throw JSONError(error.kind, at: dropped + buffer.count)
      }
      if more.isEmpty { self.source = nil } else { buffer.append(contentsOf: more) }
    }
    return buffer[position + index]
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Whether a text is a number of RFC 8259, section 6.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    func takeDigits() -> Bool {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if !takeDigits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !takeDigits() { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if !takeDigits() { return false }
    }
    return rest.isEmpty
  }
}
