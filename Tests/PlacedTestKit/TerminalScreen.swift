/// What a terminal would show for what a program wrote: enough of xterm for one that draws lines and moves the cursor.
package struct TerminalScreen {
  package private(set) var lines: [String]
  package private(set) var cursor = (row: 0, column: 0)
  /// Modes that are on, by their numbers: 1049 the other screen, 2004 bracketed paste, 1000 the mouse.
  package private(set) var modes: Set<Int> = []
  private var cells: [[Character]]
  private let columns: Int
  /// The screen that comes back when the other one is left.
  private var saved: (cells: [[Character]], cursor: (row: Int, column: Int))?

  /// What a terminal of this size shows after all of `output`.
  package init(_ output: String, rows: Int = 24, columns: Int = 80) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    lines = []
    var rest = Substring(output)
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.first == "[": control(&rest)
      case "\r": cursor.column = 0
      case "\n": lineFeed()
      case "\r\n":
        cursor.column = 0
        lineFeed()
      default:
        guard
          character.unicodeScalars.allSatisfy({
            $0.value >= 0x20 && !$0.properties.isDefaultIgnorableCodePoint
          })
        else { continue }
        if cursor.column < columns { cells[cursor.row][cursor.column] = character }
        cursor.column = min(cursor.column + 1, columns)
      }
    }
    lines = cells.map { row in
      var text = String(row)
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The lines that have something on them.
  package var text: String { lines.filter { !$0.isEmpty }.joined(separator: "\n") }

  private mutating func lineFeed() {
    if cursor.row + 1 < cells.count {
      cursor.row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func control(_ rest: inout Substring) {
    rest.removeFirst()
    let body = rest.prefix { !("@"..."~").contains($0) }
    rest.removeFirst(body.count)
    guard let final = rest.popFirst() else { return }
    let numbers = body.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let count = max(numbers.first ?? 1, 1)
    switch final {
    case "A": cursor.row = max(0, cursor.row - count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "H": cursor = (0, 0)
    case "K": clear(cursor.row, from: cursor.column)
    case "J":
      clear(cursor.row, from: numbers.first == 2 ? 0 : cursor.column)
      for row in cells.indices where row > cursor.row || numbers.first == 2 { clear(row, from: 0) }
    case "h", "l":
      let mode = numbers.first ?? 0
      if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
      guard mode == 1049 else { return }
      if final == "h" {
        saved = (cells, cursor)
        for row in cells.indices { clear(row, from: 0) }
        cursor = (0, 0)
      } else if let saved {
        (cells, cursor) = saved
      }
    default: break
    }
  }

  private mutating func clear(_ row: Int, from column: Int) {
    for column in min(column, columns)..<columns { cells[row][column] = " " }
  }
}
