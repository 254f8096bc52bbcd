import Glibc

/// Internet sockets on this machine, 127.0.0.1.
package enum Loopback {
  package enum Kind {
    case stream, datagram

    fileprivate var number: Int32 {
      switch self {
      case .stream: Int32(SOCK_STREAM.rawValue)
      case .datagram: Int32(SOCK_DGRAM.rawValue)
      }
    }
  }

  /// A port that is free at this moment; somebody else may take it in the next.
  package static func freePort(_ kind: Kind) throws(SystemError) -> UInt16 {
    let socket = try socket(kind)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard named(0, { bind(socket.raw, $0, $1) }) == 0 else { throw .last("bind") }
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.raw, $0, &size) }
    }
    guard code == 0 else { throw .last("getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// A socket that is connected to a port, connect(2). Throws ECONNREFUSED where nobody listens.
  package static func connect(_ kind: Kind, toPort port: UInt16) throws(SystemError) -> FileDescriptor {
    let socket = try socket(kind)
    guard named(port, { Glibc.connect(socket.raw, $0, $1) }) == 0 else { throw .last("connect") }
    if kind == .stream {
      // Questions are small and wait for their answers: nothing is to be gathered.
      var on: Int32 = 1
      setsockopt(socket.raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    return socket
  }

  private static func socket(_ kind: Kind) throws(SystemError) -> FileDescriptor {
    let number = Glibc.socket(AF_INET, kind.number | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    return FileDescriptor(owning: number)
  }

  private static func named(_ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
