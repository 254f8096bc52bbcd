import Terminal

/// Puts the frames of a picker on the terminal: on a screen of their own, or on some lines below the cursor.
final class PickerScreen {
  private let terminal: InteractiveTerminal
  /// Lines of a picker that does not take the whole screen.
  private let inlineRows: Int?
  private let hasMouse: Bool
  /// On which of the lines the cursor was left.
  private var cursorRow = 0

  init(_ terminal: InteractiveTerminal, inlineRows: Int?, hasMouse: Bool) {
    self.terminal = terminal
    self.inlineRows = inlineRows
    self.hasMouse = hasMouse && inlineRows == nil
  }

  /// How large the next frame should be.
  var size: (height: Int, width: Int) {
    let size = terminal.size
    return (min(inlineRows ?? size.rows, size.rows), size.columns)
  }

  // Alternate screen (1049), bracketed paste (2004), mouse buttons (1000) in SGR form (1006): xterm's control sequences.
  func enter() throws(TerminalError) {
    let screen = inlineRows == nil ? ("\u{1B}[?1049h", "\u{1B}[?1049l") : ("", "\r\u{1B}[J")
    let mouse = hasMouse ? ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l") : ("", "")
    cursorRow = 0
    try terminal.enter(
      begin: screen.0 + "\u{1B}[?2004h" + mouse.0, end: mouse.1 + "\u{1B}[?2004l\u{1B}[?25h" + screen.1)
  }

  /// Gives the terminal back, without a trace of the picker.
  func leave() {
    if inlineRows != nil { terminal.write(top) }
    terminal.leave()
    cursorRow = 0
  }

  /// Moves to the first line.
  private var top: String {
    if inlineRows == nil { return "\u{1B}[H" }
    return "\r" + (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "")
  }

  /// Draws a frame over the last one, in one write.
  func show(_ frame: PickerView.Frame) {
    var output = "\u{1B}[?25l" + top
    output += frame.lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    output += "\u{1B}[J"
    let up = frame.lines.count - 1 - frame.cursor.row
    if up > 0 { output += "\u{1B}[\(up)A" }
    output += "\r" + (frame.cursor.column > 0 ? "\u{1B}[\(frame.cursor.column)C" : "") + "\u{1B}[?25h"
    cursorRow = frame.cursor.row
    terminal.write(output)
  }

  /// Forgets what is on the screen, after something else has written to it or it has another size.
  func clear() {
    terminal.write(inlineRows == nil ? "\u{1B}[2J" : top + "\u{1B}[J")
    cursorRow = 0
  }
}
