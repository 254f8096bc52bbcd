import JSON

/// One call as it comes over the wire.
struct VarlinkRequest: Equatable {
  enum Flag: String, CaseIterable {
    case oneway, more, upgrade
  }

  /// Fully qualified: the interface, a dot, the method.
  var method: String
  var parameters: JSONObject
  var flag: Flag?

  init(method: String, parameters: JSONObject = [:], flag: Flag? = nil) {
    self.method = method
    self.parameters = parameters
    self.flag = flag
  }

  /// Reads a message; nil for one that is malformed, to which the answer is the end of the connection.
  init?(parsing message: [UInt8], nesting: Int) {
    var options = JSONReader.Options()
    options.maximumDepth = nesting
    guard case .object(let members)? = try? JSONValue(parsing: message, options: options) else { return nil }
    self.init(method: "")
    for member in members.members {
      switch (member.name, member.value) {
      case ("method", .string(let method)): self.method = method
      case ("parameters", .object(let parameters)): self.parameters = parameters
      case ("parameters", .null): break
      case ("oneway", let value), ("more", let value), ("upgrade", let value):
        guard value.boolValue == true else {
          if value.isNull || value.boolValue == false { break }
          return nil
        }
        guard flag == nil else { return nil }
        flag = Flag(rawValue: member.name)
      // Members of vendors have a dot in their name; all others are the protocol's.
      case (let name, _):
        guard name.contains("."), name != "method" else { return nil }
      }
    }
    guard !method.isEmpty else { return nil }
  }

  /// The interface and the name of the method in it. A name without a dot names no method of anything.
  var qualified: (interface: String, method: String) {
    guard let dot = method.lastIndex(of: ".") else { return (method, "") }
    return (String(method[..<dot]), String(method[method.index(after: dot)...]))
  }

  var bytes: [UInt8] {
    var message: JSONObject = ["method": .string(method)]
    if !parameters.isEmpty { message["parameters"] = .object(parameters) }
    if let flag { message[flag.rawValue] = true }
    return JSONValue.object(message).bytes
  }
}
