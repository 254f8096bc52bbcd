/// Foreign text for messages: names of files, what is in them.
///
/// Characters that move the cursor, colour the screen or reorder their neighbours are shown as U+FFFD.
enum ShownText {
  /// Text on one line.
  static func line(_ text: String) -> String { lines(text).replacing("\n") }

  /// Text whose line breaks are ours.
  static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    // Controls; separators of lines; marks, embeddings and isolates of direction.
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  fileprivate func replacing(_ lineBreak: Unicode.Scalar) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == lineBreak ? "\u{FFFD}" : $0 }))
  }
}
