import Glibc

/// Why a configuration cannot be used.
package enum ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// A file or its directory cannot be read; with errno.
  case unreadable(String, Int32)
  /// Lines that are wrong: all of them, never empty.
  case invalid([Finding])
  /// The path of the socket is longer than a socket's may be; with who said it.
  case longSocketPath(String, EffectiveValue.Origin)
  /// There is no home directory to derive the paths of a user's daemon from.
  case noHome

  package var description: String {
    switch self {
    case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .invalid(let findings): findings.map(\.description).joined(separator: "\n")
    case .longSocketPath(let path, let origin):
      "\(origin): the socket's path has \(path.utf8.count) bytes, at most \(Settings.Socket.longestPath) are possible: "
        + path
    case .noHome: "neither HOME nor the XDG directories are set to an absolute path"
    }
  }
}
