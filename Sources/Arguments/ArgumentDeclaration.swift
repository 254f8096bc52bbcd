/// What flags and options have in common: names, help, and which values they accept.
package protocol ArgumentDeclaration: Sendable {
  /// The name after the two dashes.
  var name: String { get }
  /// The letter after one dash.
  var short: Character? { get }
  /// How help names the value; nil if the option takes none.
  var placeholder: String? { get }
  /// The value of an option that is given without one; nil if it needs one, or takes none.
  var implied: String? { get }
  /// What help says about it.
  var help: String { get }
  /// What a value has to be, in words that follow "expected".
  var expected: String { get }
  /// Whether a value of this text can be used.
  func accepts(_ text: String) -> Bool
}

extension ArgumentDeclaration {
  package var implied: String? { nil }
}
