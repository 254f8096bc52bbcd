/// Why a text is not the JSON that was asked for, and where.
///
/// Descriptions name the fault and its place, never the text itself, which may be private.
package struct JSONError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A byte that the grammar does not allow at this place.
    case unexpectedByte
    /// The text ends in the middle of a value, or has none.
    case unexpectedEnd
    /// Something other than white space follows the value.
    case trailingBytes
    /// A string is not UTF-8 (RFC 3629).
    case invalidUTF8
    /// An unescaped character below U+0020 in a string.
    case controlCharacter
    /// A backslash that begins no escape of RFC 8259.
    case invalidEscape
    /// An escaped surrogate without its other half: no Unicode text.
    case loneSurrogate
    /// Not a number of RFC 8259, such as `01`, `1.` or `+1`.
    case invalidNumber
    /// An object names a member twice.
    case duplicateName
    /// More arrays and objects within each other than `JSONReader.Options.maximumDepth`.
    case tooDeep
    /// A string, number or value longer than `JSONReader.Options.maximumValueBytes`.
    case tooLarge
    /// The bytes could not be had: `errno` of the failed read.
    case unreadable(code: Int32)
  }

  package var kind: Kind
  /// Bytes before the fault, from the beginning of the text.
  package var offset: Int

  package init(_ kind: Kind, at offset: Int = 0) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String {
    let fault =
      switch kind {
      case .unexpectedByte: "unexpected character"
      case .unexpectedEnd: "unexpected end"
      case .trailingBytes: "something follows the value"
      case .invalidUTF8: "string is not UTF-8"
      case .controlCharacter: "unescaped control character in a string"
      case .invalidEscape: "invalid escape in a string"
      case .loneSurrogate: "escaped surrogate without its other half"
      case .invalidNumber: "invalid number"
      case .duplicateName: "member named twice"
      case .tooDeep: "nested too deeply"
      case .tooLarge: "value too large"
      case .unreadable(let code): "cannot be read (errno \(code))"
      }
    return "\(fault) at byte \(offset)"
  }
}
