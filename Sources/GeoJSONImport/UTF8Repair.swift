/// Makes a stream of bytes UTF-8: what is none becomes U+FFFD, so that one bad name does not end an import.
struct UTF8Repair {
  /// How many chunks' worth of bytes had to be replaced, counted in characters.
  private(set) var replaced = 0
  /// The beginning of a character whose rest is in the next chunk.
  private var begun: [UInt8] = []

  /// The next bytes, repaired. An empty chunk ends the stream, and what it had begun.
  mutating func repair(_ chunk: [UInt8]) -> [UInt8] {
    var bytes = begun.isEmpty ? chunk : begun + chunk
    begun = []
    if !chunk.isEmpty {
      let count = UTF8Repair.unfinishedTail(of: bytes)
      begun = Array(bytes.suffix(count))
      bytes.removeLast(count)
    }
    if (try? UTF8Span(validating: bytes.span)) != nil { return bytes }
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    replaced += UTF8Repair.replacements(in: repaired) - UTF8Repair.replacements(in: bytes)
    return repaired
  }

  /// The number of bytes at the end that begin a character and wait for its rest.
  private static func unfinishedTail(of bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  private static func replacements(in bytes: [UInt8]) -> Int {
    let mark: [UInt8] = [0xEF, 0xBF, 0xBD]
    guard bytes.count >= mark.count else { return 0 }
    return (0...bytes.count - mark.count).count {
      bytes[$0] == mark[0] && bytes[$0 + 1] == mark[1] && bytes[$0 + 2] == mark[2]
    }
  }
}
