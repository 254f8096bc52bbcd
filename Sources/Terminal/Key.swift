/// What a user did at a terminal.
package enum Key: Equatable, Sendable {
  /// One character as a person sees it, or several that were typed or pasted at once.
  case text(String)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// The first mouse button pressed; row and column count from 0.
  case click(row: Int, column: Int)
  case wheelUp, wheelDown
}
