/// What holds for a key, and who said so.
package struct EffectiveValue: Equatable, Sendable {
  /// Where a value comes from.
  package enum Origin: Equatable, Sendable, CustomStringConvertible {
    case builtIn
    case file(String, line: Int)
    /// An option of the command line, such as `--gpsd`.
    case option(String)

    package var description: String {
      switch self {
      case .builtIn: "default"
      case .file(let file, let line): "\(file):\(line)"
      case .option(let option): option
      }
    }
  }

  package let section: String
  package let key: String
  /// As a file would have it.
  package let value: String
  package let origin: Origin
}

extension [EffectiveValue] {
  /// A line for each key under its section, with where the value comes from beside it.
  package var text: String {
    let lines = map { "\($0.key)=\($0.value)" }
    // Long values push only their own line's origin aside.
    let width = lines.map(\.count).filter { $0 <= 44 }.max() ?? 0
    var text = ""
    var section = ""
    for (line, value) in zip(lines, self) {
      if value.section != section { text += (text.isEmpty ? "" : "\n") + "[\(value.section)]\n" }
      section = value.section
      text += line + String(repeating: " ", count: Swift.max(0, width - line.count)) + "  \(value.origin)\n"
    }
    return text
  }
}
