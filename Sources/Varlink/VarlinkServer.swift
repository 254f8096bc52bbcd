import LinuxIO

/// Serves a `VarlinkService` to the clients of a listening socket.
@Loop
package final class VarlinkServer {
  private let listener: FileDescriptor
  private let service: VarlinkService
  private let limits: VarlinkLimits
  private let time: any TimeSource
  private let onEvent: @Loop (VarlinkServerEvent) -> Void

  private var connections: [ObjectIdentifier: VarlinkConnection] = [:]
  private var connectionsOfUser: [UInt32: Int] = [:]
  private var gate = EventGate()
  /// Runs while no connection is accepted for want of means.
  private var acceptPause: LoopTimer?
  private var isStopped = false

  /// How long to wait after a failed accept4(2), unless a connection ends before.
  private static let pause = Duration.seconds(1)
  /// Connections accepted in one turn, so that a crowd at the door does not hold up those inside.
  private static let acceptedAtOnce = 32

  /// A server that does not accept yet. The caller keeps the listener, and closes it after `stop()`.
  package init(
    listener: FileDescriptor, service: VarlinkService, limits: VarlinkLimits = .init(),
    time: any TimeSource = SystemTime.shared,
    onEvent: @escaping @Loop (VarlinkServerEvent) -> Void = { _ in }
  ) {
    self.listener = listener
    self.service = service
    self.limits = limits
    self.time = time
    self.onEvent = onEvent
  }

  /// Begins to accept connections.
  package func start() throws(SystemError) {
    try listener.setNonBlocking(true)
    try Loop.shared.watch(listener.raw, for: .readable) { [self] _ in acceptWaiting() }
  }

  /// Accepts no more, and closes all connections; their calls are cancelled.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    acceptPause?.cancel()
    acceptPause = nil
    Loop.shared.unwatch(listener.raw)
    for connection in connections.values { connection.stop() }
  }

  /// How many connections there are.
  package var connectionCount: Int { connections.count }

  private func acceptWaiting() {
    for _ in 0..<Self.acceptedAtOnce {
      do throws(SystemError) {
        guard let socket = try UnixSocket.accept(listener) else { return }
        try admit(socket)
      } catch {
        tell(.cannotAccept(code: error.code), uid: nil)
        return pauseAccepting()
      }
    }
  }

  private func admit(_ socket: FileDescriptor) throws(SystemError) {
    let peer = try PeerCredentials(of: socket)
    // Descriptors are numbered from the lowest free one up: the number tells how many are in use at least.
    guard connections.count < limits.connections,
      Int(socket.raw) < Limits.descriptors - limits.reservedDescriptors
    else { return tell(.tooManyConnections, uid: peer.uid) }
    guard connectionsOfUser[peer.uid, default: 0] < limits.connectionsPerUser else {
      return tell(.tooManyConnectionsOfUser, uid: peer.uid)
    }
    let connection = VarlinkConnection(
      socket, peer: peer, service: service, limits: limits, time: time
    ) { [unowned self] connection, event in ended(connection, event) }
    try connection.start()
    connections[ObjectIdentifier(connection)] = connection
    connectionsOfUser[peer.uid, default: 0] += 1
  }

  private func ended(_ connection: VarlinkConnection, _ event: VarlinkServerEvent.Kind?) {
    connections[ObjectIdentifier(connection)] = nil
    let left = connectionsOfUser[connection.peer.uid, default: 1] - 1
    connectionsOfUser[connection.peer.uid] = left > 0 ? left : nil
    if let event { tell(event, uid: connection.peer.uid) }
    if acceptPause != nil { resumeAccepting() }
  }

  /// The waiting connection keeps the listener readable: without a pause the loop would spin.
  private func pauseAccepting() {
    Loop.shared.rewatch(listener.raw, for: [])
    acceptPause = time.timer(after: Self.pause) { [weak self] in self?.resumeAccepting() }
  }

  private func resumeAccepting() {
    acceptPause?.cancel()
    acceptPause = nil
    if !isStopped { Loop.shared.rewatch(listener.raw, for: .readable) }
  }

  private func tell(_ kind: VarlinkServerEvent.Kind, uid: UInt32?) {
    if let event = gate.pass(kind, uid: uid, now: time.bootNanoseconds) { onEvent(event) }
  }
}
