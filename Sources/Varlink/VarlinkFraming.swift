/// Cuts a stream of bytes into messages, and finds out whether they end in NULs or in line breaks.
///
/// Varlink ends messages with a NUL. For use from a shell, a connection may use lines instead. The first message
/// shows which, for good:
/// white space is legal anywhere in a message, so nothing is decided until the first object is complete; then a
/// NUL means NULs, and a line break followed by anything else, by the end or by a pause means lines.
struct VarlinkFraming {
  /// What ends a message.
  enum Terminator: UInt8, Equatable {
    case nul = 0
    case line = 10
  }

  enum Fault: Error, Equatable {
    case malformed
    case tooLarge
  }

  private enum State {
    /// Nothing but white space so far.
    case beforeFirst
    /// Inside the first object: its open braces, and where in a string we are.
    case insideFirst(braces: Int, quote: Quote)
    /// The first object ended before `end`; white space since then, perhaps with a line break.
    case afterFirst(end: Int, hasLineBreak: Bool)
    case decided(Terminator)
  }

  private enum Quote {
    case outside, inside, escape
  }

  private let maximumBytes: Int
  private var buffer: [UInt8] = []
  /// Index in `buffer` where the next message begins.
  private var start = 0
  /// Index of the first byte that has not been looked at: no byte is looked at twice.
  private var scanned = 0
  private var state = State.beforeFirst
  private var hasEnded = false
  private var hasPaused = false

  /// Framing whose first message decides, unless the terminator is given.
  init(maximumBytes: Int, terminator: Terminator? = nil) {
    self.maximumBytes = maximumBytes
    if let terminator { state = .decided(terminator) }
  }

  /// What ends messages, once it is known.
  var terminator: Terminator? {
    if case .decided(let terminator) = state { terminator } else { nil }
  }

  /// Bytes that are held.
  var buffered: Int { buffer.count - start }

  /// Whether a pause would decide for lines, after `next` has found no message.
  var isDecidedByPause: Bool {
    if case .afterFirst(_, hasLineBreak: true) = state { true } else { false }
  }

  mutating func receive(_ bytes: some Collection<UInt8>) {
    // Moving what is left only once half has been used costs each byte a constant.
    if start > buffer.count / 2 {
      buffer.removeFirst(start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
    hasPaused = false
  }

  /// Nothing more will come.
  mutating func end() {
    hasEnded = true
  }

  /// Nothing came for a while.
  mutating func pause() {
    hasPaused = true
  }

  /// The next whole message, without its terminator; nil when more bytes are needed.
  mutating func next() throws(Fault) -> [UInt8]? {
    if terminator == nil, let first = try firstMessage() { return first }
    while case .decided(let terminator) = state {
      guard let end = try messageEnd(terminator) else { return nil }
      let message = try take(upTo: end, next: end + 1)
      if terminator == .line, message.allSatisfy(Self.isWhiteSpace) { continue }
      return message
    }
    return nil
  }

  /// The index of the next terminator; nil when it has not come yet.
  private mutating func messageEnd(_ terminator: Terminator) throws(Fault) -> Int? {
    let found = buffer[scanned...].firstIndex { $0 == terminator.rawValue || $0 == 0 }
    scanned = found ?? buffer.count
    guard scanned - start <= maximumBytes else { throw .tooLarge }
    if let found, buffer[found] != terminator.rawValue { throw .malformed }
    return found
  }

  // MARK: - The first message

  private mutating func firstMessage() throws(Fault) -> [UInt8]? {
    while scanned < buffer.count, terminator == nil {
      let byte = buffer[scanned]
      switch state {
      case .beforeFirst:
        if byte == UInt8(ascii: "{") {
          state = .insideFirst(braces: 1, quote: .outside)
        } else if !Self.isWhiteSpace(byte) {
          throw .malformed
        }
      case .insideFirst(let braces, let quote):
        // A NUL is nowhere in JSON.
        guard byte != 0 else { throw .malformed }
        state = Self.step(byte, braces: braces, quote: quote, at: scanned)
      case .afterFirst(let end, let hasLineBreak):
        if byte == 0 {
          state = .decided(.nul)
          return try take(upTo: scanned, next: scanned + 1)
        }
        if Self.isWhiteSpace(byte) {
          state = .afterFirst(end: end, hasLineBreak: hasLineBreak || byte == UInt8(ascii: "\n"))
        } else if hasLineBreak {
          return try takeFirstLine(upTo: end)
        } else {
          throw .malformed
        }
      case .decided: break
      }
      scanned += 1
    }
    guard scanned - start <= maximumBytes else { throw .tooLarge }
    if hasEnded || hasPaused, case .afterFirst(let end, hasLineBreak: true) = state {
      return try takeFirstLine(upTo: end)
    }
    return nil
  }

  private static func step(_ byte: UInt8, braces: Int, quote: Quote, at index: Int) -> State {
    switch (quote, byte) {
    case (.escape, _): .insideFirst(braces: braces, quote: .inside)
    case (.inside, UInt8(ascii: "\\")): .insideFirst(braces: braces, quote: .escape)
    case (.inside, UInt8(ascii: "\"")): .insideFirst(braces: braces, quote: .outside)
    case (.inside, _): .insideFirst(braces: braces, quote: .inside)
    case (.outside, UInt8(ascii: "\"")): .insideFirst(braces: braces, quote: .inside)
    case (.outside, UInt8(ascii: "{")): .insideFirst(braces: braces + 1, quote: .outside)
    case (.outside, UInt8(ascii: "}")) where braces == 1: .afterFirst(end: index + 1, hasLineBreak: false)
    case (.outside, UInt8(ascii: "}")): .insideFirst(braces: braces - 1, quote: .outside)
    case (.outside, _): .insideFirst(braces: braces, quote: .outside)
    }
  }

  private mutating func takeFirstLine(upTo end: Int) throws(Fault) -> [UInt8] {
    state = .decided(.line)
    return try take(upTo: end, next: end)
  }

  private mutating func take(upTo end: Int, next: Int) throws(Fault) -> [UInt8] {
    guard end - start <= maximumBytes else { throw .tooLarge }
    let message = Array(buffer[start..<end])
    start = next
    scanned = next
    if start == buffer.count {
      // An idle connection holds no buffer.
      buffer = []
      start = 0
      scanned = 0
    }
    return message
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...10).contains(byte) || byte == 13
  }
}
