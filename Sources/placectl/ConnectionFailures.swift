import Glibc

extension Failure {
  /// Nobody listens on any of these sockets.
  static func noDaemon(on sockets: [String]) -> Failure {
    let remedy =
      sockets.contains(SocketChoice.system)
      ? "sudo systemctl start placed (or, for yourself: placed --user)"
      : "placed --socket \(sockets.first ?? "PATH") (for yourself: with --user before it)"
    return Failure(.noDaemon, "no daemon listens on " + sockets.joined(separator: " or "), remedy: remedy)
  }

  /// There is nobody at a socket, or it keeps us out; `code` is that of connect(2).
  init(connecting path: String, code: Int32) {
    switch code {
    case ENOENT, ECONNREFUSED, ENOTDIR:
      self = .noDaemon(on: [path])
    case EACCES, EPERM:
      self.init(
        .noAccess, "\(Failure.caller) may not connect to \(path): \(Failure.barrier(to: path))",
        remedy: Failure.asRoot)
    default:
      self.init(.failed, "cannot connect to \(path): \(String(cString: strerror(code)))")
    }
  }

  /// The daemon did not finish what it was asked.
  init(_ code: ExitCode, silent message: String, socket: String) {
    let isSystems = socket == SocketChoice.system
    self.init(
      code, message,
      remedy: isSystems ? "systemctl status placed" : "see what the daemon wrote to standard error")
  }

  /// What keeps the caller out: the first directory that may not be entered, or the socket itself.
  private static func barrier(to path: String) -> String {
    for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
      let directory = String(path[..<index])
      if access(directory, X_OK) != 0, errno == EACCES { return "it may not enter \(directory)" }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return "access to it is denied" }
    let group =
      getgrgid(status.st_gid).map { "'\(String(cString: $0.pointee.gr_name))'" } ?? "\(status.st_gid)"
    return "its mode is 0\(String(status.st_mode & 0o777, radix: 8)), its group \(group)"
  }
}
