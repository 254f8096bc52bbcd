/// One line of a screen, made of pieces that look different, with its width known.
///
/// Texts from outside are made safe as `DisplayText` does.
package struct StyledLine: Equatable, Sendable {
  private struct Piece: Equatable {
    var text: String
    var style: TextStyle
  }

  private var pieces: [Piece] = []
  /// How many cells it takes.
  package private(set) var width = 0

  package init() {}

  /// A line of one text.
  package init(_ text: String, _ style: TextStyle = .plain) { append(text, style) }

  /// Adds a text that is ours: it is taken as it is.
  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style))
    width += text.reduce(0) { $0 + $1.cells }
  }

  /// Adds a text from outside in at most `cells` cells. The code points `marked` (of the text as it came) look as
  /// `mark` says, the others as `style` does.
  package mutating func append(
    foreign text: String, within cells: Int = .max, _ style: TextStyle = .plain, marked: [Range<Int>] = [],
    _ mark: TextStyle = .plain
  ) {
    let safe = DisplayText(text, marked: marked)
    var room = cells
    var line = StyledLine()
    let isCut = safe.width > cells
    for (character, isMarked) in safe.characters {
      room -= character.cells
      guard room >= (isCut ? 1 : 0) else { break }
      line.append(String(character), isMarked ? mark : style)
    }
    if isCut, cells > 0 { line.append("…", style) }
    // Isolated, so that a text from right to left leaves its neighbours where they are.
    let isRightToLeft = safe.text.unicodeScalars.contains(where: \.isRightToLeft)
    if isRightToLeft { pieces.append(Piece(text: "\u{2068}", style: .plain)) }
    append(line)
    if isRightToLeft { pieces.append(Piece(text: "\u{2069}", style: .plain)) }
  }

  /// Adds another line's pieces.
  package mutating func append(_ line: StyledLine) {
    pieces += line.pieces
    width += line.width
  }

  /// Adds blanks until it takes this many cells.
  package mutating func pad(to cells: Int, _ style: TextStyle = .plain) {
    if width < cells { append(String(repeating: " ", count: cells - width), style) }
  }

  /// The line on a background, as escape sequences and text; without `colour` as text alone.
  package func rendered(on background: TextStyle = .plain, inColour: Bool) -> String {
    var output = ""
    var merged: [Piece] = []
    for piece in pieces {
      let style = background.with(piece.style)
      if let last = merged.last, last.style == style {
        merged[merged.count - 1].text += piece.text
      } else {
        merged.append(Piece(text: piece.text, style: style))
      }
    }
    for piece in merged {
      let isPlain = !inColour || piece.style == .plain
      output += isPlain ? piece.text : "\u{1B}[\(piece.style.parameters)m\(piece.text)\u{1B}[0m"
    }
    return output
  }
}
