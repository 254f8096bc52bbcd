import JSON

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

  /// The path of the first thing in a method's parameters that is not as declared; nil when all is well.
  func fault(inInput parameters: JSONObject, of method: Method) -> String? {
    ParameterCheck(types: types).fault(in: parameters, of: method.input)
  }

  /// The same of a reply, which is an error that the interface declares or output of the method.
  func fault(in reply: VarlinkReply, to method: Method) -> String? {
    guard let error = reply.error else {
      return ParameterCheck(types: types).fault(in: reply.parameters, of: method.output)
    }
    guard let fields = errors[String(error.dropFirst(name.count + 1))], error.hasPrefix("\(name).") else {
      return error
    }
    return ParameterCheck(types: types).fault(in: reply.parameters, of: fields)
  }
}
