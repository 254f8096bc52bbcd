import Glibc
import HTTP

/// A lock on a directory (flock), held until it is let go or the program ends, however that happens.
final class DirectoryLock {
  private var file: Int32 = -1

  /// Takes the lock; false if it is held already. Calls `waiting` once if another program has it.
  func take(_ path: String, waiting: () -> Void) throws(HTTPError) -> Bool {
    guard file < 0 else { return false }
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .file(call: "open", code: errno) }
    if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      waiting()
      while flock(opened, LOCK_EX) != 0, errno == EINTR {
        guard StopSignal.isReceived else { continue }
        close(opened)
        throw .cancelled
      }
    }
    // File systems without locks have to do without.
    file = opened
    return true
  }

  deinit { if file >= 0 { close(file) } }
}
