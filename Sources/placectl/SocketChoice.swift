import PlacedInterface

/// Which sockets to try for the daemon, in order.
struct SocketChoice: Equatable {
  /// Paths; the first one that somebody listens on is taken.
  let candidates: [String]

  /// `--socket`, else PLACED_SOCKET, else the user's own daemon if it lives, else the system's.
  init(option: String?, environment: [String: String]) {
    if let option {
      candidates = [option]
    } else if let path = environment["PLACED_SOCKET"], !path.isEmpty {
      candidates = [path]
    } else {
      candidates = [SocketChoice.userSocket(environment), SocketChoice.system].compactMap(\.self)
    }
  }

  static let system = "/run/placed/\(PlacesInterface.name)"

  /// The socket of `placed --user`; without a runtime directory it is beside the user's state.
  private static func userSocket(_ environment: [String: String]) -> String? {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return "\(runtime)/placed/\(PlacesInterface.name)"
    }
    return userStateDirectory(environment).map { "\($0)/\(PlacesInterface.name)" }
  }
}
