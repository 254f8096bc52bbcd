import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import Testing
import Varlink

@Suite(.serialized) struct ServiceManagerTests {
  @Test func `tells when it is ready, reloads and stops`() async throws {
    let home = try TemporaryDirectory()
    let manager = try NotifySocket(path: home.file("notify"))
    let daemon = try await DaemonHarness(environment: ["NOTIFY_SOCKET": manager.path])
    let ready = try #require(manager.next(with: "READY=1"))
    #expect(ready.contains { $0.hasPrefix("STATUS=Positioning: ") }, "\(ready)")
    try await daemon.settle()
    #expect(manager.next(with: "STATUS=Positioning: fix_3d.") != nil)

    for config in ["", "[Location]\nDistanceFilterM=far\n"] {
      try DaemonHarness.write(config, to: daemon.config)
      daemon.process.signal(SIGHUP)
      let reloading = try #require(manager.next(with: "RELOADING=1"))
      #expect(reloading.contains { $0.hasPrefix("MONOTONIC_USEC=") })
      #expect(manager.next(with: "READY=1") != nil)
    }
    daemon.process.signal(SIGTERM)
    #expect(manager.next(with: "STOPPING=1") != nil)
    #expect(try daemon.process.waitForExit(within: 2) == 0)
  }

  @Test func `IPC-16 the watchdog hears of the loop while work blocks, and nothing of a stuck loop`()
    async throws
  {
    let home = try TemporaryDirectory()
    let manager = try NotifySocket(path: home.file("notify"))
    // Connecting to gpsd blocks: the queue of its port is full, and nobody takes from it.
    let (silent, port) = try LoopbackSocket.bound(SOCK_STREAM)
    #expect(listen(silent.raw, 0) == 0)
    let crowd = try (0..<4).map { _ in
      let client = try LoopbackSocket.bound(SOCK_STREAM).0
      _ = LoopbackSocket.connect(client, toPort: port)
      return client
    }
    defer { for client in crowd { client.close() } }
    let daemon = try await DaemonHarness(
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"], silentGpsd: port)
    #expect(poll { isDialling(port, pid: daemon.process.pid) ? true : nil } == true)
    for _ in 0..<8 {
      #expect(manager.next(with: "WATCHDOG=1", within: 1000) != nil)
      _ = try daemon.call("Places.GetStatus")
    }
    daemon.process.signal(SIGSTOP)
    while manager.next(within: 0) != nil {}
    #expect(manager.next(within: 1000) == nil)
    daemon.process.signal(SIGCONT)
    #expect(manager.next(with: "WATCHDOG=1", within: 1000) != nil)
  }

  /// Whether the process waits for a connection to this port of its own: as its descriptors and the kernel's list of
  /// connections, where 02 is SYN_SENT, tell.
  private func isDialling(_ port: UInt16, pid: pid_t) -> Bool {
    let digits = String(port, radix: 16, uppercase: true)
    let peer = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    let waiting = lines(of: "/proc/\(pid)/net/tcp").map { $0.split(separator: " ") }.filter { fields in
      fields.count > 9 && fields[2].hasSuffix(peer) && fields[3] == "02"
    }
    let sockets = Set(waiting.map { "socket:[\($0[9])]" })
    return (0..<64).contains { number in
      var target = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/\(pid)/fd/\(number)", &target, target.count)
      return sockets.contains(String(decoding: target.prefix(max(0, count)).map(UInt8.init), as: UTF8.self))
    }
  }

  private func lines(of path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      lines.append(String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
    return lines
  }

  @Test func `serves on the socket that it is handed, which stays, and nobody is refused over a restart`()
    async throws
  {
    let home = try TemporaryDirectory()
    let listener = try UnixListener(path: home.file("handed"), mode: 0o600)
    let daemon = try await DaemonHarness(
      prelude: "export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=varlink;", sockets: [listener.descriptor],
      socket: listener.path)
    #expect(access(daemon.directory.file("socket"), F_OK) != 0)
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForExit(within: 2)
    #expect(access(listener.path, F_OK) == 0)

    let client = try daemon.client()
    try client.callMore("io.placed.Places.GetSelectedPlace")
    #expect(try client.nextReply(within: .milliseconds(50)) == nil)
    try await daemon.restart()
    #expect(try client.nextReply(within: .seconds(10))?.parameters["selection"] != nil)
  }

  @Test(arguments: [
    ("LISTEN_FDS=2 LISTEN_FDNAMES=first:varlink", true), ("LISTEN_FDS=1 LISTEN_FDNAMES=connection", true),
    ("LISTEN_FDS=2 LISTEN_FDNAMES=first:second", false),
    ("LISTEN_FDS=2 LISTEN_FDNAMES=varlink:second", false),
  ])
  func `of several sockets it takes the one named varlink`(variables: String, isTaken: Bool) async throws {
    let home = try TemporaryDirectory()
    let listener = try UnixListener(path: home.file("handed"), mode: 0o600)
    let isOne = variables.contains("LISTEN_FDS=1")
    // Something else comes first, where there are two.
    let other = try FileDescriptor.open("/dev/null", O_RDONLY)
    let start = {
      try await DaemonHarness(
        prelude: "export LISTEN_PID=$$ \(variables);",
        sockets: isOne ? [listener.descriptor] : [other, listener.descriptor], socket: listener.path)
    }
    if isTaken {
      #expect(try await start().process.exitCode() == nil)
    } else {
      let error = await #expect(throws: KitError.self) { try await start() }
      #expect(error?.description.contains("named varlink") == true)
    }
  }
}
