/// What a program's command line may hold: from this come parsing, usage errors and help.
package struct Program: Sendable {
  let name: String
  let version: String
  let summary: String
  let details: String
  let options: [any ArgumentDeclaration]
  let optionsWithoutCommand: [any ArgumentDeclaration]
  let operands: [Operand]
  let commands: [Command]
  let needsCommand: Bool

  /// Declares a program. `details` closes the help (exit codes, files); its line breaks are kept.
  ///
  /// Its options may stand before and after the command's name. With commands, `needsCommand` false
  /// lets it run without one, and `optionsWithoutCommand` are those that mean something only then. `--help` (`-h`) and `--version` are always there.
  package init(
    _ name: String, version: String, summary: String, details: String = "",
    options: [any ArgumentDeclaration] = [], optionsWithoutCommand: [any ArgumentDeclaration] = [],
    operands: [Operand] = [], commands: [Command] = [],
    needsCommand: Bool = true
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.optionsWithoutCommand = optionsWithoutCommand
    self.options = options + [Program.help, Program.versionFlag]
    self.operands = operands
    self.commands = commands
    self.needsCommand = needsCommand
  }

  static let help = Flag("help", short: "h", "Show this help and exit.")
  static let versionFlag = Flag("version", "Show the version and exit.")
}
