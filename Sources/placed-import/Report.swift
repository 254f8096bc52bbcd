import Glibc

/// Lines on standard error: what the import is at, and what went wrong.
enum Report {
  static func line(_ text: String) { self.text(ShownText.lines(text) + "\n") }

  /// A result, on standard output.
  static func result(_ text: String) { print(ShownText.lines(text)) }

  /// A text that need not end a line, with what it does to the terminal.
  static func text(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
