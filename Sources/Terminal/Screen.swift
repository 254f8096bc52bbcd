import Glibc

/// What there is to know about the terminal that a descriptor leads to.
package struct Screen: Equatable, Sendable {
  /// Whether it is a terminal at all.
  package let isTerminal: Bool
  /// How many cells a line has.
  package let width: Int

  /// What lines are made for if there is no terminal to fit.
  package static let usualWidth = 80

  /// A screen of known properties.
  package init(isTerminal: Bool, width: Int) {
    self.isTerminal = isTerminal
    self.width = width
  }

  /// Asks the terminal behind a descriptor (`isatty`, `TIOCGWINSZ`).
  package init(descriptor: Int32) {
    var size = winsize()
    isTerminal = isatty(descriptor) == 1
    let known = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = known ? Int(size.ws_col) : Screen.usualWidth
  }
}
