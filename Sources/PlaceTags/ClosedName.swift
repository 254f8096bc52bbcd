/// Tells from a name alone that a place is closed for good: `Blue Door (permanently closed)`, `CLOSED - Blue Door`.
///
/// Only words that stand apart, in brackets or behind a dash or colon, count: `The Closed Shop` is a pub.
package enum ClosedName {
  package static func says(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    var open: String.Index?
    var separators: (first: String.Index, last: String.Index)?
    for (index, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "(", "[", "（", "【": open = scalars.index(after: index)
      case ")", "]", "）", "】":
        if let open, isSign(scalars[open..<index]) { return true }
      case "-", "–", "—", ":": separators = (separators?.first ?? index, index)
      default: continue
      }
    }
    guard let separators else { return false }
    if isSign(scalars[..<separators.first]) { return true }
    // A blank at least: `up-closed` is a word.
    let rest = scalars[scalars.index(after: separators.last)...]
    return rest.first == " " && isSign(rest)
  }

  private static func isSign(_ text: Substring.UnicodeScalarView) -> Bool {
    // No longer than the longest of them in bytes.
    let trimmed = Substring(text).trimmed
    return trimmed.utf8.count <= 40 && signs.contains(trimmed.lowercased())
  }

  private static let signs: Set<String> = [
    "closed", "permanently closed", "closed permanently", "now closed", "closed down", "out of business",
    "geschlossen", "dauerhaft geschlossen", "fermé", "définitivement fermé", "fermé définitivement",
    "cerrado", "cerrado permanentemente", "cerrado definitivamente", "chiuso", "chiuso definitivamente",
    "gesloten", "permanent gesloten", "fechado", "fechado permanentemente", "閉店", "閉業",
  ]
}
