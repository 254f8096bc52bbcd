/// The bytes of a text of opening hours, taken from the front: blanks, numbers, words, dashes.
struct OpeningHoursText {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { byte(0) }

  /// The byte so many further on; 0 beyond the end.
  func byte(_ offset: Int) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  mutating func skipBlanks() {
    while true {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      // A blank that does not break the line.
      case 0xC2 where byte(1) == 0xA0: position += 2
      default: return
      }
    }
  }

  /// Takes a character, without the blanks in front of it.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Takes a text of two characters or more.
  mutating func take(all text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    let isThere = text.withUTF8Buffer { wanted in
      bytes[position..<position + count].elementsEqual(wanted)
    }
    if isThere { position += count }
    return isThere
  }

  /// Takes a hyphen or a dash, and the blanks around it.
  mutating func takeDash() -> Bool {
    let before = position
    skipBlanks()
    if next == UInt8(ascii: "-") {
      position += 1
    } else if next == 0xE2, byte(1) == 0x80, (0x90...0x95).contains(byte(2)) {
      position += 3
    } else {
      position = before
      return false
    }
    skipBlanks()
    return true
  }

  /// Takes a number of up to so many digits; nil if there is none or a longer one.
  mutating func number(digits most: Int) -> Int? {
    let count = digitCount
    guard count > 0, count <= most else { return nil }
    var number = 0
    for _ in 0..<count {
      number = number * 10 + Int(next - 0x30)
      position += 1
    }
    return number
  }

  /// How many digits come next.
  var digitCount: Int {
    var count = 0
    while (0x30...0x39).contains(byte(count)) { count += 1 }
    return count
  }

  /// How many letters come next.
  var letterCount: Int {
    var count = 0
    while (0x61...0x7A).contains(byte(count) | 0x20) { count += 1 }
    return count
  }

  /// Whether so many letters come next that begin this word, in either case.
  func begins(_ word: StaticString, _ letters: Int) -> Bool {
    guard letters <= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { wanted in
      for index in 0..<letters where byte(index) | 0x20 != wanted[index] { return false }
      return true
    }
  }

  /// Whether the word that comes next is this one.
  func isWord(_ word: StaticString) -> Bool {
    let count = letterCount
    return count == word.utf8CodeUnitCount && begins(word, count)
  }

  mutating func takeWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// The weekday that comes next, from 0 for Monday; its English name from two letters on.
  var weekday: (number: Int, letters: Int)? {
    let count = letterCount
    guard count >= 2 else { return nil }
    let (first, second) = (next | 0x20, byte(1) | 0x20)
    let found: (Int, StaticString)? =
      switch (first, second) {
      case (UInt8(ascii: "m"), UInt8(ascii: "o")): (0, "monday")
      case (UInt8(ascii: "t"), UInt8(ascii: "u")): (1, "tuesday")
      case (UInt8(ascii: "w"), UInt8(ascii: "e")): (2, "wednesday")
      case (UInt8(ascii: "t"), UInt8(ascii: "h")): (3, "thursday")
      case (UInt8(ascii: "f"), UInt8(ascii: "r")): (4, "friday")
      case (UInt8(ascii: "s"), UInt8(ascii: "a")): (5, "saturday")
      case (UInt8(ascii: "s"), UInt8(ascii: "u")): (6, "sunday")
      default: nil
      }
    guard let (number, name) = found, begins(name, count) else { return nil }
    return (number, count)
  }

  /// The month that comes next, from 1; its English name from three letters on.
  var month: (number: Int, letters: Int)? {
    let count = letterCount
    guard count >= 3 else { return nil }
    for (index, name) in OpeningHoursText.months.enumerated() where begins(name, count) {
      return (index + 1, count)
    }
    return nil
  }

  private static let months: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  mutating func skip(_ count: Int) { position = min(bytes.count, position + max(0, count)) }

  /// Goes back to a position that was read before.
  mutating func goBack(to earlier: Int) { position = min(position, max(0, earlier)) }
}
