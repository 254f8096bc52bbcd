import Glibc
import LinuxIO

/// Internet sockets on this machine, for servers that tests play.
package enum LoopbackSocket {
  package enum Family: String, Sendable {
    case v4 = "127.0.0.1"
    case v6 = "::1"
  }

  /// A bound socket and its port; port 0 takes a free one.
  package static func bound(
    _ type: __socket_type, family: Family = .v4, port: UInt16 = 0
  ) throws -> (FileDescriptor, UInt16) {
    let domain = family == .v4 ? AF_INET : AF_INET6
    let number = socket(domain, Int32(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { throw SystemError(code: errno, call: "socket") }
    let descriptor = FileDescriptor(owning: number)
    setReuse(of: descriptor, to: true)
    var v4 = address(port)
    var v6 = sockaddr_in6()
    v6.sin6_family = sa_family_t(AF_INET6)
    v6.sin6_port = port.bigEndian
    v6.sin6_addr = in6addr_loopback
    let failed =
      family == .v4
      ? named(&v4) { bind(number, $0, $1) != 0 } : named(&v6) { bind(number, $0, $1) != 0 }
    guard !failed else { throw SystemError(code: errno, call: "bind", what: "\(family.rawValue) \(port)") }
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = named(&v6) { address, _ in
      getsockname(number, UnsafeMutablePointer(mutating: address), &length)
    }
    // Both kinds have the port at the same place.
    return (descriptor, UInt16(bigEndian: v6.sin6_port))
  }

  /// Lets the socket share its port with connections that are about to end (SO_REUSEADDR), or not.
  static func setReuse(of socket: FileDescriptor, to isOn: Bool) {
    var value: Int32 = isOn ? 1 : 0
    setsockopt(socket.raw, SOL_SOCKET, SO_REUSEADDR, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends a datagram to a port of this machine.
  package static func send(_ bytes: [UInt8], from socket: FileDescriptor, toPort port: UInt16) {
    var v4 = address(port)
    _ = named(&v4) { address, size in sendto(socket.raw, bytes, bytes.count, 0, address, size) }
  }

  /// Connects a stream socket to a port of this machine.
  package static func connect(_ socket: FileDescriptor, toPort port: UInt16) -> Bool {
    var v4 = address(port)
    return named(&v4) { address, size in Glibc.connect(socket.raw, address, size) } == 0
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func named<Address, Result>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
