/// One command of a program, with the options and operands that only it has.
package struct Command: Sendable {
  package let name: String
  let summary: String
  let details: String
  let options: [any ArgumentDeclaration]
  let operands: [Operand]

  /// Declares a command; `summary` is one sentence.
  package init(
    _ name: String, _ summary: String, details: String = "", options: [any ArgumentDeclaration] = [],
    operands: [Operand] = []
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.options = options
    self.operands = operands
  }
}
