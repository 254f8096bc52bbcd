import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

/// The daemon at the limits that the system sets it.
@Suite(.serialized) struct LimitTests {
  @Test func `IPC-07 without descriptors for more clients it serves those it has, at rest`() async throws {
    let daemon = try await DaemonHarness(prelude: "ulimit -n 64;")
    try await daemon.settle()
    let served = try daemon.client()
    _ = try served.call("io.placed.Places.GetStatus")
    var crowd: [FileDescriptor] = []
    for _ in 0..<100 { crowd.append(try UnixSocket.connect(to: daemon.socket, timeout: .seconds(5))) }
    #expect(poll { daemon.process.errorText.contains("turned away") ? true : nil } == true)

    let before = try ticks(of: daemon.process.pid)
    let began = Clock.bootNanoseconds()
    while Clock.bootNanoseconds() - began < 1_000_000_000 {
      var pause = timespec(tv_sec: 0, tv_nsec: 100_000_000)
      nanosleep(&pause, nil)
    }
    #expect(try ticks(of: daemon.process.pid) - before <= sysconf(Int32(_SC_CLK_TCK)) / 20)

    // gpsd, files and state have their descriptors.
    await daemon.fix(.p0.moved(north: 40))
    _ = try served.call("io.placed.Places.GetLikelyPlaces")
    _ = try served.call("io.placed.Places.SelectPlace", ["placeId": "test:station"])
    #expect(daemon.process.errorText.split(separator: "turned away").count == 2)
    for client in crowd { client.close() }
    #expect(poll { (try? daemon.call("Places.GetStatus")) != nil ? true : nil } == true)
  }

  /// Ticks of CPU that a process has used.
  private func ticks(of pid: pid_t) throws -> Int {
    let file = try FileDescriptor.open("/proc/\(pid)/stat", O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) } ?? 0
    let fields = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
    return try #require(Int(fields[13])) + #require(Int(fields[14]))
  }

  @Test(arguments: ["000", "022", "077"])
  func
    `IPC-19 the socket has the configured mode whatever the umask, and its new directory lets people through`(
      umask: String
    ) throws
  {
    for (mode, directoryMode) in [(0o666, 0o755), (0o600, 0o700)] as [(UInt32, UInt32)] {
      let home = try TemporaryDirectory()
      let text = String(mode, radix: 8)
      try DaemonHarness.write("[Socket]\nMode=\(text)\n", to: home.file("placed.conf"))
      let program = RunningProgram.path(of: "placed")
      let arguments = [
        "--user", "--config", home.file("placed.conf"), "--socket", home.file("run/socket"), "--gpsd",
        "127.0.0.1:9",
      ]
      let process = try RunningProgram(
        "/bin/sh", ["-c", #"umask \#(umask); exec "$@""#, "sh", program] + arguments,
        environment: ["HOME": home.path], in: home.path)
      let isThere = poll { (try? VarlinkClient(path: home.file("run/socket"))) != nil ? true : nil }
      #expect(isThere == true, "\(process.errorText)")
      for (path, wanted) in [("run/socket", mode), ("run", directoryMode)] {
        var status = stat()
        #expect(stat(home.file(path), &status) == 0)
        #expect(status.st_mode & 0o777 == wanted, "\(path)")
      }
    }
  }

  @Test func `SQL-06 a file system without locks is named`() throws {
    let home = try TemporaryDirectory()
    // As NFS without its lock service answers.
    let process = try RunningProgram(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=flock", "-e", "inject=flock:error=ENOLCK",
        RunningProgram.path(of: "placed"), "--user", "--gpsd", "127.0.0.1:9",
      ], environment: ["HOME": home.path], in: home.path)
    #expect(try process.waitForExit() == 1)
    #expect(process.errorText.contains("network file system"), "\(process.errorText)")
  }

  @Test func `SQL-10 a reader that pauses does not make the state grow`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let (paused, _) = try daemon.subscribe()
    let client = try daemon.client()
    let ids = DaemonHarness.places.map(\.id)
    for number in 0..<2000 {
      _ = try client.call("io.placed.Places.SelectPlace", ["placeId": .string(ids[number % ids.count])])
    }
    var status = stat()
    #expect(stat(daemon.directory.file("state/state.db-wal"), &status) == 0)
    #expect(status.st_size < 4 << 20)
    // When it reads again it comes to the newest choice.
    var last: String?
    while let reply = try paused.nextReply(within: .milliseconds(500)) {
      last = reply.parameters["selection"]?["place"]?["id"]?.stringValue ?? last
    }
    #expect(last == ids[1999 % ids.count])
  }
}
