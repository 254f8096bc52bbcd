/// A number as its JSON text, so that nothing is lost or refused before a type is asked for.
///
/// Two numbers are equal when their texts are: `1` and `1.0` differ.
package struct JSONNumber: Hashable, Sendable {
  /// The number as RFC 8259 writes it.
  package let text: String

  /// A text that the reader has found to be a number.
  init(checked text: String) {
    self.text = text
  }

  package init(_ value: Int) {
    text = String(value)
  }

  /// The shortest text that reads back as the same value; a whole number keeps its `.0`, so that typed
  /// readers see a float. Nil when the value is not finite, which JSON cannot say.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = String(value)
  }

  /// The value if it is written as an integer (no fraction, no exponent) and fits.
  package var int: Int64? {
    Int64(text)
  }

  /// The nearest double; nil when that is not finite, as for `1e400`.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
