import JSON
import LinuxIO

/// What a server offers: its interfaces and who handles their methods. `org.varlink.service` is always among them.
@Loop
package final class VarlinkService {
  /// How one method is served.
  package struct Method {
    let requiresMore: Bool
    let handle: @Loop (VarlinkCall) -> Void

    /// With `requiresMore`, calls without the `more` flag get ExpectedMore and the handler does not see them.
    package init(requiresMore: Bool = false, _ handle: @escaping @Loop (VarlinkCall) -> Void) {
      self.requiresMore = requiresMore
      self.handle = handle
    }
  }

  private struct Entry {
    let interface: VarlinkInterface
    let methods: [String: Method]
  }

  private let vendor: String
  private let product: String
  private let version: String
  private let url: String
  private var entries: [String: Entry] = [:]
  /// Interface names in the order in which they were added.
  private var names: [String] = []

  package init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    // The text is a constant, and a test reads it.
    if let interface = try? VarlinkInterface(parsing: Self.ownDescription) {
      add(
        interface,
        methods: [
          "GetInfo": Method { [unowned self] in giveInfo($0) },
          "GetInterfaceDescription": Method { [unowned self] in giveDescription($0) },
        ])
    }
  }

  /// Adds an interface. Declared methods that are not among `methods` answer MethodNotImplemented.
  package func add(_ interface: VarlinkInterface, methods: [String: Method]) {
    let undeclared = methods.keys.filter { interface.methods[$0] == nil }
    precondition(undeclared.isEmpty, "\(interface.name) does not declare \(undeclared)")
    precondition(entries[interface.name] == nil, "\(interface.name) is there already")
    entries[interface.name] = Entry(interface: interface, methods: methods)
    names.append(interface.name)
  }

  /// Checks a call against its interface and hands it to its method, or answers with the error.
  func serve(_ call: VarlinkCall) {
    guard let entry = entries[call.interface] else {
      return call.error(
        "org.varlink.service.InterfaceNotFound", ["interface": .string(call.interface)])
    }
    guard let declared = entry.interface.methods[call.method] else {
      return call.error(
        "org.varlink.service.MethodNotFound", ["method": .string("\(call.interface).\(call.method)")])
    }
    guard let method = entry.methods[call.method] else { return call.methodNotImplemented() }
    guard call.wantsMore || !method.requiresMore else { return call.expectedMore() }
    if let path = entry.interface.fault(inInput: call.parameters, of: declared) {
      return call.invalidParameter(path)
    }
    call.declaration = (entry.interface, declared)
    method.handle(call)
  }

  private func giveInfo(_ call: VarlinkCall) {
    call.reply([
      "vendor": .string(vendor), "product": .string(product), "version": .string(version),
      "url": .string(url),
      "interfaces": .array(names.map(JSONValue.string)),
    ])
  }

  private func giveDescription(_ call: VarlinkCall) {
    let name = call.parameters["interface"]?.stringValue ?? ""
    guard let entry = entries[name] else {
      return call.error("org.varlink.service.InterfaceNotFound", ["interface": .string(name)])
    }
    call.reply(["description": .string(entry.interface.description)])
  }

  nonisolated static let ownDescription = """
    # What every Varlink service offers: who it is, which interfaces it has, and the errors that any method may give.
    interface org.varlink.service

    # Who this service is, and the names of its interfaces.
    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

    # The description of one interface, in the interface definition language, with its comments.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # There is no such interface here.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The interface has this method, but this service does not implement it.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown, mistyped or out of range: its path, such as "filter.countries[5]".
    error InvalidParameter (parameter: string)

    # The caller may not do this.
    error PermissionDenied ()

    # The method must be called with the flag 'more'.
    error ExpectedMore ()

    """
}
