/// Reads JSON step by step, strictly as RFC 8259 has it, with bounded depth and memory.
///
/// Beyond the grammar, member names must be unique and strings must be Unicode text. The text is given whole
/// or by a source of chunks; with a source, memory stays within a chunk and `Options.maximumValueBytes`.
/// After an error, every further call throws the same error.
package struct JSONReader {
  /// Gives the next bytes of the text, none at its end. The offset of a thrown error is filled in by the reader.
  package typealias Source = () throws(JSONError) -> [UInt8]

  package struct Options: Sendable {
    /// Arrays and objects within each other.
    package var maximumDepth = 64
    /// Bytes of one string or number, of one `value()`, and of the names of one object that is being walked.
    package var maximumValueBytes = Int.max
    /// Whether a byte order mark may begin the text, as some files of other systems have it.
    package var acceptsByteOrderMark = false
    /// Whether any number of values may follow one another, separated by white space or record separators
    /// (RFC 8142, and lines of JSON).
    package var isSequence = false
    /// Whether an escaped surrogate without its other half becomes U+FFFD, rather than an error.
    package var replacesLoneSurrogates = false

    package init() {}
  }

  /// What the grammar allows next.
  private enum Expected {
    case value, firstElement, firstName, separator, nothing
  }

  private struct Level {
    var isObject: Bool
    var names = MemberNames()
  }

  private let options: Options
  private var input: JSONInput
  private var levels: [Level] = []
  private var expected = Expected.value
  private var failure: JSONError?

  package init(_ text: [UInt8], options: Options = .init()) {
    self.options = options
    input = JSONInput(text, source: nil, options: options)
  }

  package init(options: Options = .init(), source: @escaping Source) {
    self.options = options
    input = JSONInput([], source: source, options: options)
  }

  /// Bytes of the text that have been read.
  package var offset: Int { input.offset }

  /// Surrogates that became U+FFFD by `Options.replacesLoneSurrogates`.
  package var replacedSurrogates: Int { input.replacedSurrogates ?? 0 }

  /// How many arrays and objects are open here.
  package var depth: Int { levels.count }

  /// The next step; nil at the end of the text.
  package mutating func next() throws(JSONError) -> JSONEvent? {
    if let failure { throw failure }
    do {
      return try step()
    } catch {
      failure = error
      throw error
    }
  }

  /// The next value, whole. Throws `unexpectedByte` where none can stand.
  package mutating func value() throws(JSONError) -> JSONValue {
    guard let value = try element() else { throw fail(.unexpectedByte) }
    return value
  }

  /// The next value, whole; nil at the end of the array that is being walked (which is then left), or at the
  /// end of the text.
  package mutating func element() throws(JSONError) -> JSONValue? {
    guard let event = try next() else { return nil }
    switch event {
    case .endArray, .endObject, .name:
      if event == .endArray { return nil }
      throw fail(.unexpectedByte)
    default:
      return try build(event, from: offset)
    }
  }

  /// Passes over the next value, which is checked all the same.
  package mutating func skip() throws(JSONError) {
    let outside = depth
    repeat {
      guard let event = try next() else { throw fail(.unexpectedEnd) }
      if depth < outside || (depth == outside && event.isName) { throw fail(.unexpectedByte) }
    } while depth > outside
  }

  /// Gives up a record of a sequence after an error in it, and goes on at the next record separator, as RFC 7464,
  /// section 2.1, has it; false if no records have been read, so that nothing tells where the next value begins,
  /// or if the text could not be had.
  package mutating func skipBrokenRecord() -> Bool {
    guard options.isSequence, input.hasRecords else { return false }
    if case .unreadable = failure?.kind { return false }
    do {
      // At the end of the text, `next()` says so.
      _ = try input.skipToRecordSeparator()
    } catch {
      failure = error
      return false
    }
    (failure, levels, expected) = (nil, [], .value)
    return true
  }

  /// Makes sure that nothing but white space follows.
  package mutating func finish() throws(JSONError) {
    guard try next() == nil else { throw fail(.trailingBytes) }
  }

  // MARK: - Values

  private mutating func build(_ event: JSONEvent, from start: Int) throws(JSONError) -> JSONValue {
    guard offset - start <= options.maximumValueBytes else { throw fail(.tooLarge) }
    switch event {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return .number(value)
    case .string(let value): return .string(value)
    case .beginArray:
      var elements: [JSONValue] = []
      while let event = try next(), event != .endArray {
        elements.append(try build(event, from: start))
      }
      return .array(elements)
    case .beginObject:
      var members = JSONObject()
      while case .name(let name)? = try next(), let event = try next() {
        members.append(new: name, try build(event, from: start))
      }
      return .object(members)
    case .endArray, .endObject, .name:
      throw fail(.unexpectedByte)
    }
  }

  private mutating func fail(_ kind: JSONError.Kind) -> JSONError {
    let error = JSONError(kind, at: offset)
    failure = failure ?? error
    return error
  }

  // MARK: - Grammar

  private mutating func step() throws(JSONError) -> JSONEvent? {
    if offset == 0, options.acceptsByteOrderMark { try input.skipByteOrderMark() }
    let betweenValues = options.isSequence && levels.isEmpty
    guard var byte = try input.skipWhiteSpace(andRecordSeparators: betweenValues) else {
      if expected == .nothing || (betweenValues && expected == .value) { return nil }
      throw input.error(.unexpectedEnd)
    }
    switch expected {
    case .value:
      return try value(byte)
    case .firstElement:
      return try byte == UInt8(ascii: "]") ? close() : value(byte)
    case .firstName:
      return try byte == UInt8(ascii: "}") ? close() : name(byte)
    case .separator:
      let isObject = levels[levels.count - 1].isObject
      if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
      guard byte == UInt8(ascii: ",") else { throw input.error(.unexpectedByte) }
      input.advance()
      guard let following = try input.skipWhiteSpace() else { throw input.error(.unexpectedEnd) }
      byte = following
      return try isObject ? name(byte) : value(byte)
    case .nothing:
      guard options.isSequence else { throw input.error(.trailingBytes) }
      return try value(byte)
    }
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONEvent {
    let event: JSONEvent
    switch byte {
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "\""): event = .string(try input.string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): event = .number(try input.number())
    case UInt8(ascii: "t"): event = try literal("true", .bool(true))
    case UInt8(ascii: "f"): event = try literal("false", .bool(false))
    case UInt8(ascii: "n"): event = try literal("null", .null)
    default: throw input.error(.unexpectedByte)
    }
    expected = levels.isEmpty ? .nothing : .separator
    return event
  }

  private mutating func literal(_ word: StaticString, _ event: JSONEvent) throws(JSONError) -> JSONEvent {
    try input.literal(word)
    return event
  }

  private mutating func name(_ byte: UInt8) throws(JSONError) -> JSONEvent {
    guard byte == UInt8(ascii: "\"") else { throw input.error(.unexpectedByte) }
    let start = offset
    let name = try input.string()
    guard levels[levels.count - 1].names.insert(name) else { throw JSONError(.duplicateName, at: start) }
    guard levels[levels.count - 1].names.bytes <= options.maximumValueBytes else {
      throw JSONError(.tooLarge, at: start)
    }
    guard let colon = try input.skipWhiteSpace() else { throw input.error(.unexpectedEnd) }
    guard colon == UInt8(ascii: ":") else { throw input.error(.unexpectedByte) }
    input.advance()
    expected = .value
    return .name(name)
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> JSONEvent {
    guard levels.count < options.maximumDepth else { throw input.error(.tooDeep) }
    input.advance()
    levels.append(Level(isObject: isObject))
    expected = isObject ? .firstName : .firstElement
    return isObject ? .beginObject : .beginArray
  }

  private mutating func close() -> JSONEvent {
    input.advance()
    let closed = levels.removeLast()
    expected = levels.isEmpty ? .nothing : .separator
    return closed.isObject ? .endObject : .endArray
  }
}

extension JSONEvent {
  fileprivate var isName: Bool {
    if case .name = self { true } else { false }
  }
}
