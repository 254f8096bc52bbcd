import Glibc

/// Which file a path names at this moment, lstat(2): device and inode.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t
  private let mode: mode_t

  /// Nil with `errno` when there is none; a symbolic link is itself, not what it points to.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
  }

  var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
}
