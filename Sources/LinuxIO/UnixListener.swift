import Glibc

/// A listening Unix socket and its file; the file goes with `close()`.
package final class UnixListener: Sendable {
  /// The listening socket: non-blocking, close-on-exec.
  package let descriptor: FileDescriptor
  /// Where clients connect.
  package let path: String
  private let identity: FileIdentity

  /// Creates the socket file with exactly this mode, whatever the umask, and listens.
  ///
  /// The socket of a daemon that has died (nobody listens on it) is replaced. Throws EADDRINUSE when somebody does
  /// listen there, ENOTSOCK when the path is some other kind of file, which is left alone, and ENAMETOOLONG.
  package init(path: String, mode: mode_t, backlog: Int32 = 128) throws(SystemError) {
    let address = try UnixAddress(path: path)
    let socket = try UnixSocket.open(nonBlocking: true)
    if !UnixListener.bind(socket, address) {
      guard errno == EADDRINUSE else { throw .last("bind", path) }
      try UnixListener.removeStale(path, address)
      guard UnixListener.bind(socket, address) else { throw .last("bind", path) }
    }
    // Nobody can connect before listen, so nobody slips in under the mode that the umask made.
    guard chmod(path, mode) == 0 else { throw .last("chmod", path) }
    guard let identity = FileIdentity(path: path) else { throw .last("lstat", path) }
    guard listen(socket.raw, backlog) == 0 else { throw .last("listen", path) }
    self.descriptor = socket
    self.path = path
    self.identity = identity
  }

  /// Stops listening and removes the socket file, unless another has taken its place.
  package func close() {
    if descriptor.raw >= 0, FileIdentity(path: path) == identity { unlink(path) }
    descriptor.close()
  }

  private static func bind(_ socket: FileDescriptor, _ address: UnixAddress) -> Bool {
    address.withSockaddr { Glibc.bind(socket.raw, $0, $1) } == 0
  }

  /// Removes a socket file on which nobody listens; throws if it is anything else.
  ///
  /// Two daemons may find the same dead socket at once. So it is moved aside first: only one of them gets it, and
  /// the one that came later sees that it has moved the other's new socket and puts it back.
  private static func removeStale(_ path: String, _ address: UnixAddress) throws(SystemError) {
    guard let dead = FileIdentity(path: path) else {
      if errno == ENOENT { return }
      throw .last("lstat", path)
    }
    guard dead.isSocket else { throw SystemError(code: ENOTSOCK, call: "bind", what: path) }
    let probe = try UnixSocket.open(nonBlocking: true)
    let connected = address.withSockaddr { Glibc.connect(probe.raw, $0, $1) } == 0
    // EAGAIN is a full backlog: somebody listens. EACCES: somebody else's.
    guard !connected, errno == ECONNREFUSED else {
      throw SystemError(code: connected || errno == EAGAIN ? EADDRINUSE : errno, call: "bind", what: path)
    }
    let aside = "\(path).\(getpid())"
    guard rename(path, aside) == 0 else {
      if errno == ENOENT { return }
      throw .last("rename", path)
    }
    guard FileIdentity(path: aside) == dead else {
      _ = rename(aside, path)
      throw SystemError(code: EADDRINUSE, call: "bind", what: path)
    }
    unlink(aside)
  }
}
