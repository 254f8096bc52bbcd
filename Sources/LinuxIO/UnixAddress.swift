import Glibc

/// The path of a Unix socket in the form that bind(2) and connect(2) take.
struct UnixAddress {
  private var address = sockaddr_un()

  /// Throws ENAMETOOLONG for a path that does not fit (107 bytes do) and EINVAL for an empty one or one with a NUL.
  init(path: String) throws(SystemError) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw SystemError(code: EINVAL, call: "bind", what: path)
    }
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      // One byte stays for the terminating NUL.
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    guard fits else { throw SystemError(code: ENAMETOOLONG, call: "bind", what: path) }
    address.sun_family = sa_family_t(AF_UNIX)
  }

  /// Hands the address to a call.
  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
