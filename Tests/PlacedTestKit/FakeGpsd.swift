import Glibc
import LinuxIO

/// A gpsd that says what a test tells it to: a TCP server on this machine.
@Loop
package final class FakeGpsd {
  package nonisolated let port: UInt16
  private let family: LoopbackSocket.Family
  private var listener: FileDescriptor?
  /// Keeps the port while nobody listens there.
  private var placeholder: FileDescriptor?
  private var clients: [FileDescriptor] = []
  /// What clients have sent, one element for each connection made and each line.
  package let heard = Recorder<Heard>()

  package enum Heard: Equatable, Sendable {
    case connected
    case line(String)
    case closed
  }

  /// The first line of every gpsd.
  package nonisolated static let banner =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

  /// What clients are greeted with.
  package var greeting = FakeGpsd.banner

  /// Starts to listen; port 0 takes a free one.
  package init(family: LoopbackSocket.Family = .v4, port: UInt16 = 0) throws {
    self.family = family
    let (socket, port) = try LoopbackSocket.bound(SOCK_STREAM, family: family, port: port)
    self.port = port
    try listen(on: socket)
  }

  /// How many clients are connected.
  package var connections: Int { clients.count }

  /// Stops listening; new clients are refused, and nobody else gets the port.
  package func stopListening() throws {
    endListening()
    let (socket, _) = try LoopbackSocket.bound(SOCK_STREAM, family: family, port: port)
    // Once bound, it shares the port with connections that are about to end, but with no other socket.
    LoopbackSocket.setReuse(of: socket, to: false)
    placeholder = socket
  }

  /// Listens again on the same port.
  package func listenAgain() throws {
    guard let placeholder else { return }
    LoopbackSocket.setReuse(of: placeholder, to: true)
    try listen(on: placeholder)
    self.placeholder = nil
  }

  private func endListening() {
    guard let listener else { return }
    Loop.shared.unwatch(listener.raw)
    listener.close()
    self.listener = nil
  }

  /// Hangs up on all clients.
  package func hangUp() {
    for client in clients { drop(client) }
  }

  /// Ends everything.
  package func close() {
    endListening()
    placeholder = nil
    hangUp()
  }

  /// Sends lines to all clients, in one piece.
  package func send(_ lines: String...) {
    send(bytes: Array(lines.map { $0 + "\r\n" }.joined().utf8))
  }

  /// Sends bytes as they are.
  package func send(bytes: [UInt8]) {
    for client in clients { bytes.withUnsafeBytes { _ = try? client.send($0) } }
  }

  /// Waits until a client has asked for reports, after this many things heard; it has got the banner by then.
  package func serve(skipping: Int = 0) async throws {
    try await heard.first(skipping: skipping, "WATCH") {
      if case .line(let line) = $0 { line.hasPrefix("?WATCH=") } else { false }
    }
  }

  private func listen(on socket: FileDescriptor) throws {
    guard Glibc.listen(socket.raw, 16) == 0 else { throw SystemError(code: errno, call: "listen") }
    try Loop.shared.watch(socket.raw, for: .readable) { [weak self] _ in self?.accept() }
    listener = socket
  }

  private func accept() {
    guard let listener, let client = try? UnixSocket.accept(listener) else { return }
    // Small lines go out at once, so that a test decides how bytes are cut.
    var on: Int32 = 1
    setsockopt(client.raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    clients.append(client)
    heard.append(.connected)
    try? Loop.shared.watch(client.raw, for: .readable) { [weak self] _ in self?.hear(client) }
    send(greeting)
  }

  private func hear(_ client: FileDescriptor) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try? bytes.withUnsafeMutableBytes { try client.read(into: $0) }
    guard let count else { return }
    guard count > 0 else {
      drop(client)
      heard.append(.closed)
      return
    }
    for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
      heard.append(.line(String(line)))
    }
  }

  private func drop(_ client: FileDescriptor) {
    Loop.shared.unwatch(client.raw)
    client.close()
    clients.removeAll { $0 === client }
  }
}
