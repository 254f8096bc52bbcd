import JSON
import Testing

/// Reading step by step, whole and in chunks.
struct JSONReaderTests {
  static let collection = Array(
    """
    {"type":"FeatureCollection","name":"x","crs":{"a":[1,2,{"b":"]}"}]},"features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[151.199,-33.8694]},"properties":{"name":"Café \\ud83d\\ude00"}},
      {"type":"Feature","geometry":null,"properties":{}}
    ],"bbox":[1,2,3,4]}
    """.utf8)

  /// A source that gives `text` in pieces of `size` bytes.
  static func chunks(_ text: [UInt8], of size: Int) -> JSONReader.Source {
    var rest = text[...]
    return {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  /// The features of a collection, read one by one.
  static func features(_ reader: inout JSONReader) throws(JSONError) -> [JSONValue] {
    var found: [JSONValue] = []
    guard try reader.next() == .beginObject else { return [] }
    while case .name(let name)? = try reader.next() {
      guard name == "features", try reader.next() == .beginArray else {
        try reader.skip()
        continue
      }
      while let feature = try reader.element() { found.append(feature) }
    }
    try reader.finish()
    return found
  }

  @Test func eventsAndOffsets() throws {
    var reader = JSONReader(Array(" {\"a\":[1,true,null,\"x\"]} ".utf8))
    var events: [JSONEvent] = []
    var offsets: [Int] = []
    while let event = try reader.next() {
      events.append(event)
      offsets.append(reader.offset)
    }
    #expect(
      events == [
        .beginObject, .name("a"), .beginArray, .number(JSONNumber(1)), .bool(true), .null, .string("x"),
        .endArray, .endObject,
      ])
    #expect(offsets == [2, 6, 7, 8, 13, 18, 22, 23, 24])
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1 << 20])
  func chunksOfAnySize(size: Int) throws {
    var whole = JSONReader(Self.collection)
    var reader = JSONReader(source: Self.chunks(Self.collection, of: size))
    let features = try Self.features(&reader)
    #expect(features.count == 2)
    #expect(features.first?["properties"]?["name"] == "Café 😀")
    #expect(features.first?["geometry"]?["coordinates"] == [151.199, -33.8694])
    #expect(try Self.features(&whole) == features)
  }

  /// A text that is cut anywhere ends unexpectedly, at the cut.
  @Test func cutAnywhere() {
    for length in 0..<Self.collection.count {
      let text = Array(Self.collection.prefix(length))
      for size in [1, 5, length + 1] {
        var reader = JSONReader(source: Self.chunks(text, of: size))
        let error = #expect(throws: JSONError.self) { try reader.value() }
        #expect(error?.kind == .unexpectedEnd || error?.kind == .invalidNumber)
      }
    }
  }

  @Test(arguments: [1, 2, 5, 1 << 20])
  func readingGoesOnAfterABrokenRecord(size: Int) throws {
    var options = JSONReader.Options()
    options.isSequence = true
    options.maximumValueBytes = 100
    let long = String(repeating: "x", count: 5000)
    let text = Array(
      "\u{1E}[1]\n\u{1E}{\"a\n\u{1E}[2]\n\u{1E}[\"\(long)\"]\n\u{1E}[\"\\\u{1E}[3]\u{1E}[4".utf8)
    var reader = JSONReader(options: options, source: Self.chunks(text, of: size))
    // A backslash hides no separator.
    let elements = Self.elements(&reader)
    #expect(elements == [[1], nil, [2], nil, nil, [3], nil])
    // Lines have no place to go on at.
    var lines = JSONReader(Array("[1]\n{]\n[2]\n".utf8), options: options)
    let first = Self.elements(&lines)
    #expect(first == [[1]])
  }

  /// The values of a sequence, nil for each broken record, up to what ends it.
  private static func elements(_ reader: inout JSONReader) -> [JSONValue?] {
    var found: [JSONValue?] = []
    while true {
      do {
        guard let element = try reader.element() else { return found }
        found.append(element)
      } catch {
        guard reader.skipBrokenRecord() else { return found }
        found.append(nil)
      }
    }
  }

  @Test func valuesTooLargeAreRefusedBeforeTheyAreHeld() {
    var options = JSONReader.Options()
    options.maximumValueBytes = 1000
    let texts = [
      "[1,\"" + String(repeating: "a", count: 1_000_000), "[1," + String(repeating: "1", count: 1_000_000),
      "[1,[" + String(repeating: "1,", count: 500_000),
      "[1,{" + (0..<100_000).map { "\"\($0)\":0," }.joined(),
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      var given = 0
      var reader = JSONReader(options: options) {
        defer { given += 100 }
        return Array(bytes.dropFirst(given).prefix(100))
      }
      let error = #expect(throws: JSONError.self) {
        _ = try reader.next()
        while try reader.element() != nil {}
      }
      #expect(error?.kind == .tooLarge)
      #expect(given < 2500)
    }
    // The names of a walked object count too; its values do not.
    var walked = JSONReader(options: options, source: Self.chunks(Array(texts[3].utf8.dropFirst(3)), of: 100))
    let error = #expect(throws: JSONError.self) { while try walked.next() != nil {} }
    #expect(error?.kind == .tooLarge)
  }

  @Test func byteOrderMark() throws {
    let marked = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)
    var options = JSONReader.Options()
    options.acceptsByteOrderMark = true
    #expect(try JSONValue(parsing: marked, options: options) == [1])
    #expect(try JSONValue(parsing: Array("[1]".utf8), options: options) == [1])
    #expect(throws: JSONError(.unexpectedByte, at: 0)) { try JSONValue(parsing: marked) }
    #expect(throws: JSONError(.unexpectedByte, at: 3)) {
      try JSONValue(parsing: marked.prefix(3) + marked, options: options)
    }
    var reader = JSONReader(options: options, source: Self.chunks(marked, of: 1))
    #expect(try reader.value() == [1])
  }

  @Test(arguments: [
    "", "\n", "\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\r\n", "{\"a\":1}{\"a\":2}",
  ])
  func sequences(text: String) throws {
    var options = JSONReader.Options()
    options.isSequence = true
    var reader = JSONReader(options: options, source: Self.chunks(Array(text.utf8), of: 3))
    var values: [JSONValue] = []
    while let value = try reader.element() { values.append(value) }
    #expect(values == (text.count > 1 ? [["a": 1], ["a": 2]] : []))
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x1E] + Array("1".utf8)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[\u{1E}1]".utf8), options: options) }
  }

  @Test func sourceThatFails() {
    var isFirst = true
    var reader = JSONReader { () throws(JSONError) in
      guard isFirst else { throw JSONError(.unreadable(code: 5)) }
      isFirst = false
      return Array("[1,".utf8)
    }
    for _ in 0..<2 {
      #expect(throws: JSONError(.unreadable(code: 5), at: 3)) { try reader.value() }
    }
  }

  @Test func errorsStay() throws {
    var reader = JSONReader(Array("[1,x,2]".utf8))
    _ = try reader.next()
    _ = try reader.next()
    for _ in 0..<3 {
      #expect(throws: JSONError(.unexpectedByte, at: 3)) { try reader.next() }
    }
  }

  @Test func skipping() throws {
    var reader = JSONReader(Array("[{\"a\":[[]]},1,[2]]".utf8))
    _ = try reader.next()
    try reader.skip()
    #expect(try reader.element() == 1)
    try reader.skip()
    #expect(throws: JSONError.self) { try reader.skip() }
  }
}
