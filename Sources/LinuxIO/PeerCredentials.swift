import CLinux
import Glibc

/// Who is on the other end of a Unix socket, by the kernel: as it was when it connected.
package struct PeerCredentials: Equatable, Sendable {
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32
  /// All its groups.
  package var groups: Set<UInt32>
  /// The system's unit that the process belongs to, see `ControlGroup`; nil if that cannot be told for sure.
  package var unit: String?

  package init(pid: Int32, uid: UInt32, gid: UInt32, groups: Set<UInt32> = [], unit: String? = nil) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.groups = groups.union([gid])
    self.unit = unit
  }

  /// Asks the kernel about a connected socket: SO_PEERCRED, SO_PEERGROUPS and /proc.
  package init(of socket: FileDescriptor) throws(SystemError) {
    var found = clinux_credentials()
    guard clinux_peer_credentials(socket.raw, &found) == 0 else { throw .last("getsockopt") }
    self.init(pid: found.pid, uid: found.uid, gid: found.gid, groups: PeerCredentials.groups(of: socket))
    unit = PeerCredentials.unit(of: socket, pid: pid, uid: uid)
  }

  private static func groups(of socket: FileDescriptor) -> Set<UInt32> {
    var groups = [gid_t](repeating: 0, count: 64)
    var count = clinux_peer_groups(socket.raw, &groups, Int32(groups.count))
    if count > Int32(groups.count) {
      groups = [gid_t](repeating: 0, count: Int(count))
      count = clinux_peer_groups(socket.raw, &groups, count)
    }
    guard count >= 0, Int(count) <= groups.count else { return [] }
    return Set(groups[..<Int(count)])
  }

  /// The unit, while the process is held: its number may be another's before and after, not between. A process that
  /// has ended by then has no unit; nor has one, before Linux 6.5 where the kernel cannot hold the very process that
  /// connected, whose number belongs to another user now.
  private static func unit(of socket: FileDescriptor, pid: Int32, uid: UInt32) -> String? {
    guard pid > 0 else { return nil }
    let process = clinux_peer_process(socket.raw, pid)
    guard process >= 0 else { return nil }
    defer { close(process) }
    var status = stat()
    guard stat("/proc/\(pid)", &status) == 0, status.st_uid == uid || status.st_uid == 0,
      let file = try? FileDescriptor.open("/proc/\(pid)/cgroup", O_RDONLY | O_CLOEXEC)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }),
      clinux_process_lives(process) == 1
    else { return nil }
    return ControlGroup.unit(inFile: String(decoding: bytes[..<count], as: UTF8.self))
  }
}
