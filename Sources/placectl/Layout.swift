import Terminal

/// What lines are made for.
struct Layout {
  var width = Screen.usualWidth
  var palette = Palette(isColoured: false)

  /// A head with lines beside it, in a column of their own. If a word does not fit into that, a path for instance, the
  /// lines are below the head, where there is more room. `wrapped` makes them for a width.
  func lines(head: String, headWidth: Int, column: Int, beside wrapped: (Int) -> [String]) -> [String] {
    let room = width - column
    let texts = wrapped(room)
    let widths = texts.map { text in text.prefix { $0 == " " }.count + DisplayText(text).width }
    if widths.contains(where: { $0 > room }) {
      return [head] + wrapped(width - 2).map { "  " + $0 }
    }
    let padding = String(repeating: " ", count: max(column - headWidth, 1))
    let blanks = String(repeating: " ", count: column)
    return texts.enumerated().map { $0 == 0 ? head + padding + $1 : blanks + $1 }
  }
}
