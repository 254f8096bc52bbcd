/// Makes keys of the bytes that a terminal sends (ECMA-48 control sequences as xterm uses them, SGR mouse reports,
/// bracketed paste).
///
/// Sequences may come in pieces. What begins with ESC and may be either a key or the beginning of a sequence waits
/// (`isWaiting`) until more comes or `flush` says that nothing will. Unknown sequences are dropped whole.
package struct KeyDecoder {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?

  /// Bytes of the longest sequence; what is longer is none.
  private static let longest = 64
  /// Bytes of a paste that are kept.
  private static let pasteLimit = 4096

  package init() {}

  /// Whether bytes are held back that may turn out to be a key of their own.
  package var isWaiting: Bool { !pending.isEmpty && pasted == nil }

  /// Takes bytes and gives the keys that are complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      pending.removeFirst(length)
      guard let key else { continue }
      // Characters that came together are one text: a burst of typing asks for one search.
      if case .text(let more) = key, case .text(let before)? = keys.last {
        keys[keys.count - 1] = .text(before + more)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// What was held back, now that nothing has followed: the Esc key, or the first byte of something broken.
  package mutating func flush() -> [Key] {
    guard isWaiting, let first = pending.first else { return [] }
    pending.removeFirst()
    return (first == 0x1B ? [.escape] : []) + feed([])
  }

  /// The first key of what is pending and its length; no key for what means nothing. Nil if more must come.
  private mutating func next() -> (Key?, Int)? {
    if pasted != nil { return nextOfPaste() }
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (Key?, Int)? {
    let length =
      switch first {
      case 0x20..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > 0 else { return (nil, 1) }
    let bytes = pending.prefix(length)
    guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { return (nil, 1) }
    return (.text(text), length)
  }

  private mutating func sequence() -> (Key?, Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return (KeyDecoder.key(final: pending[2], parameters: []), 3)
    case 0x1B: return (.escape, 1)
    // Alt with a key: the key counts, Alt does not.
    default: return (nil, 1)
    }
  }

  private mutating func controlSequence() -> (Key?, Int)? {
    guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pending.count > KeyDecoder.longest ? (nil, 1) : nil
    }
    let body = pending[2..<end]
    if body.first == UInt8(ascii: "<") {
      return (KeyDecoder.mouse(body.dropFirst(), final: pending[end]), end + 1)
    }
    let parameters = KeyDecoder.numbers(body)
    if pending[end] == UInt8(ascii: "~"), parameters.first == 200 { pasted = [] }
    return (KeyDecoder.key(final: pending[end], parameters: parameters), end + 1)
  }

  /// Pasted text up to the sign of its end, as one text on one line.
  private mutating func nextOfPaste() -> (Key?, Int)? {
    let end = Array("\u{1B}[201~".utf8)
    let starts = 0...max(0, pending.count - end.count)
    guard let start = starts.first(where: { pending[$0...].starts(with: end) }) else {
      // The sign may have come in part.
      let taken = max(0, pending.count - end.count)
      let room = KeyDecoder.pasteLimit - min(pasted?.count ?? 0, KeyDecoder.pasteLimit)
      pasted?.append(contentsOf: pending.prefix(min(taken, room)))
      pending.removeFirst(taken)
      return nil
    }
    let bytes = (pasted ?? []) + pending[..<start]
    pasted = nil
    let text = DisplayText(String(decoding: bytes.prefix(KeyDecoder.pasteLimit), as: UTF8.self)).text
    return (text.isEmpty ? nil : .text(text), start + end.count)
  }

  private static func numbers(_ body: ArraySlice<UInt8>) -> [Int] {
    body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? -1
    }
  }

  private static func key(final: UInt8, parameters: [Int]) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "~"):
      switch parameters.first {
      case 1, 7: .home
      case 3: .delete
      case 4, 8: .end
      case 5: .pageUp
      case 6: .pageDown
      default: nil
      }
    default: nil
    }
  }

  private static func mouse(_ body: ArraySlice<UInt8>, final: UInt8) -> Key? {
    let parameters = numbers(body)
    guard parameters.count == 3, final == UInt8(ascii: "M") else { return nil }
    return switch parameters[0] {
    case 0 where parameters[1] > 0 && parameters[2] > 0:
      .click(row: parameters[2] - 1, column: parameters[1] - 1)
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }
}
