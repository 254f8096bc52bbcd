import JSON
import LinuxIO

/// A call that is being served. Its handler replies now or later, once or, if more is wanted, many times.
///
/// Until the last reply the connection serves no other call. Replies to a call that has ended, or whose client
/// has gone, do nothing; so a handler need not know.
@Loop
package final class VarlinkCall {
  /// The interface's name.
  package let interface: String
  /// The method's name within the interface.
  package let method: String
  /// As the interface declares them, nullable ones perhaps null or left out.
  package let parameters: JSONObject
  /// Whether the client takes many replies.
  package let wantsMore: Bool
  /// Whether the client wants no reply at all; replies then go nowhere.
  package let isOneway: Bool
  /// Who is calling.
  package let peer: PeerCredentials

  /// Called once if the connection goes before the call has ended. To be set by the handler.
  package var onCancel: (@Loop () -> Void)?

  /// Set once the call has been found to be as its interface declares it.
  var declaration: (interface: VarlinkInterface, method: VarlinkInterface.Method)?

  private weak var connection: VarlinkConnection?
  private var onWritable: (@Loop () -> Void)?

  init(
    interface: String, method: String, request: VarlinkRequest, peer: PeerCredentials,
    connection: VarlinkConnection
  ) {
    self.interface = interface
    self.method = method
    parameters = request.parameters
    wantsMore = request.flag == .more
    isOneway = request.flag == .oneway
    self.peer = peer
    self.connection = connection
  }

  /// Whether a reply would still have an effect.
  package var isOpen: Bool { connection?.isServing(self) ?? false }

  /// Sends a reply. With `continues` the call goes on, provided that the client wants more; else it ends.
  package func reply(_ parameters: JSONObject = [:], continues: Bool = false) {
    send(VarlinkReply(parameters, continues: continues && wantsMore))
  }

  /// Ends the call with an error, whose name is fully qualified.
  package func error(_ name: String, _ parameters: JSONObject = [:]) {
    send(VarlinkReply(parameters, error: name))
  }

  /// Whether all earlier replies have left for the client.
  ///
  /// A stream that follows some state replies only then, with the newest: so a client that reads slowly costs one
  /// reply, whatever happens meanwhile.
  package var isWritable: Bool { connection?.isDrained ?? true }

  /// Calls the handler once, as soon as `isWritable`: at once if it is already. A later one replaces it.
  package func whenWritable(_ handler: @escaping @Loop () -> Void) {
    if isWritable {
      handler()
    } else {
      onWritable = handler
    }
  }

  private func send(_ reply: VarlinkReply) {
    assert(
      undeclared(reply) == nil,
      "\(interface).\(method) gives what is not declared: \(undeclared(reply) ?? "")")
    connection?.send(reply, to: self)
  }

  /// What in a reply is not as the interface declares it: a mistake of the handler, looked for in debug builds.
  private func undeclared(_ reply: VarlinkReply) -> String? {
    guard let declaration, reply.error?.hasPrefix("org.varlink.service.") != true else { return nil }
    return declaration.interface.fault(in: reply, to: declaration.method)
  }

  // MARK: - Called by the connection

  func drained() {
    let handler = onWritable
    onWritable = nil
    handler?()
  }

  /// The call is over; what it held is let go.
  func end(isCancelled: Bool) {
    let handler = isCancelled ? onCancel : nil
    onCancel = nil
    onWritable = nil
    handler?()
  }
}

/// The errors that any method may give, as `org.varlink.service` declares them.
extension VarlinkCall {
  /// A parameter is not acceptable; the path is such as `filter.countries[5]`.
  package func invalidParameter(_ path: String) {
    error("org.varlink.service.InvalidParameter", ["parameter": .string(path)])
  }

  /// The method is declared and not there.
  package func methodNotImplemented() {
    error("org.varlink.service.MethodNotImplemented", ["method": .string("\(interface).\(method)")])
  }

  package func permissionDenied() {
    error("org.varlink.service.PermissionDenied")
  }

  /// The method makes sense with the `more` flag only.
  package func expectedMore() {
    error("org.varlink.service.ExpectedMore")
  }
}
