/// An option with a value, such as `--limit 5`; its values are checked when the line is parsed.
package struct Option<Value: Sendable>: ArgumentDeclaration {
  package let name: String
  package let short: Character?
  package let placeholder: String?
  package let help: String
  package let expected: String
  package let implied: String?
  let decode: @Sendable (String) -> Value?

  /// Declares an option; `decode` returns nil for a value that is not what `expected` says.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String, expected: String,
    implied: String? = nil, decode: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.help = help
    self.expected = expected
    self.implied = implied
    self.decode = decode
  }

  package func accepts(_ text: String) -> Bool { decode(text) != nil }
}

extension Option<String> {
  /// Declares an option for any text but the empty one.
  package init(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String) {
    self.init(name, short: short, placeholder, help, expected: "some text") {
      $0.isEmpty ? nil : $0
    }
  }
}

extension Option<Int> {
  /// Declares an option for a whole number in `range`. With an `implied` one the option may be given without a value;
  /// a value then has to be attached, as in `--name=3`.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, in range: ClosedRange<Int>,
    implied: Int? = nil, _ help: String
  ) {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    self.init(name, short: short, placeholder, help, expected: expected, implied: implied.map { "\($0)" }) {
      text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Option<Double> {
  /// Declares an option for a number in `range`; infinities and NaN are never in it.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, in range: ClosedRange<Double>,
    _ help: String
  ) {
    let bounds = [range.lowerBound, range.upperBound].map { bound in
      let text = String(bound)
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let expected = "a number from \(bounds[0]) to \(bounds[1])"
    self.init(name, short: short, placeholder, help, expected: expected) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Option<[String]> {
  /// Declares an option for a list separated by commas, of `choices` if they are given.
  package init(
    _ name: String, short: Character? = nil, list placeholder: String, of choices: [String] = [],
    _ help: String
  ) {
    let expected =
      choices.isEmpty
      ? "a list separated by commas"
      : "a list separated by commas of " + choices.joined(separator: ", ")
    self.init(name, short: short, placeholder, help, expected: expected) { text in
      let items = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let fine = items.allSatisfy { !$0.isEmpty && (choices.isEmpty || choices.contains($0)) }
      return fine ? items : nil
    }
  }
}
