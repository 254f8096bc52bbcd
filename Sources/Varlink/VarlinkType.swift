/// A type of Varlink's interface definition language.
package indirect enum VarlinkType: Equatable, Sendable {
  case bool
  /// Written without fraction and exponent, and within 64 bits with sign.
  case int
  /// A finite double.
  case float
  case string
  /// Any JSON object.
  case object
  /// Any JSON value but null.
  case any
  /// A type that the interface declares.
  case named(String)
  /// One of these names, as a string.
  case enumeration([String])
  case structure([VarlinkField])
  case array(VarlinkType)
  /// An object with any names and values of one type.
  case map(VarlinkType)
  /// The type, or null, or left out.
  case nullable(VarlinkType)
}

/// A named and typed part of a structure.
package struct VarlinkField: Equatable, Sendable {
  package let name: String
  package let type: VarlinkType

  /// Whether the field may be null or left out.
  var isNullable: Bool {
    if case .nullable = type { true } else { false }
  }
}
