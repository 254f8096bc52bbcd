import Glibc

/// Room on file systems, statvfs(3).
package enum FreeSpace {
  /// Bytes that an unprivileged process may still write where `path` is; nil if nobody can tell.
  package static func bytes(at path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : bytes
  }
}
