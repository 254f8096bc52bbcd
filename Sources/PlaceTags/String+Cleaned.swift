extension String {
  /// The text on one line: controls become blanks, byte order marks go, blanks at the ends go; nil if nothing is
  /// left. What is longer than any name or address is no such thing, and nil too.
  package var cleaned: String? {
    if utf8.count > String.longest { return nil }
    if isClean { return isEmpty ? nil : self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars where scalar != "\u{FEFF}" {
      let isControl =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      if isControl || (scalar == " " && scalars.last == " ") {
        if scalars.last != " " { scalars.append(" ") }
      } else {
        scalars.append(scalar)
      }
    }
    let blanks = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
    guard let first = scalars.firstIndex(where: { !blanks($0) }),
      let last = scalars.lastIndex(where: { !blanks($0) })
    else { return nil }
    return String(scalars[first...last])
  }

  /// Texts of more bytes are left out.
  private static let longest = 4096

  /// Whether there is nothing to clean, judged quickly: printable ASCII without blanks at the ends or in a row.
  private var isClean: Bool {
    var previous = UInt8(ascii: " ")
    for byte in utf8 {
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: " ") || previous != byte else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }
}
