import CLinux
import Glibc

/// Unix stream sockets: connecting, accepting, pairs. `UnixListener` is the listening side.
package enum UnixSocket {
  /// Accepts a waiting connection, accept4(2): non-blocking, close-on-exec; nil when none waits.
  ///
  /// Throws EMFILE, ENFILE, ENOBUFS or ENOMEM when a limit is reached: the connection then still waits, and the
  /// listener stays readable, so the caller has to stop watching it for a while.
  package static func accept(_ listener: FileDescriptor) throws(SystemError) -> FileDescriptor? {
    let number = clinux_accept(listener.raw)
    if number >= 0 { return FileDescriptor(owning: number) }
    // A client that has given up already is no failure of ours.
    if errno == EAGAIN || errno == ECONNABORTED { return nil }
    throw .last("accept4")
  }

  /// Connects to a listening socket, connect(2); a blocking descriptor comes back.
  ///
  /// A listener with a full backlog is waited for, at most for `timeout` if that is given (then EAGAIN). Throws
  /// ENOENT or ECONNREFUSED when nobody is there, EACCES when the file's mode keeps us out.
  package static func connect(
    to path: String, timeout: Duration? = nil
  ) throws(SystemError) -> FileDescriptor {
    let address = try UnixAddress(path: path)
    let socket = try open()
    if let timeout {
      let microseconds = max(1, timeout.nanoseconds / 1000)
      var time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
      guard setsockopt(socket.raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size)) == 0
      else { throw .last("setsockopt") }
    }
    guard
      address.withSockaddr({ address, size in retrying { Glibc.connect(socket.raw, address, size) } }) == 0
    else { throw .last("connect", path) }
    return socket
  }

  /// Two connected sockets, socketpair(2), both non-blocking or both blocking.
  package static func pair(nonBlocking: Bool = true) throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      socketpair(
        AF_UNIX, type(nonBlocking: nonBlocking), 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard result == 0 else { throw .last("socketpair") }
    return (FileDescriptor(owning: ends.0), FileDescriptor(owning: ends.1))
  }

  static func open(nonBlocking: Bool = false) throws(SystemError) -> FileDescriptor {
    let number = socket(AF_UNIX, type(nonBlocking: nonBlocking), 0)
    guard number >= 0 else { throw .last("socket") }
    return FileDescriptor(owning: number)
  }

  private static func type(nonBlocking: Bool) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return nonBlocking ? type | Int32(SOCK_NONBLOCK.rawValue) : type
  }
}
