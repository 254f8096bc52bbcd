import JSON
import LinuxIO
import PlacedTestKit

@testable import Varlink

/// A server on a socket of its own, with an interface to try.
@Loop
final class TestServer {
  nonisolated static let description = """
    # For tests.
    interface org.example.test

    type Filter (countries: ?[]string, kind: ?(red, blue))

    # Gives back what it is given.
    method Echo(text: ?string, number: ?int, ratio: ?float, filter: ?Filter) -> (
      text: ?string, number: ?int, ratio: ?float, filter: ?Filter
    )

    # Answers when the test does.
    method Hold() -> (text: ?string)

    # The newest number, whenever it has changed and the client has read the one before.
    method Follow() -> (number: int, padding: string)

    # More than anybody reads.
    method Flood() -> (text: string)

    # A reply of so many bytes.
    method Large(bytes: int) -> (text: string)

    # Always fails.
    method Fail() -> ()

    # Declared and not there.
    method Missing() -> ()

    error Failed (why: string)

    """

  let path: String
  let events = Recorder<VarlinkServerEvent>()
  /// The calls of Hold and Flood, and of Follow, in order.
  let calls = Recorder<VarlinkCall>()
  /// The pids of the callers that went before their call had ended.
  let cancelled = Recorder<Int32>()
  /// How many replies Follow has made.
  private(set) var followed = 0
  private var number = 0
  private var followers: [VarlinkCall] = []

  private let directory: TemporaryDirectory
  private let listener: UnixListener
  private(set) var server: VarlinkServer?

  init(limits: VarlinkLimits = .init(), time: any TimeSource = SystemTime.shared) throws {
    directory = try TemporaryDirectory()
    path = directory.file("socket")
    listener = try UnixListener(path: path, mode: 0o600)
    let service = VarlinkService(vendor: "v", product: "p", version: "1", url: "u")
    service.add(try VarlinkInterface(parsing: Self.description), methods: methods)
    let events = events
    let server = VarlinkServer(listener: listener.descriptor, service: service, limits: limits, time: time) {
      events.append($0)
    }
    self.server = server
    try server.start()
  }

  /// Must be called at the end of a test: the loop holds the server.
  func stop() {
    server?.stop()
    listener.close()
  }

  /// Changes what Follow follows.
  func change(to number: Int) {
    self.number = number
    let waiting = followers
    followers = []
    for call in waiting { call.whenWritable { self.follow(call) } }
  }

  private func follow(_ call: VarlinkCall) {
    guard call.isOpen else { return }
    followed += 1
    call.reply(
      ["number": .int(number), "padding": .string(String(repeating: "x", count: 1000))], continues: true)
    followers.append(call)
  }

  private func keep(_ call: VarlinkCall) {
    let cancelled = cancelled
    let pid = call.peer.pid
    call.onCancel = { cancelled.append(pid) }
    calls.append(call)
  }

  private var methods: [String: VarlinkService.Method] {
    [
      "Echo": VarlinkService.Method { $0.reply($0.parameters) },
      "Hold": VarlinkService.Method { [unowned self] in keep($0) },
      "Follow": VarlinkService.Method(requiresMore: true) { [unowned self] call in
        keep(call)
        follow(call)
      },
      "Flood": VarlinkService.Method(requiresMore: true) { [unowned self] in keep($0) },
      "Large": VarlinkService.Method { call in
        let count = call.parameters["bytes"]?.intValue ?? 0
        call.reply(["text": .string(String(repeating: "x", count: Int(clamping: count)))])
      },
      "Fail": VarlinkService.Method { $0.error("org.example.test.Failed", ["why": "because"]) },
    ]
  }
}

/// Runs a body with a server, on the loop.
func withServer(
  limits: VarlinkLimits = .init(), _ body: @Loop (TestServer) async throws -> Void
) async throws {
  try await onLoop {
    let server = try TestServer(limits: limits)
    defer { server.stop() }
    try await body(server)
  }
}

/// The same with a clock that the test moves.
func withServer(
  limits: VarlinkLimits = .init(), clock body: @Loop (TestServer, ManualClock) async throws -> Void
) async throws {
  try await onLoop {
    let clock = ManualClock()
    let server = try TestServer(limits: limits, time: clock)
    defer { server.stop() }
    try await body(server, clock)
  }
}
