extension Unicode.Scalar {
  /// How many cells of a terminal this takes: 0 for marks and invisible ones, 2 for wide ones, else 1.
  /// The same everywhere: no locale has a say, and characters of ambiguous width are narrow.
  var cells: Int {
    if value >= 0x20, value < 0x7F { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator, .surrogate:
      return 0
    default:
      break
    }
    // Vowels and finals of Hangul join the wide first letter before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if properties.isEmojiPresentation { return 2 }
    return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// East_Asian_Width W or F without Emoji_Presentation (Unicode 15.0, EastAsianWidth.txt); gaps that are
  /// unassigned, or decided before this table is asked, are bridged.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  /// Whether this is written from right to left, or is a digit of such a script (Unicode 15.0,
  /// Bidi_Class R, AL and AN, as blocks).
  var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

extension Character {
  /// How many cells of a terminal this takes.
  var cells: Int {
    let scalars = unicodeScalars
    guard scalars.count > 1, let first = scalars.first else { return scalars.first?.cells ?? 0 }
    // Flags, families, skin tones and signs shown as pictures (U+FE0F) are one picture of two cells.
    let isPicture = scalars.contains {
      $0.value == 0xFE0F || $0.properties.isEmojiPresentation || $0.properties.isEmojiModifier
    }
    if isPicture, first.properties.isEmoji { return 2 }
    return scalars.reduce(0) { $0 + $1.cells }
  }
}
