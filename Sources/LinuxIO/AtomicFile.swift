import Glibc

/// Writes a file whole or not at all.
package enum AtomicFile {
  /// Replaces `path` by these bytes: written beside, synced, renamed, the directory synced.
  ///
  /// After an error, or a crash at any moment, the old file is still there unharmed. Without `synced` that holds
  /// for a crash of the program, not of the machine: for files that are worth no wait for the disk.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600, synced: Bool = true
  ) throws(SystemError) {
    let beside = "\(path).\(getpid()).new"
    // Left over from an earlier process of the same number that died here.
    unlink(beside)
    do throws(SystemError) {
      let file = try FileDescriptor.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      guard fchmod(file.raw, mode) == 0 else { throw .last("fchmod", beside) }
      try file.writeAll(bytes)
      guard !synced || fsync(file.raw) == 0 else { throw .last("fsync", beside) }
      guard rename(beside, path) == 0 else { throw .last("rename", path) }
    } catch {
      unlink(beside)
      throw error
    }
    guard synced else { return }
    let directory = try FileDescriptor.open(parent(of: path), O_RDONLY | O_DIRECTORY)
    guard fsync(directory.raw) == 0 else { throw .last("fsync", parent(of: path)) }
  }

  /// The directory that holds `path`.
  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension FileDescriptor {
  /// Writes all bytes to a blocking descriptor.
  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { rest in
        retrying { Glibc.write(raw, rest.baseAddress.map { $0 + done }, rest.count - done) }
      }
      guard count >= 0 else { throw .last("write") }
      done += count
    }
  }
}
