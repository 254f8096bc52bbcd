extension PlaceName {
  /// Names as lines of `key=text`: how they are kept in files; nil for none.
  package static func text(of names: [PlaceName]) -> String? {
    names.isEmpty ? nil : names.map { "\($0.key)=\($0.text.onOneLine)" }.joined(separator: "\n")
  }

  /// The names in such lines; a line without a key is left out.
  package static func names(in text: String) -> [PlaceName] {
    text.split(separator: "\n").compactMap { line in
      guard let equals = line.firstIndex(of: "="), equals > line.startIndex else { return nil }
      return PlaceName(key: String(line[..<equals]), text: String(line[line.index(after: equals)...]))
    }
  }
}

extension String {
  /// The text with blanks for line feeds.
  fileprivate var onOneLine: String {
    guard utf8.contains(UInt8(ascii: "\n")) else { return self }
    return String(decoding: utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
