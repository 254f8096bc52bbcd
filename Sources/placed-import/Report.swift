import Glibc

/// Lines on standard error: what the import is at, and what went wrong.
enum Report {
  static func line(_ text: String) { self.text("\(text)\n") }

  /// A text that need not end a line.
  static func text(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
