extension Program {
  /// Understands the arguments that follow the program's name.
  ///
  /// Options may stand anywhere before `--`: `--name value`, `--name=value`, `-n value`, `-nvalue`, and
  /// flags of one letter together.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var parser = Parser(program: self)
    return try parser.parse(arguments[...])
  }
}

/// The state of reading one command line from left to right.
struct Parser {
  let program: Program
  var command: Command?
  var parsed = ParsedArguments()

  init(program: Program) { self.program = program }

  var known: [any ArgumentDeclaration] {
    (command?.options ?? program.optionsWithoutCommand) + program.options
  }

  mutating func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Request {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try takeOperand(operand) }
        break
      } else if argument.hasPrefix("--") {
        try takeLong(argument, &rest)
      } else if argument.hasPrefix("-"), argument != "-" {
        try takeShort(argument, &rest)
      } else {
        try takeOperand(argument)
      }
    }
    if parsed[Program.help] { return .show(program.helpText(for: command)) }
    if parsed[Program.versionFlag] { return .show("\(program.name) \(program.version)") }
    try checkOperands()
    return .run(parsed)
  }

  mutating func takeLong(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = known.first(where: { $0.name == name }) else {
      if let owner = program.commands.first(where: { $0.options.contains { $0.name == name } }),
        command == nil
      {
        throw error("option '--\(name)' goes after the command, as in '\(owner.name) --\(name)'")
      }
      throw error("unknown option '--\(name)'", suggest: name, from: known.map(\.name), prefix: "--")
    }
    try take(option, as: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, &rest)
  }

  mutating func takeShort(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = known.first(where: { $0.short == letter }) else {
        throw error("unknown option '-\(letter)'")
      }
      let attached = option.placeholder == nil || letters.isEmpty ? nil : String(letters)
      try take(option, as: "-\(letter)", attached: attached, &rest)
      if attached != nil { return }
    }
  }

  mutating func take(
    _ option: any ArgumentDeclaration, as shown: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let placeholder = option.placeholder else {
      guard attached == nil else { throw error("option '\(shown)' takes no value") }
      parsed.values[option.name, default: []].append("")
      return
    }
    guard let value = attached ?? option.implied ?? rest.popFirst() else {
      throw error("option '\(shown)' needs a value: \(shown) \(placeholder)")
    }
    guard option.accepts(value) else {
      throw error("option '\(shown)': expected \(option.expected), not '\(value)'")
    }
    parsed.values[option.name, default: []].append(value)
  }

  mutating func takeOperand(_ argument: String) throws(UsageError) {
    guard command == nil, parsed.operands.isEmpty, !program.commands.isEmpty else {
      parsed.operands.append(argument)
      return
    }
    guard let found = program.commands.first(where: { $0.name == argument }) else {
      throw error("unknown command '\(argument)'", suggest: argument, from: program.commands.map(\.name))
    }
    command = found
    parsed.command = found.name
    if let option = program.optionsWithoutCommand.first(where: { parsed.values[$0.name] != nil }) {
      throw error("option '--\(option.name)' cannot be used with '\(found.name)'")
    }
  }

  func checkOperands() throws(UsageError) {
    if command == nil, program.needsCommand, !program.commands.isEmpty {
      throw error("a command is missing: " + program.commands.map(\.name).joined(separator: ", "))
    }
    var left = parsed.operands.count
    for operand in command?.operands ?? program.operands {
      switch operand.count {
      case .optional:
        left -= min(left, 1)
      case .one:
        guard left > 0 else { throw error("\(operand.name) is missing") }
        left -= 1
      case .any:
        left = 0
      case .oneOrMore:
        guard left > 0 else { throw error("\(operand.name) is missing") }
        left = 0
      }
    }
    if left > 0 { throw error("unexpected argument '\(parsed.operands[parsed.operands.count - left])'") }
  }

  func error(
    _ message: String, suggest wrong: String = "", from names: [String] = [], prefix: String = ""
  ) -> UsageError {
    let near = nearest(to: wrong, in: names)
    let whole = near.map { "\(message); did you mean '\(prefix)\($0)'?" } ?? message
    let asked = [program.name, command?.name].compactMap(\.self).joined(separator: " ")
    return UsageError(message: whole, hint: "Try '\(asked) --help'.")
  }
}
