/// Text from outside, made safe for one line of a terminal, with its width known.
///
/// Line breaks and tabs become blanks; other control characters, and those that change the direction of
/// text, are taken out: no name can move the cursor, colour the screen or reorder its neighbours.
package struct DisplayText: Equatable, Sendable {
  /// The safe text.
  package let text: String
  /// How many cells it takes.
  package let width: Int
  /// Which of its code points are marked; none where nothing was to be marked.
  private let marks: [Bool]

  /// Makes any text safe.
  package init(_ raw: some StringProtocol) {
    var scalars = String.UnicodeScalarView()
    var blank = false
    for scalar in raw.unicodeScalars {
      switch DisplayText.kind(of: scalar) {
      case .blank: blank = true
      case .dropped: break
      case .kept:
        if blank, !scalars.isEmpty { scalars.append(" ") }
        blank = false
        scalars.append(scalar)
      }
    }
    self.init(safe: String(scalars))
  }

  /// Makes any text safe, and tells for each character that is left whether one of its code points was `marked`
  /// (offsets of code points in the text as it came).
  init(_ raw: String, marked: [Range<Int>]) {
    var scalars = String.UnicodeScalarView()
    var marks: [Bool] = []
    var blank: Bool?
    for (offset, scalar) in raw.unicodeScalars.enumerated() {
      let isMarked = marked.contains { $0.contains(offset) }
      switch DisplayText.kind(of: scalar) {
      case .blank: blank = (blank ?? true) && isMarked
      case .dropped: break
      case .kept:
        if let blank, !scalars.isEmpty {
          scalars.append(" ")
          marks.append(blank)
        }
        blank = nil
        scalars.append(scalar)
        marks.append(isMarked)
      }
    }
    self.init(safe: String(scalars), marks: marks)
  }

  /// Each character, with whether it is marked.
  var characters: [(Character, Bool)] {
    var offset = 0
    return text.map { character in
      let end = offset + character.unicodeScalars.count
      defer { offset = end }
      return (character, marks[min(offset, marks.count)..<min(end, marks.count)].contains(true))
    }
  }

  private init(safe text: String, marks: [Bool] = []) {
    self.marks = marks
    self.text = text
    width = text.reduce(0) { $0 + $1.cells }
  }

  /// The text, cut off with an ellipsis if it takes more cells.
  package func truncated(to cells: Int) -> DisplayText {
    guard width > cells else { return self }
    var (kept, used) = ("", 0)
    for character in text {
      guard used + character.cells < cells else { break }
      kept.append(character)
      used += character.cells
    }
    while kept.last == " " { kept.removeLast() }
    return DisplayText(safe: cells > 0 ? kept + "…" : "")
  }

  /// The text, ready to be printed: if it runs from right to left it is isolated, so that it keeps its
  /// own order and leaves that of columns and digits around it alone.
  package var isolated: String {
    text.unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
  }

  private enum Kind { case kept, blank, dropped }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: .blank
    case 0x00...0x1F, 0x7F...0x9F: .dropped
    // Soft hyphen, direction marks and controls, interlinear notes, byte order mark.
    case 0xAD, 0x061C, 0x200B, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      .dropped
    default: .kept
    }
  }
}
