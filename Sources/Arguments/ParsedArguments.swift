/// A command line that is right: its command, operands, and the values of its options.
package struct ParsedArguments: Sendable {
  /// The name of the command; nil if the program has none or runs without one.
  package internal(set) var command: String?
  /// What is not an option, in order.
  package internal(set) var operands: [String] = []
  var values: [String: [String]] = [:]

  /// Whether the flag is given.
  package subscript(flag: Flag) -> Bool { values[flag.name] != nil }

  /// The option's value; the last one if it is given several times, nil if it is not given.
  package subscript<Value>(option: Option<Value>) -> Value? {
    values[option.name]?.last.flatMap(option.decode)
  }

  /// Every value of an option that may be repeated, in order.
  package func all<Value>(_ option: Option<Value>) -> [Value] {
    values[option.name, default: []].compactMap(option.decode)
  }
}
