/// A line of text that is being typed, with a cursor, edited as shells do.
package struct LineEditor: Equatable, Sendable {
  /// What has been typed.
  package var text: String { String(characters) }
  /// How many characters are before the cursor.
  package private(set) var cursor: Int
  package private(set) var characters: [Character]

  /// Characters of the longest text; what goes beyond is not taken.
  private static let limit = 256

  package init(_ text: String = "") {
    characters = Array(text.prefix(LineEditor.limit))
    cursor = characters.count
  }

  /// Does what a key means for the line; false for keys that mean nothing to it.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .backspace: remove(from: max(0, cursor - 1), to: cursor)
    case .delete, .control("d"): remove(from: cursor, to: min(cursor + 1, characters.count))
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(cursor + 1, characters.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: characters.count)
    case .control("w"): remove(from: wordStart, to: cursor)
    default: return false
    }
    return true
  }

  private mutating func insert(_ raw: String) {
    // Combining characters join what is before the cursor, so the line is made anew from text.
    let before = String(characters[..<cursor]) + raw.filter { !$0.isNewline }
    let whole = before + String(characters[cursor...])
    characters = Array(whole.prefix(LineEditor.limit))
    cursor = min(before.count, characters.count)
  }

  private mutating func remove(from start: Int, to end: Int) {
    characters.removeSubrange(start..<end)
    cursor = start
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }
}
