/// Where the daemon's files are if nothing else is configured.
package struct Paths: Equatable, Sendable {
  /// The main configuration file; its drop-ins are in the directory of this name with `.d` after it.
  package var configurationFile: String
  /// The rules of who may know where this device is.
  package var accessFile: String
  package var stateDirectory: String
  /// Directories of region files, the first found wins.
  package var placesDirectories: [String]
  package var socket: String

  /// The name of the socket in its directory: that of the interface.
  package static let socketName = "io.placed.Places"

  /// The paths of the system's daemon, by the Filesystem Hierarchy Standard.
  package static let system = Paths(
    configurationFile: "/etc/placed/placed.conf", accessFile: "/etc/placed/access.conf",
    stateDirectory: "/var/lib/placed",
    placesDirectories: ["/var/lib/placed/places"], socket: "/run/placed/\(socketName)")

  /// The paths of a user's own daemon, by the XDG Base Directory Specification: variables that are not
  /// absolute paths count as not set. The error is `.noHome`.
  ///
  /// Without XDG_RUNTIME_DIR the socket is in the state directory, which is as private.
  package static func user(environment: [String: String]) throws(ConfigurationError) -> Paths {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    func directory(_ name: String, _ fallback: String) throws(ConfigurationError) -> String {
      if let path = absolute(name) { return "\(path)/placed" }
      guard let home = absolute("HOME") else { throw .noHome }
      return "\(home)/\(fallback)/placed"
    }
    let state = try directory("XDG_STATE_HOME", ".local/state")
    let configuration = try directory("XDG_CONFIG_HOME", ".config")
    return Paths(
      configurationFile: configuration + "/placed.conf", accessFile: configuration + "/access.conf",
      stateDirectory: state,
      placesDirectories: [try directory("XDG_DATA_HOME", ".local/share") + "/places"]
        + system.placesDirectories,
      socket: (absolute("XDG_RUNTIME_DIR").map { "\($0)/placed" } ?? state) + "/\(socketName)")
  }
}
