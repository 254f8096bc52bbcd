/// Rows of texts in columns that line up whatever script they are in.
package struct TextTable: Sendable {
  /// One column.
  package struct Column: Sendable {
    /// Which side texts are pushed to.
    package enum Alignment: Sendable {
      case left, right
    }

    let alignment: Alignment
    let minimum: Int?

    /// Declares a column. With a `minimum` it may be narrowed to this many cells for the table to fit.
    package init(_ alignment: Alignment = .left, narrowedTo minimum: Int? = nil) {
      self.alignment = alignment
      self.minimum = minimum
    }
  }

  /// One text of a row.
  package struct Cell: Sendable {
    let text: DisplayText
    let style: Style

    package init(_ text: String, _ style: Style = .plain) {
      self.text = DisplayText(text)
      self.style = style
    }
  }

  let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; cells that are missing at its end are empty.
  package mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows as lines of at most `width` cells, as far as the columns may be narrowed.
  package func lines(width: Int, palette: Palette) -> [String] {
    let widths = columnWidths(within: width)
    return rows.map { row in
      var line = ""
      for (index, column) in columns.enumerated() where widths[index] > 0 {
        let cell = index < row.count ? row[index] : Cell("")
        let text = cell.text.truncated(to: widths[index])
        let padding = String(repeating: " ", count: widths[index] - text.width)
        let shown = palette.apply(cell.style, to: text.isolated)
        line += column.alignment == .left ? shown + padding : padding + shown
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The widest text of each column, then the widest columns narrowed until the table fits.
  private func columnWidths(within width: Int) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(0) { max($0, index < $1.count ? $1[index].text.width : 0) }
    }
    var excess = widths.reduce(0, +) + 2 * max(widths.count { $0 > 0 } - 1, 0) - width
    while excess > 0 {
      let narrowable = columns.indices.filter { index in
        columns[index].minimum.map { widths[index] > $0 } ?? false
      }
      guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
