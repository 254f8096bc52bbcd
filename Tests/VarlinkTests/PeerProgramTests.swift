import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import Testing

@testable import Varlink

/// The server in a process of its own, whose descriptors, memory and time can be seen.
struct PeerProgramTests {
  /// A running `varlink-peer server`.
  final class Peer {
    let directory: TemporaryDirectory
    let program: RunningProgram
    var path: String { directory.file("socket") }

    /// With a limit, the process may have so many descriptors.
    init(descriptors: Int? = nil) throws {
      directory = try TemporaryDirectory()
      let address = "unix:\(directory.file("socket"))"
      if let descriptors {
        let command = "ulimit -n \(descriptors); exec \(RunningProgram.folder)/varlink-peer server \(address)"
        program = try RunningProgram("/bin/sh", ["-c", command], in: directory.path)
      } else {
        program = try RunningProgram("varlink-peer", ["server", address], in: directory.path)
      }
      guard poll({ try? VarlinkClient(path: path).call(getInfo) }) != nil else {
        throw KitError("varlink-peer does not answer: \(program.errorText)")
      }
    }

    var descriptors: Int {
      guard let directory = opendir("/proc/\(program.pid)/fd") else { return -1 }
      defer { closedir(directory) }
      var count = 0
      while readdir(directory) != nil { count += 1 }
      return count - 2
    }

    /// Resident memory in bytes.
    var memory: Int {
      let fields = text("statm").split(separator: " ")
      return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())
    }

    /// Processor time used so far, in seconds.
    var time: Double {
      // utime and stime are fields 14 and 15; the second one, in brackets, may have spaces.
      let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
      return fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func text(_ name: String) -> String {
      guard let file = try? FileDescriptor.open("/proc/\(program.pid)/\(name)", O_RDONLY) else { return "" }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = bytes.withUnsafeMutableBytes { buffer in (try? file.read(into: buffer)) ?? 0 }
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  static let getInfo = "org.varlink.service.GetInfo"

  @Test func certification() throws {
    let peer = try Peer()
    let client = try RunningProgram("varlink-peer", ["client", "unix:\(peer.path)"], in: peer.directory.path)
    #expect(try client.waitForExit() == 0, "\(client.errorText)")
    peer.program.signal(SIGTERM)
    #expect(try peer.program.waitForExit() == 0)
    #expect(access(peer.path, F_OK) != 0)
  }

  /// IPC-07: out of descriptors the server waits without spinning, serves whom it has, and then the others.
  @Test func ipc07() throws {
    let peer = try Peer(descriptors: 64)
    let clients = try (0..<100).map { _ in try VarlinkClient(path: peer.path) }
    // Which of them have been accepted, their answers show.
    for client in clients { try client.callMore(Self.getInfo) }
    let served = try clients.filter { try $0.nextReply(within: .milliseconds(20)) != nil }
    #expect(served.count > 20 && served.count < 64)
    let before = peer.time
    let began = Clock.bootNanoseconds()
    var turns = 0
    while Clock.bootNanoseconds() - began < 2_000_000_000 {
      // A wait on a silent connection, not on the clock: this test is about what happens when nothing does.
      _ = try clients[99].nextReply(within: .milliseconds(200))
      _ = try served[0].call(Self.getInfo)
      turns += 1
    }
    #expect(turns > 5)
    #expect(peer.time - before < 0.1)
    for client in served { client.close() }
    let others = clients.filter { $0.descriptor >= 0 }
    for client in others.prefix(30) { #expect(try client.nextReply(within: .seconds(10)) != nil) }
    #expect(peer.program.errorText.split(separator: "\n").count == 1, "\(peer.program.errorText)")
  }

  /// IPC-09: whoever comes and goes, with half a call or none, leaves no descriptor behind.
  @Test func ipc09() throws {
    let peer = try Peer()
    let before = peer.descriptors
    for turn in 0..<5000 {
      let socket = try UnixSocket.connect(to: peer.path)
      if turn % 2 == 1 { Array(#"{"method":"org.varl"#.utf8).withUnsafeBytes { _ = try? socket.send($0) } }
      socket.close()
    }
    #expect(poll { peer.descriptors <= before ? true : nil } == true, "\(before) became \(peer.descriptors)")
  }

  /// IPC-08: hung-up connections cost no time.
  @Test func ipc08() throws {
    let peer = try Peer()
    let before = peer.descriptors
    let sockets = try (0..<100).map { _ in
      let socket = try UnixSocket.connect(to: peer.path)
      _ = shutdown(socket.raw, Int32(SHUT_RDWR))
      return socket
    }
    #expect(poll { peer.descriptors <= before ? true : nil } == true)
    withExtendedLifetime(sockets) {}
  }

  /// IPC-12: an idle connection, also one that has been served, costs little.
  @Test func ipc12() throws {
    let peer = try Peer()
    func connect(_ count: Int) throws -> [VarlinkClient] {
      try (0..<count).map { _ in
        let client = try VarlinkClient(path: peer.path)
        _ = try client.call(
          "org.varlink.service.GetInterfaceDescription", ["interface": "org.varlink.certification"])
        return client
      }
    }
    // The first ones make room that later ones use.
    let first = try connect(50)
    let before = peer.memory
    let more = try connect(200)
    #expect((peer.memory - before) / 200 < 16 << 10)
    withExtendedLifetime((first, more)) {}
  }
}
