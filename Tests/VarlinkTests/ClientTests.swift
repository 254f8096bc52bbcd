import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import Testing

@testable import Varlink

/// The client that waits, on a thread other than the server's.
struct ClientTests {
  /// A server, on the loop's thread, for a body that runs on another.
  func withServer(_ body: (String, TestServer) async throws -> Void) async throws {
    let server = try await onLoop { try TestServer() }
    do {
      try await body(server.path, server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func calls() async throws {
    try await withServer { path, server in
      let client = try VarlinkClient(path: path)
      let parameters: JSONObject = ["text": "é\n", "number": 1, "ratio": 0.5]
      for _ in 0..<3 { #expect(try client.call("org.example.test.Echo", parameters) == parameters) }
      try client.callOneway("org.example.test.Fail")
      #expect(throws: VarlinkError.reply(name: "org.example.test.Failed", parameters: ["why": "because"])) {
        try client.call("org.example.test.Fail")
      }
      let large = try client.call("org.example.test.Large", ["bytes": 3_000_000])
      #expect(large["text"]?.stringValue?.utf8.count == 3_000_000)
    }
  }

  @Test func streams() async throws {
    try await withServer { path, server in
      let client = try VarlinkClient(path: path)
      try client.callMore("org.example.test.Follow")
      for number in 0..<5 {
        let reply = try client.nextReply(within: .seconds(10))
        #expect(reply?.parameters["number"] == .int(number))
        #expect(reply?.continues == true)
        #expect(try client.nextReply(within: .zero) == nil)
        await server.change(to: number + 1)
      }
      var watched = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(Glibc.poll(&watched, 1, 10_000) == 1)
      #expect(try client.nextReply(within: .zero)?.parameters["number"] == 5)
      await server.stop()
      #expect(throws: VarlinkError.closed) { try client.nextReply() }
      #expect(client.descriptor == -1)
    }
  }

  @Test func deadlines() async throws {
    try await withServer { path, server in
      let client = try VarlinkClient(path: path)
      #expect(throws: VarlinkError.timedOut) {
        try client.call("org.example.test.Hold", timeout: .milliseconds(50))
      }
      // A reply that comes late could be taken for that of a later call.
      #expect(throws: VarlinkError.closed) { try client.call("org.example.test.Echo") }
    }
  }

  @Test func noConnection() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("socket")
    #expect(throws: VarlinkError.noSocket(path)) { try VarlinkClient(path: path) }
    let beyond = path + "/socket"
    #expect(throws: VarlinkError.noSocket(beyond)) { try VarlinkClient(path: beyond) }
    let long = directory.file(String(repeating: "x", count: 200))
    let error = #expect(throws: VarlinkError.self) { try VarlinkClient(path: long) }
    guard case .system(let cause)? = error else { return }
    #expect(cause.code == ENAMETOOLONG)

    _ = try FileDescriptor.open(path, O_CREAT | O_WRONLY)
    #expect(throws: VarlinkError.refused(path)) { try VarlinkClient(path: path) }
  }

  /// A daemon that hangs with a full backlog is not waited for without end.
  @Test func fullBacklog() throws {
    let directory = try TemporaryDirectory()
    let listener = try UnixListener(path: directory.file("socket"), mode: 0o600, backlog: 0)
    var waiting: [VarlinkClient] = []
    let error = #expect(throws: VarlinkError.self) {
      for _ in 0..<10 {
        waiting.append(try VarlinkClient(path: listener.path, timeout: .milliseconds(50)))
      }
    }
    #expect(error == .timedOut)
    listener.close()
  }

  /// What a server sends instead of a reply, and what the client makes of it.
  enum WrongReply: String, CaseIterable, Sendable {
    case text, notAnObject, wrongMember, endless, tooDeep, nothing, cutShort, tooLarge

    var bytes: String {
      switch self {
      case .text: "hello\0"
      case .notAnObject: "[]\0"
      case .wrongMember: "{\"parameters\":1}\0"
      case .endless: "{\"continues\":true}\0"
      case .tooDeep: "{\"parameters\":{\"a\":" + String(repeating: "[", count: 100_000) + "\0"
      case .nothing: ""
      case .cutShort: "{\"para"
      case .tooLarge: String(repeating: " ", count: 1 << 20) + "{}\0"
      }
    }

    var error: VarlinkError {
      switch self {
      case .text, .notAnObject, .wrongMember, .endless, .tooDeep: .malformedReply
      case .nothing, .cutShort: .closed
      case .tooLarge: .replyTooLarge
      }
    }
  }

  @Test(arguments: WrongReply.allCases)
  func wrongServers(reply: WrongReply) async throws {
    let directory = try TemporaryDirectory()
    let listener = try UnixListener(path: directory.file("socket"), mode: 0o600)
    try await onLoop {
      try Loop.shared.watch(listener.descriptor.raw, for: .readable) { _ in
        guard let socket = try? UnixSocket.accept(listener.descriptor) else { return }
        Array(reply.bytes.utf8).withUnsafeBytes { _ = try? socket.send($0) }
        // Only its own end: closing with the call unread would be a reset.
        _ = shutdown(socket.raw, Int32(SHUT_WR))
        try? Loop.shared.watch(socket.raw, for: []) { _ in
          Loop.shared.unwatch(socket.raw)
          socket.close()
        }
      }
    }
    let client = try VarlinkClient(path: listener.path, replyBytes: 1 << 17)
    #expect(throws: reply.error) { try client.call("a.B") }
    #expect(client.descriptor == -1)
    await onLoop { Loop.shared.unwatch(listener.descriptor.raw) }
    listener.close()
  }
}
