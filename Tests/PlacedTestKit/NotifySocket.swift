import Glibc
import LinuxIO

/// Where a service tells how it stands, as the service manager has it: the datagram socket of NOTIFY_SOCKET.
package final class NotifySocket: Sendable {
  package let path: String
  private let socket: FileDescriptor

  package init(path: String) throws {
    self.path = path
    socket = FileDescriptor(
      owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0 else { throw SystemError(code: errno, call: "bind", what: path) }
  }

  /// The lines of the next message; nil if none comes in time.
  package func next(within milliseconds: Int32 = 10_000) -> [String]? {
    var ready = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&ready, 1, milliseconds) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket.raw, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// Reads on until a message has this line; nil if none does in time.
  package func next(with line: String, within milliseconds: Int32 = 10_000) -> [String]? {
    while let lines = next(within: milliseconds) {
      if lines.contains(line) { return lines }
    }
    return nil
  }
}
