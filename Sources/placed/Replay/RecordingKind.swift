/// What a recording is, by what is in it.
enum RecordingKind: Equatable {
  /// Reports of gpsd, a line each, with or without times before them, and perhaps with a receiver's sentences
  /// between them, as `gpspipe -wr` writes.
  case reports
  /// Sentences of a receiver.
  case nmea
  /// A track.
  case xml

  /// Looks at the first bytes of a file.
  init(head: [UInt8]) throws(ReplayError) {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    if RecordingKind.isUTF16(head) {
      // expat reads XML in it.
      guard head.prefix(4).contains(UInt8(ascii: "<")) else { throw .utf16 }
      self = .xml
      return
    }
    if text.first(where: { !RecordingKind.blanks.contains($0) }) == UInt8(ascii: "<") {
      self = .xml
      return
    }
    var stranger: Int?
    var hasSentences = false
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if RecordingKind.isPassedOver(line) { continue }
      if RecordingKind.holdsReport(line) {
        self = .reports
        return
      }
      if RecordingKind.isSentence(line) { hasSentences = true } else { stranger = stranger ?? index + 1 }
    }
    guard !hasSentences else {
      self = .nmea
      return
    }
    throw stranger.map { .unrecognised(line: $0) } ?? .nothing
  }

  /// Whether every other byte is 0, or the mark of UTF-16 comes first.
  private static func isUTF16(_ head: [UInt8]) -> Bool {
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
    let start = head.prefix(4).map { $0 == 0 }
    return start == [false, true, false, true] || start == [true, false, true, false]
  }

  /// Blank lines and comments.
  static func isPassedOver(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.allSatisfy(blanks.contains)
  }

  /// A sentence of a receiver (NMEA 0183) or of a ship's transponder.
  static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "!") else {
      return false
    }
    return line.dropFirst().prefix(5).count { (0x41...0x5A).contains($0) } >= 4
  }

  private static func holdsReport(_ line: ArraySlice<UInt8>) -> Bool {
    guard let brace = line.firstIndex(of: UInt8(ascii: "{")) else { return false }
    var rest = line[(brace + 1)...]
    for part in ["\"class\"", ":", "\""] {
      rest = rest.drop(while: blanks.contains)
      guard rest.starts(with: part.utf8) else { return false }
      rest = rest.dropFirst(part.utf8.count)
    }
    return true
  }

  private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
}
