import Glibc
import JSON
import LinuxIO

/// A connection to a Varlink service that waits for its replies: for programs that do one thing at a time.
///
/// After any error but `reply` the connection is closed, as it could no longer be told which call a reply is for.
package final class VarlinkClient {
  private let socket: FileDescriptor
  private var framing: VarlinkFraming
  private var hasEnded = false

  /// Bytes of the longest reply that is taken.
  private static let replyBytes = 16 << 20
  private static let nesting = 64

  /// Connects to the socket file; throws `noSocket`, `refused`, `notPermitted`, `timedOut` or `system`.
  package init(path: String, timeout: Duration = .seconds(5), replyBytes: Int? = nil) throws(VarlinkError) {
    framing = VarlinkFraming(maximumBytes: replyBytes ?? Self.replyBytes, terminator: .nul)
    do throws(SystemError) {
      socket = try UnixSocket.connect(to: path, timeout: timeout)
      try socket.setNonBlocking(true)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .noSocket(path)
      case ECONNREFUSED: throw .refused(path)
      case EACCES, EPERM: throw .notPermitted(path)
      case EAGAIN: throw .timedOut
      default: throw .system(error)
      }
    }
  }

  /// The socket, to be polled beside other descriptors; -1 once closed.
  ///
  /// When it is readable, `nextReply(within: .zero)` gives what came, until nil: several replies may come at once.
  package var descriptor: Int32 { socket.raw }

  /// Calls a method and waits for its only reply. An error of the service is thrown as `reply`.
  package func call(
    _ method: String, _ parameters: JSONObject = [:], timeout: Duration = .seconds(10)
  ) throws(VarlinkError) -> JSONObject {
    let deadline = Deadline(timeout)
    try send(VarlinkRequest(method: method, parameters: parameters), deadline)
    guard let reply = try receive(deadline) else { throw close(.timedOut) }
    guard !reply.continues else { throw close(.malformedReply) }
    return reply.parameters
  }

  /// Calls a method without wanting a reply.
  package func callOneway(
    _ method: String, _ parameters: JSONObject = [:], timeout: Duration = .seconds(10)
  ) throws(VarlinkError) {
    try send(VarlinkRequest(method: method, parameters: parameters, flag: .oneway), Deadline(timeout))
  }

  /// Calls a method for many replies, which `nextReply` gives, up to the first that does not continue.
  package func callMore(
    _ method: String, _ parameters: JSONObject = [:], timeout: Duration = .seconds(10)
  ) throws(VarlinkError) {
    try send(VarlinkRequest(method: method, parameters: parameters, flag: .more), Deadline(timeout))
  }

  /// The next reply to `callMore`; nil if none came within the time. Without a time it waits as long as it takes.
  package func nextReply(within timeout: Duration? = nil) throws(VarlinkError) -> VarlinkReply? {
    try receive(Deadline(timeout))
  }

  package func close() {
    hasEnded = true
    socket.close()
  }

  // MARK: - Messages

  private func send(_ request: VarlinkRequest, _ deadline: Deadline) throws(VarlinkError) {
    var output = OutputQueue()
    output.append(request.bytes + [VarlinkFraming.Terminator.nul.rawValue])
    while !output.isEmpty {
      guard !hasEnded else { throw .closed }
      do throws(SystemError) {
        let sent = try output.send { bytes throws(SystemError) in try socket.send(bytes) ?? 0 }
        if sent > 0 { continue }
      } catch {
        throw close(error)
      }
      guard try wait(for: Int16(POLLOUT), deadline) else { throw close(.timedOut) }
    }
  }

  private func receive(_ deadline: Deadline) throws(VarlinkError) -> VarlinkReply? {
    while true {
      if let message = try nextMessage() {
        guard let reply = VarlinkReply(parsing: message, nesting: Self.nesting) else {
          throw close(.malformedReply)
        }
        if let name = reply.error { throw .reply(name: name, parameters: reply.parameters) }
        return reply
      }
      guard !hasEnded else { throw .closed }
      if try read() { continue }
      guard try wait(for: Int16(POLLIN), deadline) else { return nil }
    }
  }

  private func nextMessage() throws(VarlinkError) -> [UInt8]? {
    do {
      return try framing.next()
    } catch {
      throw close(error == .tooLarge ? .replyTooLarge : .malformedReply)
    }
  }

  /// Takes what has come; false when nothing has.
  private func read() throws(VarlinkError) -> Bool {
    let result = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
      Result { () throws(SystemError) -> Int? in
        let count = try socket.read(into: buffer)
        framing.receive(UnsafeRawBufferPointer(buffer)[..<(count ?? 0)])
        return count
      }
    }
    do throws(SystemError) {
      guard let count = try result.get() else { return false }
      guard count > 0 else { throw SystemError(code: ECONNRESET, call: "read") }
      return true
    } catch {
      throw close(error)
    }
  }

  /// Waits with poll(2) until the socket is ready; false when the deadline comes first.
  private func wait(for events: Int16, _ deadline: Deadline) throws(VarlinkError) -> Bool {
    var watched = pollfd(fd: socket.raw, events: events, revents: 0)
    while true {
      let count = poll(&watched, 1, deadline.milliseconds)
      if count > 0 { return true }
      if count == 0, deadline.milliseconds == 0 { return false }
      if count < 0, errno != EINTR { throw close(SystemError(code: errno, call: "poll")) }
    }
  }

  private func close(_ error: VarlinkError) -> VarlinkError {
    close()
    return error
  }

  private func close(_ error: SystemError) -> VarlinkError {
    close(error.code == EPIPE || error.code == ECONNRESET ? .closed : .system(error))
  }

  /// A time until which to wait; none is for ever.
  private struct Deadline {
    private let nanoseconds: Int64?

    init(_ timeout: Duration?) {
      nanoseconds = timeout.map { timeout in
        let (sum, overflow) = Clock.bootNanoseconds().addingReportingOverflow(timeout.nanoseconds)
        return overflow ? .max : sum
      }
    }

    /// What is left, as poll(2) takes it, rounded up.
    var milliseconds: Int32 {
      guard let nanoseconds else { return -1 }
      let left = max(0, nanoseconds - Clock.bootNanoseconds())
      return Int32(clamping: left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0))
    }
  }
}
