import Glibc

/// Lines on standard error: what the import is at, and what went wrong.
enum Report {
  static func line(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
