import Arguments
import Configuration
import Glibc
import Gpsd
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore
import StateStore
import Varlink

/// The parts of the daemon at work: the only place that joins the adapters.
@Loop
final class RunningDaemon {
  private let load: @Sendable () throws(ConfigurationError) -> Configuration
  private let daemon: Daemon
  private let listener: UnixListener
  private let server: VarlinkServer
  private var link: GpsdLink

  /// Opens the state, the region files and the socket, and begins to connect to gpsd. What cannot be had is thrown.
  init(
    _ settings: Settings, log: Log, load: @escaping @Sendable () throws(ConfigurationError) -> Configuration
  ) throws {
    self.load = load
  }
}
