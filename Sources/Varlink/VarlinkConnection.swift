import LinuxIO

/// One client's connection: performs what `ConnectionState` decides.
@Loop
final class VarlinkConnection {
  let peer: PeerCredentials
  private let socket: FileDescriptor
  private let service: VarlinkService
  private let limits: VarlinkLimits
  private let time: any TimeSource
  private let onEnd: @Loop (VarlinkConnection, VarlinkServerEvent.Kind?) -> Void

  private var state: ConnectionState
  private var call: VarlinkCall?
  private var timer: (deadline: ConnectionState.Deadline, timer: LoopTimer)?
  /// Whether the socket has refused bytes and not yet said that it takes more.
  private var isBlocked = false
  private var isProceeding = false
  private var isClosed = false

  /// How much is read at once: small, so that one client that sends much leaves room for the others.
  private static let readBytes = 16 << 10
  /// The pause after a line break that decides for lines.
  private static let decisivePause = Duration.milliseconds(20)

  init(
    _ socket: FileDescriptor, peer: PeerCredentials, service: VarlinkService, limits: VarlinkLimits,
    time: any TimeSource, onEnd: @escaping @Loop (VarlinkConnection, VarlinkServerEvent.Kind?) -> Void
  ) {
    self.socket = socket
    self.peer = peer
    self.service = service
    self.limits = limits
    self.time = time
    self.onEnd = onEnd
    state = ConnectionState(limits: limits)
  }

  func start() throws(SystemError) {
    try Loop.shared.watch(socket.raw, for: .readable) { [self] readiness in ready(readiness) }
  }

  func stop() {
    close(nil)
  }

  // MARK: - For calls

  func isServing(_ call: VarlinkCall) -> Bool {
    self.call === call
  }

  var isDrained: Bool { state.output.isEmpty }

  func send(_ reply: VarlinkReply, to call: VarlinkCall) {
    guard isServing(call) else { return }
    if call.isOneway {
      state.endCall()
    } else {
      state.reply(reply)
    }
    if !reply.continues {
      self.call = nil
      call.end(isCancelled: false)
    }
    proceed()
  }

  // MARK: - For the loop

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.writable) { isBlocked = false }
    if readiness.contains(.hangup) { state.hangUp() }
    if readiness.contains(.readable), state.wantsInput { read() }
    proceed()
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: Self.readBytes, alignment: 1) { buffer in
      do throws(SystemError) {
        guard let count = try socket.read(into: buffer) else { return }
        if count > 0 {
          state.receive(UnsafeRawBufferPointer(buffer)[..<count])
        } else {
          state.endInput()
        }
      } catch {
        // A reset: what came before it has been read.
        state.endInput()
        state.hangUp()
      }
    }
  }

  /// Does all that can be done now, then waits for what is missing.
  private func proceed() {
    guard !isProceeding else { return }
    isProceeding = true
    defer { isProceeding = false }
    while !isClosed {
      switch state.step() {
      case .serve(let request): serve(request)
      case .close(let ending): close(VarlinkServerEvent.Kind(ending))
      case .wait: if !flush() { return waitForMore() }
      }
    }
  }

  private func serve(_ request: VarlinkRequest) {
    let (interface, method) = request.qualified
    let call = VarlinkCall(
      interface: interface, method: method, request: request, peer: peer, connection: self)
    self.call = call
    if request.flag == .upgrade {
      // No method here hands its connection over.
      call.methodNotImplemented()
    } else {
      service.serve(call)
    }
  }

  /// Sends what the socket takes; false when nothing is left to send or nothing goes.
  private func flush() -> Bool {
    guard !isClosed, !isDrained, !isBlocked else { return false }
    do throws(SystemError) {
      let sent = try state.send { bytes throws(SystemError) in try socket.send(bytes) ?? 0 }
      isBlocked = !isDrained
      if isDrained { call?.drained() }
      return sent > 0
    } catch {
      close(nil)
      return false
    }
  }

  private func waitForMore() {
    guard !isClosed else { return }
    var interest: Readiness = []
    if state.wantsInput { interest.insert(.readable) }
    if isBlocked { interest.insert(.writable) }
    Loop.shared.rewatch(socket.raw, for: interest)
    guard state.deadline != timer?.deadline else { return }
    timer?.timer.cancel()
    timer = state.deadline.map { deadline in
      var delay = limits.requestTimeout
      if case .pause = deadline { delay = Self.decisivePause }
      return (deadline, time.timer(after: delay) { [weak self] in self?.expired(deadline) })
    }
  }

  private func expired(_ deadline: ConnectionState.Deadline) {
    guard timer?.deadline == deadline else { return }
    timer = nil
    if case .pause = deadline {
      state.pause()
      proceed()
    } else {
      close(.timedOut)
    }
  }

  private func close(_ event: VarlinkServerEvent.Kind?) {
    guard !isClosed else { return }
    isClosed = true
    timer?.timer.cancel()
    timer = nil
    Loop.shared.unwatch(socket.raw)
    socket.close()
    let call = call
    self.call = nil
    call?.end(isCancelled: true)
    onEnd(self, event)
  }
}

extension VarlinkServerEvent.Kind {
  /// What to tell of an ending; nil for the ordinary ones.
  fileprivate init?(_ ending: ConnectionState.Ending) {
    switch ending {
    case .finished, .hungUp: return nil
    case .malformed: self = .malformed
    case .tooLarge: self = .tooLarge
    case .outputOverflow: self = .outputOverflow
    }
  }
}
