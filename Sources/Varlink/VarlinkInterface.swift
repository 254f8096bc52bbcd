/// An interface as its description declares it.
package struct VarlinkInterface: Sendable {
  package struct Method: Equatable, Sendable {
    package let input: [VarlinkField]
    package let output: [VarlinkField]
    /// The comment lines above it, without their `#`.
    package let comment: String
  }

  /// In reverse-domain notation, such as `org.varlink.service`.
  package let name: String
  /// The text it was read from, comments included: what GetInterfaceDescription gives.
  package let description: String
  package let types: [String: VarlinkType]
  package let methods: [String: Method]
  package let errors: [String: [VarlinkField]]

  /// Reads an interface description; throws `invalidDescription`.
  package init(parsing description: String) throws(VarlinkError) {
    var parser = InterfaceParser(description)
    self = try parser.interface()
  }

  init(
    name: String, description: String, types: [String: VarlinkType], methods: [String: Method],
    errors: [String: [VarlinkField]]
  ) {
    self.name = name
    self.description = description
    self.types = types
    self.methods = methods
    self.errors = errors
  }
}
