import Glibc
import LinuxIO

/// A real gpsd of its own on free ports of this machine, fed with NMEA sentences as datagrams.
package final class RealGpsd: Sendable {
  /// Where clients connect.
  package let port: UInt16
  /// gpsd's name of the receiver that `send` plays.
  package let device: String
  private let feedPort: UInt16
  private let feed: FileDescriptor
  /// A shell that ends gpsd when this process closes its side of a pair of sockets: so gpsd goes too when a test
  /// is killed.
  private let keeper: pid_t
  private let lifeline: FileDescriptor

  /// Where Debian has it.
  private static let program = "/usr/sbin/gpsd"

  package static var isInstalled: Bool { access(program, X_OK) == 0 }

  /// Starts gpsd and waits until it takes connections.
  package init() async throws {
    // The ports are free the moment before gpsd takes them.
    port = try LoopbackSocket.bound(SOCK_STREAM).1
    feedPort = try LoopbackSocket.bound(SOCK_DGRAM).1
    feed = try LoopbackSocket.bound(SOCK_DGRAM).0
    device = "udp://127.0.0.1:\(feedPort)"
    (keeper, lifeline) = try RealGpsd.spawn([RealGpsd.program, "-N", "-n", "-S", "\(port)", device])
    do {
      try await waitUntilItAnswers()
    } catch {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// Ends gpsd.
  package func stop() {
    lifeline.close()
    // A second call finds no such child.
    var status: Int32 = 0
    waitpid(keeper, &status, 0)
  }

  /// Sends sentences without their "$" and checksum, which are added; all in one datagram each.
  package func send(_ sentences: String...) {
    for sentence in sentences {
      let sum = sentence.utf8.reduce(0) { $0 ^ $1 }
      let digits = Array("0123456789ABCDEF")
      let line = "$\(sentence)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n"
      LoopbackSocket.send(Array(line.utf8), from: feed, toPort: feedPort)
    }
  }

  private func waitUntilItAnswers() async throws {
    for _ in 0..<500 {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      let attempt = FileDescriptor(owning: number)
      if LoopbackSocket.connect(attempt, toPort: port) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw KitError("gpsd does not answer")
  }

  private static func spawn(_ words: [String]) throws -> (keeper: pid_t, lifeline: FileDescriptor) {
    let (reading, lifeline) = try UnixSocket.pair(nonBlocking: false)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, reading.raw, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Threads of the tests block signals; a shell that inherits that waits for ever.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let script = #""$@" & read end; kill -9 $!; wait $!"#
    let arguments: [UnsafeMutablePointer<CChar>?] =
      (["sh", "-c", script, "sh"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var keeper: pid_t = 0
    let error = posix_spawn(&keeper, "/bin/sh", &actions, &attributes, arguments, environ)
    guard error == 0 else { throw SystemError(code: error, call: "posix_spawn", what: "/bin/sh") }
    return (keeper, lifeline)
  }
}
