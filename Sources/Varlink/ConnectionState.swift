/// What a server's connection is to do next, from what has happened on it. Knows no sockets and no clock.
struct ConnectionState {
  enum Step: Equatable {
    case serve(VarlinkRequest)
    /// Nothing until something happens.
    case wait
    case close(Ending)
  }

  /// Why a connection ends.
  enum Ending: Equatable {
    /// The client has closed it, and has got all its replies.
    case finished
    /// The client is gone.
    case hungUp
    case malformed
    case tooLarge
    case outputOverflow
  }

  /// Something that is to happen within a time. The number tells one wait from the next of its kind.
  enum Deadline: Equatable {
    /// The pause that decides for lines.
    case pause(Int)
    /// The end of a message that has begun.
    case message(Int)
    /// The client's taking of more of its replies, without which nothing goes on.
    case reading(Int)
  }

  private let limits: VarlinkLimits
  private var framing: VarlinkFraming
  private(set) var output = OutputQueue()
  private var isServing = false
  private var hasInputEnded = false
  private var hasHungUp = false
  private var ending: Ending?
  private var received = 0
  private var served = 0
  private var sent = 0

  init(limits: VarlinkLimits) {
    self.limits = limits
    framing = VarlinkFraming(maximumBytes: limits.messageBytes)
  }

  // MARK: - What happens

  mutating func receive(_ bytes: some Collection<UInt8>) {
    framing.receive(bytes)
    received &+= 1
  }

  /// The client sends nothing more; it may still read.
  mutating func endInput() {
    hasInputEnded = true
    framing.end()
  }

  /// The client neither reads nor sends any more; what it sent before may still be there to be read.
  mutating func hangUp() {
    hasHungUp = true
  }

  mutating func pause() {
    framing.pause()
  }

  /// Queues a reply to the call in progress, which ends with a reply that does not continue.
  ///
  /// A single reply may be of any size; only many unread ones are too many.
  mutating func reply(_ reply: VarlinkReply) {
    guard output.count <= limits.outputBytes else {
      ending = .outputOverflow
      return
    }
    var bytes = reply.bytes
    bytes.append((framing.terminator ?? .nul).rawValue)
    output.append(bytes)
    if !reply.continues { endCall() }
  }

  /// The call in progress is done, with nothing to send.
  mutating func endCall() {
    isServing = false
  }

  /// Gives `send` the queued bytes.
  mutating func send<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let taken = try output.send(send)
    sent &+= taken
    return taken
  }

  // MARK: - What to do

  /// The next thing to do. After `serve` no further call is given out until it ended.
  mutating func step() -> Step {
    if !isServing, ending == nil, !isOutputHigh {
      if let request = nextRequest() {
        isServing = true
        served &+= 1
        return .serve(request)
      }
      if ending == nil, hasInputEnded { ending = .finished }
    }
    if ending == .outputOverflow || (hasHungUp && !wantsInput) { return .close(ending ?? .hungUp) }
    if let ending, output.isEmpty { return .close(ending) }
    return .wait
  }

  /// Whether to read: not after the end, and not while what is held already has to wait.
  var wantsInput: Bool {
    !hasInputEnded && ending == nil && !isOutputHigh
      && (!isServing || framing.buffered < limits.outputBytesBeforeWaiting)
  }

  /// What is to happen within a time, after `step` said to wait.
  var deadline: Deadline? {
    if ending != nil || (!isServing && (hasInputEnded || isOutputHigh)) { return .reading(sent) }
    if isServing { return nil }
    if framing.isDecidedByPause { return .pause(received) }
    return framing.buffered > 0 ? .message(served) : nil
  }

  private var isOutputHigh: Bool { output.count > limits.outputBytesBeforeWaiting }

  private mutating func nextRequest() -> VarlinkRequest? {
    do {
      guard let message = try framing.next() else { return nil }
      if let request = VarlinkRequest(parsing: message, nesting: limits.nesting) { return request }
      ending = .malformed
    } catch {
      switch error {
      case .malformed: ending = .malformed
      case .tooLarge: ending = .tooLarge
      }
    }
    return nil
  }
}
