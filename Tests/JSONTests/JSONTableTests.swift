import JSON
import Testing

/// What is JSON and what is not, one text a line.
struct JSONTableTests {
  static let texts: [(String, JSONValue)] = [
    ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-0", .number(number("-0"))),
    ("12", 12),
    ("1.5", 1.5), ("1E2", .number(number("1E2"))), ("1e+2", .number(number("1e+2"))),
    ("-1.25e-3", .number(number("-1.25e-3"))),
    ("1e400", .number(number("1e400"))), ("\"\"", ""), ("\"a b\"", "a b"), ("\"\u{7F}\"", "\u{7F}"),
    ("\"é€😀\"", "é€😀"), ("\"\\u00e9\\u20AC\\ud83d\\ude00\"", "é€😀"),
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u0000\"", "\0"), ("\"\u{FFFF}\u{FEFF}\"", "\u{FFFF}\u{FEFF}"), ("[]", []), ("{}", [:]),
    ("[1,[2,{}],null]", [1, [2, [:]], .null]),
    ("\t{\r\n\"a\" : 1 , \"b\" :[ ] } ", ["a": 1, "b": []]), ("{\"\":{\"\":0}}", ["": ["": 0]]),
    // Equivalent in Unicode and yet two names.
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
  ]

  @Test(arguments: texts)
  func valid(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
  }

  static let faults: [(String, JSONError.Kind, Int)] = [
    ("", JSONError.Kind.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
    ("nulL", .unexpectedByte, 3),
    ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0), ("-Infinity", .invalidNumber, 0),
    ("-", .invalidNumber, 0),
    ("01", .invalidNumber, 0), ("-01", .invalidNumber, 0), ("1.", .invalidNumber, 0),
    (".5", .unexpectedByte, 0), ("+1", .unexpectedByte, 0),
    ("1e", .invalidNumber, 0), ("1e+", .invalidNumber, 0), ("1.e1", .invalidNumber, 0),
    ("1-1", .invalidNumber, 0), ("0x10", .trailingBytes, 1),
    ("1 2", .trailingBytes, 2), ("[]]", .trailingBytes, 2), ("{}{}", .trailingBytes, 2),
    ("\u{FEFF}1", .unexpectedByte, 0), ("[1,]", .unexpectedByte, 3),
    ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3), ("[1", .unexpectedEnd, 2),
    ("[", .unexpectedEnd, 1), ("]", .unexpectedByte, 0),
    ("[}", .unexpectedByte, 1), ("{]", .unexpectedByte, 1), ("{\"a\"}", .unexpectedByte, 4),
    ("{\"a\":}", .unexpectedByte, 5), ("{\"a\":1,}", .unexpectedByte, 7),
    ("{\"a\":1 \"b\":2}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1), ("{'a':1}", .unexpectedByte, 1),
    ("{1:1}", .unexpectedByte, 1),
    ("{\"a\":1", .unexpectedEnd, 6), ("{\"a\"", .unexpectedEnd, 4),
    ("{\"a\":1,\"b\":2,\"a\":3}", .duplicateName, 13),
    ("{\"a\":1,\"\\u0061\":2}", .duplicateName, 7), ("[1]//", .trailingBytes, 3),
    ("/**/1", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0),
    ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("\"a\\\"", .unexpectedEnd, 4),
    ("\"\\", .unexpectedEnd, 2), ("\"a\nb\"", .controlCharacter, 2),
    ("\"\0\"", .controlCharacter, 1), ("\"\\x41\"", .invalidEscape, 1), ("\"a\\'\"", .invalidEscape, 2),
    ("\"\\u12\"", .invalidEscape, 1),
    ("\"\\u12G4\"", .invalidEscape, 1), ("\"\\U0041\"", .invalidEscape, 1),
    ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1),
    ("\"\\ud800\\ud800\"", .loneSurrogate, 1), ("\"\\ud800\\u0041\"", .loneSurrogate, 1),
    ("\"\\ud800x\"", .loneSurrogate, 1), ("\"\\ud83d\\u\"", .invalidEscape, 7),
  ]

  @Test(arguments: faults)
  func invalid(text: String, kind: JSONError.Kind, offset: Int) {
    #expect(throws: JSONError(kind, at: offset)) { try JSONValue(parsing: Array(text.utf8)) }
  }

  /// Continuation without a beginning, cut short, overlong, surrogate, beyond Unicode, Latin-1.
  @Test(
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x63, 0xE9],
    ] as [[UInt8]])
  func notUTF8(content: [UInt8]) {
    for escape in ["", "\\n"] {
      let text = [UInt8(ascii: "\"")] + content + Array(escape.utf8) + [UInt8(ascii: "\"")]
      #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSONValue(parsing: text) }
    }
  }

  @Test func utf16IsNoJSON() {
    let text = "{\"a\":1}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0xFF, 0xFE] + text) }
  }

  /// Sixty-four levels are read, one more is refused, and so are very many.
  @Test(arguments: [(1, true), (64, true), (65, false), (400, false), (100_000, false)])
  func nesting(depth: Int, isRead: Bool) {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "1"
      let text = Array(
        (String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
      if isRead {
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
      } else {
        #expect(throws: JSONError(.tooDeep, at: 64 * open.utf8.count)) { try JSONValue(parsing: text) }
      }
    }
  }

  /// Duplicates are found among few and among many, in a time that does not grow with the square.
  @Test(arguments: [2, 12, 13, 14, 100_000])
  func duplicates(count: Int) throws {
    let members = (0..<count).map { "\"n\($0)\":\($0)" }
    let value = try JSONValue(parsing: Array("{\(members.joined(separator: ","))}".utf8))
    #expect(value.objectValue?.count == count)
    for again in [members[0], members[count - 1]] {
      let error = #expect(throws: JSONError.self) {
        try JSONValue(parsing: Array("{\((members + [again]).joined(separator: ","))}".utf8))
      }
      #expect(error?.kind == .duplicateName)
    }
  }

  private static func number(_ text: String) -> JSONNumber {
    (try? JSONValue(parsing: Array(text.utf8)))?.numberValue ?? JSONNumber(Int.min)
  }
}
