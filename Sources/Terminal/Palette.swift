/// How a piece of text is to stand out.
package enum Style: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

/// Styles as escape sequences, or as nothing where colour is not wanted.
package struct Palette: Equatable, Sendable {
  /// Whether there is any colour.
  package let isColoured: Bool

  package init(isColoured: Bool) { self.isColoured = isColoured }

  /// Colour for terminals that can show it, unless NO_COLOR (https://no-color.org) asks for none.
  package init(isTerminal: Bool, environment: [String: String]) {
    let terminal = environment["TERM", default: ""]
    let refused = !environment["NO_COLOR", default: ""].isEmpty
    isColoured = isTerminal && !refused && !terminal.isEmpty && terminal != "dumb"
  }

  /// The text in a style; it must be safe to print.
  package func apply(_ style: Style, to text: String) -> String {
    guard isColoured, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
