/// An option without a value, such as `--json`.
package struct Flag: ArgumentDeclaration {
  package let name: String
  package let short: Character?
  package let help: String
  package var placeholder: String? { nil }
  package var expected: String { "nothing" }

  /// Declares a flag.
  package init(_ name: String, short: Character? = nil, _ help: String) {
    self.name = name
    self.short = short
    self.help = help
  }

  package func accepts(_ text: String) -> Bool { false }
}
