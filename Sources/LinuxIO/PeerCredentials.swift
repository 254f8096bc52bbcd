import CLinux

/// Who is on the other end of a Unix socket, by the kernel (SO_PEERCRED): as it was when it connected.
package struct PeerCredentials: Equatable, Sendable {
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  /// Asks the kernel about a connected socket.
  package init(of socket: FileDescriptor) throws(SystemError) {
    var found = clinux_credentials()
    guard clinux_peer_credentials(socket.raw, &found) == 0 else { throw .last("getsockopt") }
    self.init(pid: found.pid, uid: found.uid, gid: found.gid)
  }
}
