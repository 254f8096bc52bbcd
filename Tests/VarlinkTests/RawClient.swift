import Glibc
import LinuxIO
import PlacedTestKit

/// A client that sends any bytes, on the loop beside the server that it talks to.
@Loop
final class RawClient {
  /// What has come and was not taken yet.
  private var buffer: [UInt8] = []
  private let arrivals = Recorder<Int>()
  private(set) var hasEnded = false
  private let socket: FileDescriptor

  /// With `reads` false the client takes nothing that is sent to it.
  init(_ path: String, reads: Bool = true) throws {
    socket = try UnixSocket.connect(to: path)
    try socket.setNonBlocking(true)
    if reads { try read() }
  }

  convenience init(_ server: TestServer, reads: Bool = true) throws {
    try self.init(server.path, reads: reads)
  }

  /// Begins to take what comes.
  func read() throws {
    try Loop.shared.watch(socket.raw, for: .readable) { [unowned self] _ in take() }
  }

  private func take() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = bytes.withUnsafeMutableBytes { buffer in (try? socket.read(into: buffer)) ?? 0 }
    buffer += bytes.prefix(count)
    if count == 0 {
      hasEnded = true
      Loop.shared.unwatch(socket.raw)
    }
    arrivals.append(count)
  }

  /// Sends what fits; for texts that do.
  func send(_ text: String) {
    send(Array(text.utf8))
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { (try? socket.send($0)) ?? 0 }
  }

  /// The next message, up to its end.
  func message(_ terminator: UInt8 = 0) async throws -> String {
    let end = try await arrivals.eventually("message") {
      self.buffer.firstIndex(of: terminator) ?? (self.hasEnded ? -1 : nil)
    }
    guard end >= 0 else { throw KitError("the connection has ended") }
    defer { buffer.removeFirst(end + 1) }
    return String(decoding: buffer[..<end], as: UTF8.self)
  }

  /// Waits for the end of the connection; what came before it.
  @discardableResult
  func end() async throws -> String {
    try await arrivals.eventually("end") { self.hasEnded ? true : nil }
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Ends one direction or both, shutdown(2).
  func shutdown(_ how: Int) {
    _ = Glibc.shutdown(socket.raw, Int32(how))
  }

  func close() {
    Loop.shared.unwatch(socket.raw)
    socket.close()
  }
}

/// A call as text, without a terminator.
func call(_ method: String, _ rest: String = "") -> String {
  #"{"method":"org.example.test.\#(method)"\#(rest)}"#
}
