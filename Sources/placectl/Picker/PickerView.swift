import Terminal

/// Draws a picker: its model as lines of a screen.
struct PickerView {
  /// What is drawn.
  struct Frame: Equatable {
    /// From the top; none is wider than the screen.
    var lines: [String] = []
    /// Which row of the model each line shows.
    var rows: [Int?] = []
    /// Where the cursor stands, from 0.
    var cursor = (row: 0, column: 0)
    /// How many rows of the model there is room for.
    var page = 0

    static func == (a: Frame, b: Frame) -> Bool {
      a.lines == b.lines && a.rows == b.rows && a.cursor == b.cursor
    }
  }

  let theme: PickerTheme
  let isColoured: Bool
  /// Whether the terminal shows more than ASCII.
  let hasUnicode: Bool

  private static let title = "Which place is this?"
  private static let placeholder = "Type to search"
  private static let hint = "Enter chooses, Esc cancels"
  /// Cells of the bar of a likelihood of 1.
  private static let barCells = 10

  /// A frame of a screen of `height` lines and `width` cells. `turn` counts while the picker is busy.
  func frame(_ model: PickerModel, height: Int, width: Int, turn: Int) -> Frame {
    var frame = Frame()
    let width = max(width, 4)
    // Small screens have the rows and what is typed.
    let hasBar = height >= 5
    let hasSeparator = height >= 7
    let hasFoot = height >= 4
    if hasBar { add(&frame, bar(model, width, turn), theme[.bar]) }
    let (input, column) = input(model, width)
    frame.cursor = (frame.lines.count, column)
    add(&frame, input)
    if hasSeparator {
      add(&frame, StyledLine(String(repeating: hasUnicode ? "─" : "-", count: width), theme[.separator]))
    }
    frame.page = max(height - frame.lines.count - (hasFoot ? 1 : 0), 0)
    addRows(&frame, model, width)
    let end = height - (hasFoot ? 1 : 0)
    while frame.lines.count < end { add(&frame, StyledLine()) }
    if hasFoot { add(&frame, foot(model, width)) }
    return frame
  }

  private func add(
    _ frame: inout Frame, _ line: StyledLine, _ background: TextStyle = .plain, row: Int? = nil
  ) {
    frame.lines.append(line.rendered(on: background, inColour: isColoured))
    frame.rows.append(row)
  }

  // MARK: - Lines

