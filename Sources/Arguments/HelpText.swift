extension Program {
  /// The help of the program, or of one of its commands, at most 80 columns wide.
  func helpText(for command: Command?) -> String {
    var sections: [String] = []
    let operands = command?.operands ?? self.operands
    var usage = ["Usage:", name, command?.name ?? "[OPTION]..."].joined(separator: " ")
    if command != nil { usage += " [OPTION]..." }
    if command == nil, !commands.isEmpty { usage += needsCommand ? " COMMAND" : " [COMMAND]" }
    sections.append(([usage] + operands.map(\.usage)).joined(separator: " "))
    sections.append(wrapped(command?.summary ?? summary).joined(separator: "\n"))
    if !operands.isEmpty { sections.append(table("Arguments", operands.map { ($0.name, $0.help) })) }
    if let command {
      if !command.options.isEmpty { sections.append(table("Options", command.options.map(row))) }
      sections.append(table("Common options", options.map(row)))
    } else {
      if !commands.isEmpty { sections.append(table("Commands", commands.map { ($0.name, $0.summary) })) }
      sections.append(table("Options", (optionsWithoutCommand + options).map(row)))
    }
    let details = command?.details ?? self.details
    if !details.isEmpty { sections.append(details) }
    return sections.joined(separator: "\n\n")
  }

  private func row(_ option: any ArgumentDeclaration) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.placeholder.map { option.implied == nil ? " \($0)" : "[=\($0)]" } ?? ""
    return ("\(short)--\(option.name)\(value)", option.help)
  }

  private func table(_ title: String, _ rows: [(String, String)]) -> String {
    let column = min(rows.map(\.0.count).max() ?? 0, 26)
    var lines = ["\(title):"]
    for (left, right) in rows {
      var texts = wrapped(right, width: 80 - 4 - column)[...]
      if left.count <= column {
        let padding = String(repeating: " ", count: column - left.count)
        lines.append("  \(left)\(padding)  \(texts.popFirst() ?? "")")
      } else {
        lines.append("  \(left)")
      }
      lines += texts.map { String(repeating: " ", count: column + 4) + $0 }
    }
    return lines.joined(separator: "\n")
  }
}

/// The words of a text in lines of at most `width` characters; a longer word stays whole.
func wrapped(_ text: String, width: Int = 80) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    let last = lines[lines.count - 1]
    if last.isEmpty {
      lines[lines.count - 1] = String(word)
    } else if last.count + 1 + word.count <= width {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
