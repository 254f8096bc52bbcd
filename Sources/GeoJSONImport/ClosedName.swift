/// Tells from a name alone that a place is closed for good: `Blue Door (permanently closed)`, `CLOSED - Blue Door`.
///
/// Only words that stand apart, in brackets or behind a dash or colon, count: `The Closed Shop` is a pub.
enum ClosedName {
  static func says(_ name: String) -> Bool {
    let text = name.lowercased()
    // Most names have none of the signs.
    guard text.utf8.contains(where: { "([-:".utf8.contains($0) || $0 >= 0x80 }) else { return false }
    return words.contains { word in
      brackets.contains { text.contains("\($0.open)\(word)\($0.close)") }
        || separators.contains { separator in
          isFirst(word, in: text, before: separator) || isLast(word, in: text, behind: separator)
        }
    }
  }

  private static let words = [
    "closed", "permanently closed", "closed permanently", "now closed", "closed down", "out of business",
    "geschlossen", "dauerhaft geschlossen", "fermé", "définitivement fermé", "fermé définitivement",
    "cerrado",
    "cerrado permanentemente", "cerrado definitivamente", "chiuso", "chiuso definitivamente", "gesloten",
    "permanent gesloten", "fechado", "fechado permanentemente", "閉店", "閉業",
  ]

  private static let brackets: [(open: String, close: String)] = [
    ("(", ")"), ("[", "]"), ("（", "）"), ("【", "】"),
  ]
  private static let separators: [Character] = ["-", "–", "—", ":"]

  private static func isFirst(_ word: String, in text: String, before separator: Character) -> Bool {
    guard text.hasPrefix(word) else { return false }
    return text.dropFirst(word.count).drop { $0 == " " }.first == separator
  }

  private static func isLast(_ word: String, in text: String, behind separator: Character) -> Bool {
    guard text.hasSuffix(word) else { return false }
    let rest = text.dropLast(word.count)
    // A blank at least: `up-closed` is a word.
    return rest.last == " " && rest.last { $0 != " " } == separator
  }
}
