/// How a piece of text looks: parameters of the terminal's SGR sequence (ECMA-48 8.3.117).
package struct TextStyle: Equatable, Sendable {
  /// The parameters, separated by semicolons; empty for plain.
  package let parameters: String

  package static let plain = TextStyle(parameters: "")

  private init(parameters: String) { self.parameters = parameters }

  /// A style in words: `bold`, `dim`, `italic`, `underline`, `reverse`, `plain`, and colours, with `on-` for the background:
  /// the eight names, `bright-` ones, 0 to 255, or `#rrggbb`. Nil if a word is none of these.
  package init?(_ words: String) {
    var found: [String] = []
    for word in words.split(separator: " ") {
      guard let parameter = TextStyle.parameter(String(word)) else { return nil }
      if !parameter.isEmpty { found.append(parameter) }
    }
    self.init(parameters: found.joined(separator: ";"))
  }

  /// Both styles; what the other says comes last and wins.
  package func with(_ other: TextStyle) -> TextStyle {
    TextStyle(parameters: [parameters, other.parameters].filter { !$0.isEmpty }.joined(separator: ";"))
  }

  private static let attributes = [
    "plain": "", "bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7",
  ]
  private static let colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  private static func parameter(_ word: String) -> String? {
    if let attribute = attributes[word] { return attribute }
    let isBackground = word.hasPrefix("on-")
    let name = isBackground ? String(word.dropFirst(3)) : word
    let first = isBackground ? 40 : 30
    if let index = colours.firstIndex(of: name) { return "\(first + index)" }
    if name.hasPrefix("bright-"), let index = colours.firstIndex(of: String(name.dropFirst(7))) {
      return "\(first + 60 + index)"
    }
    if let number = UInt8(name) { return "\(first + 8);5;\(number)" }
    guard name.hasPrefix("#"), name.utf8.count == 7, let value = UInt32(name.dropFirst(), radix: 16) else {
      return nil
    }
    return "\(first + 8);2;\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)"
  }
}
