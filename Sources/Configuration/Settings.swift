import PlacesCore

/// Everything that can be configured, at its default until the configuration says otherwise.
package struct Settings: Equatable, Sendable {
  /// Where fixes come from.
  package struct Gpsd: Equatable, Sendable {
    /// gpsd's own default: its registered port on this machine.
    package var address = HostPort(host: "localhost", port: 2947)
    /// The one receiver to use, by the name that gpsd gives it; nil: any, as most devices have one.
    package var device: String?
    /// Off: latitude and longitude exactly 0 are what receivers without a fix send.
    package var allowsZeroZero = false
    /// 10 min: who comes back within it finds a fix, and a device that nobody asks rests soon. 0: never.
    package var releaseAfter = Duration.seconds(600)
  }

  /// What counts as the present location.
  package struct Location: Equatable, Sendable {
    /// 50 m: a city block away other places become likely; below that lists only flicker with noise.
    package var distanceFilter: Metres = 50
    /// The best: for places, tens of metres matter.
    package var desiredAccuracy = DesiredAccuracy.best
    /// 10 s: receivers report each second, so this is ten of them lost.
    package var staleAfter = Duration.seconds(10)
    /// What to show while there is no location; nil: nothing.
    package var defaultLocation: Coordinate?
  }

  /// Which places are known and how many are listed.
  package struct Places: Equatable, Sendable {
    /// Directories of region files.
    package var directories: [String]
    /// 5: as many as a screen shows and a person compares.
    package var likelyLimit = 5
  }

  /// The Varlink socket and what one caller may take of the daemon.
  package struct Socket: Equatable, Sendable {
    package var path: String
    /// In bytes: what Linux has room for in an address, less the NUL at its end (unix(7)).
    package static let longestPath = 107
    /// Everybody may connect; access is decided for each caller.
    package var mode: UInt32 = 0o666
    /// 512: within the descriptors that a service has by default.
    package var maxConnections = 512
    /// 256: half of them, so that no single user can shut out the others.
    package var maxConnectionsPerUser = 256
    /// 64: more than a desktop has programs that follow the location.
    package var maxSubscriptionsPerUser = 64
    /// 1 MiB: a call has a few hundred bytes.
    package var maxMessageBytes = 1_048_576
  }

  /// Who may know where this device is.
  package struct Access: Equatable, Sendable {
    /// The file of the rules.
    package var file: String
  }

  /// What is kept over restarts.
  package struct State: Equatable, Sendable {
    package var directory: String
  }

  /// What users said about where the device was.
  package struct History: Equatable, Sendable {
    /// On: it makes lists better, and each user can turn off and clear their own.
    package var isKept = true
  }

  /// What is written to the log.
  package struct Log: Equatable, Sendable {
    /// Least severe message that is written.
    package enum Level: String, CaseIterable, Sendable {
      case error, warning, info, debug
    }

    /// Info: starts, stops and changes of state; no locations and no names.
    package var level = Level.info
  }

  package var gpsd = Gpsd()
  package var location = Location()
  package var places: Places
  package var socket: Socket
  package var access: Access
  package var state: State
  package var history = History()
  package var log = Log()

  /// The defaults, with the files where `paths` says.
  package init(paths: Paths) {
    places = Places(directories: paths.placesDirectories)
    socket = Socket(path: paths.socket)
    access = Access(file: paths.accessFile)
    state = State(directory: paths.stateDirectory)
  }
}