  private func bar(_ model: PickerModel, _ width: Int, _ turn: Int) -> StyledLine {
    let signs = Array(hasUnicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    let busy = model.isBusy ? String(signs[turn % signs.count]) : ""
    var line = StyledLine()
    line.append(foreign: PickerView.title, within: width - 2)
    line.pad(to: width - (busy.isEmpty ? 0 : 1))
    line.append(busy, theme[.busy])
    return line
  }

  /// What was typed, the end of it if it is too long, and the cursor's column.
  private func input(_ model: PickerModel, _ width: Int) -> (StyledLine, Int) {
    var line = StyledLine("> ", theme[.input])
    let room = width - line.width - 1
    if model.editor.characters.isEmpty {
      line.append(foreign: PickerView.placeholder, within: room, theme[.placeholder])
      return (line, 2)
    }
    var start = 0
    func cells(_ range: Range<Int>) -> Int { DisplayText(String(model.editor.characters[range])).width }
    while start < model.editor.cursor, cells(start..<model.editor.cursor) > room { start += 1 }
    var end = model.editor.cursor
    while end < model.editor.characters.count, cells(start..<(end + 1)) <= room { end += 1 }
    // Blanks at the ends count here, so the text is ours: it came from the keys, without control characters.
    let shown = String(
      model.editor.characters[start..<end].filter { DisplayText(String($0)).width > 0 || $0 == " " })
    line.append(shown, theme[.input])
    let before = StyledLine(String(model.editor.characters[start..<model.editor.cursor]))
    return (line, 2 + before.width)
  }

  private func addRows(_ frame: inout Frame, _ model: PickerModel, _ width: Int) {
    let items = model.items
    // The rows around the selected one, with as little scrolling as shows it.
    let first = max(0, min(model.selected - frame.page + 1, items.count - frame.page))
    let start = model.selected < frame.page ? 0 : first
    for index in items.indices.dropFirst(start).prefix(frame.page) {
      let isSelected = index == model.selected
      var line = row(items[index], width, isSelected)
      line.pad(to: width)
      add(&frame, line, isSelected ? theme[.row].with(theme[.selection]) : theme[.row], row: index)
    }
    let room = frame.page - min(items.count, frame.page)
    for (text, style) in notes(model, hasRows: !items.isEmpty).prefix(room) {
      for wrapped in wrappedLines(text, width: width - 2).prefix(room) {
        add(&frame, StyledLine("  " + wrapped, theme[style]))
      }
    }
  }

  /// What is said below the rows, or where there are none.
  private func notes(_ model: PickerModel, hasRows: Bool) -> [(String, PickerTheme.Part)] {
    if model.query.isEmpty { return model.likelyNote.isEmpty ? [] : [(model.likelyNote, .secondary)] }
    switch model.found {
    case .nothing: return [("Searching", .secondary)]
    case .items: return hasRows ? [] : [("Nothing found.", .secondary)]
    case .trouble(let trouble):
      return [(trouble.message, .retry)] + (trouble.isRetryable ? [("Ctrl-R tries again.", .retry)] : [])
    }
  }

  private func row(_ item: PickerItem, _ width: Int, _ isSelected: Bool) -> StyledLine {
    var line = StyledLine(isSelected ? "> " : "  ", theme[.icon])
    if theme.hasIcons { line.append(icon(item.kind) + " ", theme[.icon]) }
    let figures = figures(item, width)
    let room = max(width - line.width - (figures.width > 0 ? figures.width + 1 : 0), 1)
    let start = line.width
    line.append(
      foreign: item.primary, within: room, theme[.primary], marked: item.primaryMatches, theme[.match])
    let left = room - (line.width - start) - 2
    if left >= 4, !item.secondary.isEmpty {
      line.append("  ")
      line.append(
        foreign: item.secondary, within: left, theme[.secondary], marked: item.secondaryMatches, theme[.match]
      )
    }
    line.pad(to: width - figures.width)
    line.append(figures)
    return line
  }

  /// Likelihood and distance, in columns of their own; less of them where there is little room.
  private func figures(_ item: PickerItem, _ width: Int) -> StyledLine {
    var line = StyledLine()
    if let likelihood = item.likelihood {
      if width >= 60 { line.append(likelihoodBar(likelihood) + " ", theme[.likelihood]) }
      line.append(right(Wording.percent(likelihood), 5))
    }
    if width >= 40, let distance = item.distance {
      line.append(right(Wording.distance(distance), item.likelihood == nil ? 0 : 9), theme[.secondary])
    }
    return line
  }

  private func right(_ text: String, _ cells: Int) -> String {
    String(repeating: " ", count: max(cells - text.count, 0)) + text
  }

  private func likelihoodBar(_ likelihood: Double) -> String {
    guard likelihood.isFinite else { return String(repeating: " ", count: PickerView.barCells) }
    let eighths = Int((min(max(likelihood, 0), 1) * Double(PickerView.barCells * 8)).rounded())
    var bar = String(repeating: hasUnicode ? "█" : "#", count: eighths / 8)
    if hasUnicode, eighths % 8 > 0 { bar.append(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1]) }
    return bar + String(repeating: " ", count: PickerView.barCells - bar.count)
  }

  private func icon(_ kind: PickerItem.Kind) -> String {
    switch kind {
    case .place: hasUnicode ? "•" : "*"
    case .address: hasUnicode ? "⌂" : "#"
    case .street: hasUnicode ? "═" : "="
    case .settlement: hasUnicode ? "▣" : "@"
    }
  }

  private func foot(_ model: PickerModel, _ width: Int) -> StyledLine {
    var line = StyledLine()
    let hint = PickerView.hint
    let source = model.attributions.joined(separator: ", ")
    // Where the data comes from has to be shown; how to go on need not.
    let hasHint = DisplayText(source).width + 2 + hint.count <= width
    line.append(foreign: source, within: width, theme[.attribution])
    if hasHint {
      line.pad(to: width - hint.count)
      line.append(hint, theme[.attribution])
    }
    return line
  }
}
