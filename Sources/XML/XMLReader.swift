import CExpat

/// Reads an XML document as its bytes come, through expat: strict, in bounded memory, without entities of its own.
package final class XMLReader {
  /// The line that is being read, from 1.
  package var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
  /// How many bytes precede what is being read, or what could not be.
  package var offset: Int { max(0, Int(XML_GetCurrentByteIndex(parser))) }

  private let parser: XML_Parser
  private var events: [(line: Int, event: XMLEvent)] = []
  /// The text so far of each element that is open.
  private var open: [[UInt8]] = []
  /// Why it reads no further.
  package private(set) var failure: XMLError?
  private var isFinished = false

  private static let maximumDepth = 64
  private static let maximumText = 65_536

  /// A reader at the beginning of a document.
  package init() throws(XMLError) {
    guard let parser = XML_ParserCreate(nil) else { throw .noMemory }
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in XMLReader.from(context)?.start(name, attributes) },
      { context, name in XMLReader.from(context)?.end(name) })
    XML_SetCharacterDataHandler(parser) { context, text, count in XMLReader.from(context)?.text(text, count) }
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      XMLReader.from(context).map { $0.stop(.documentType(line: $0.line)) }
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Takes the next bytes, the last ones where `isFinal`, and gives what they hold, each with its line. What precedes
  /// an error is given first; the error comes with the next call.
  package func read(_ bytes: [UInt8], isFinal: Bool) throws(XMLError) -> [(line: Int, event: XMLEvent)] {
    if let failure { throw failure }
    guard !isFinished else { return [] }
    isFinished = isFinal
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(XMLReader.pieceSize)
      rest = rest.dropFirst(piece.count)
      parse(piece, isFinal: isFinal && rest.isEmpty)
    } while !rest.isEmpty && failure == nil
    defer { events = [] }
    if let failure, events.isEmpty { throw failure }
    return events
  }

  /// expat counts bytes in an int.
  private static let pieceSize = 1_048_576

  private func parse(_ bytes: ArraySlice<UInt8>, isFinal: Bool) {
    let status = bytes.withUnsafeBytes { raw in
      XML_Parse(
        parser, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), isFinal ? 1 : 0)
    }
    guard status == XML_STATUS_ERROR, failure == nil else { return }
    let code = XML_GetErrorCode(parser)
    let text = XML_ErrorString(code).map { String(cString: $0) } ?? "error"
    failure =
      code == XML_ERROR_NO_MEMORY ? .noMemory : .malformed(code: code.rawValue, text: text, line: line)
  }

  private func stop(_ error: XMLError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }

  // MARK: Handlers

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    // expat may still report what it had begun when it is stopped.
    guard failure == nil else { return }
    guard open.count < XMLReader.maximumDepth else { return stop(.tooDeep(line: line)) }
    var values: [String: String] = [:]
    var next = attributes
    while let pair = next, let key = pair[0], let value = pair[1] {
      values[XMLReader.localName(key)] = String(cString: value)
      next = pair + 2
    }
    open.append([])
    events.append((line, .start(name: name.map(XMLReader.localName) ?? "", attributes: values)))
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard failure == nil, let text = open.popLast() else { return }
    events.append(
      (line, .end(name: name.map(XMLReader.localName) ?? "", text: String(decoding: text, as: UTF8.self))))
  }

  private func text(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard failure == nil, let text, !open.isEmpty else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    guard open[open.count - 1].count + bytes.count <= XMLReader.maximumText else {
      return stop(.textTooLong(line: line))
    }
    open[open.count - 1] += bytes
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
    context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
    let whole = String(cString: name)
    return whole.lastIndex(of: ":").map { String(whole[whole.index(after: $0)...]) } ?? whole
  }
}
