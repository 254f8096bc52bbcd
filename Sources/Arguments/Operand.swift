/// Arguments that are not options, such as file names.
package struct Operand: Sendable {
  /// How many of them there may be.
  package enum Count: Sendable {
    case one, optional, oneOrMore, any
  }

  let name: String
  let help: String
  let count: Count

  /// Declares operands; `name` is how usage shows them, such as `FILE`.
  package init(_ name: String, _ count: Count, _ help: String) {
    self.name = name
    self.help = help
    self.count = count
  }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)]..."
    }
  }
}
