/// A text from outside in lines of at most `width` cells; a longer word stays whole. Lines after the
/// first begin with `indent` blanks.
package func wrappedLines(_ text: String, width: Int, indent: Int = 0) -> [String] {
  var lines: [String] = []
  var (line, used) = ("", 0)
  for word in text.split(whereSeparator: \.isWhitespace).map({ DisplayText($0) }) where word.width > 0 {
    if used > 0, used + 1 + word.width > width - (lines.isEmpty ? 0 : indent) {
      lines.append(line)
      (line, used) = ("", 0)
    }
    line += (used > 0 ? " " : "") + word.text
    used += (used > 0 ? 1 : 0) + word.width
  }
  lines.append(line)
  let blanks = String(repeating: " ", count: indent)
  return lines.enumerated().map { ($0 == 0 ? "" : blanks) + DisplayText($1).isolated }
}
