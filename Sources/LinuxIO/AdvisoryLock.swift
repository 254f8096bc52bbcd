import Glibc

/// A lock on a file that one process holds at a time, flock(2); it goes with its holder, even after kill -9.
package final class AdvisoryLock: Sendable {
  private let file: FileDescriptor

  /// Takes the lock, making the file if it is not there. Throws EWOULDBLOCK when another process has it.
  package init(path: String) throws(SystemError) {
    file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard retrying({ flock(file.raw, LOCK_EX | LOCK_NB) }) == 0 else { throw .last("flock", path) }
  }

  /// Gives the lock up. The file stays: removing it would race with the next holder.
  package func release() {
    file.close()
  }
}
