import JSON

/// One reply as it goes over the wire.
package struct VarlinkReply: Equatable, Sendable {
  /// The output of the method, or what the error says.
  package var parameters: JSONObject
  /// Whether more replies to the same call follow.
  package var continues: Bool
  /// The fully qualified name of an error.
  package var error: String?

  package init(_ parameters: JSONObject = [:], continues: Bool = false, error: String? = nil) {
    self.parameters = parameters
    self.continues = continues
    self.error = error
  }

  /// Reads a message; nil for one that is malformed. Members that are not known are ignored.
  init?(parsing message: [UInt8], nesting: Int) {
    var options = JSONReader.Options()
    options.maximumDepth = nesting
    guard case .object(let members)? = try? JSONValue(parsing: message, options: options) else { return nil }
    self.init()
    switch members["parameters"] {
    case nil, .null: break
    case .object(let parameters): self.parameters = parameters
    default: return nil
    }
    switch members["continues"] {
    case nil, .null: break
    case .bool(let continues): self.continues = continues
    default: return nil
    }
    switch members["error"] {
    case nil, .null: break
    case .string(let error): self.error = error
    default: return nil
    }
  }

  var bytes: [UInt8] {
    var message: JSONObject = [:]
    if let error { message["error"] = .string(error) }
    if !parameters.isEmpty { message["parameters"] = .object(parameters) }
    if continues { message["continues"] = true }
    return JSONValue.object(message).bytes
  }
}
