import Configuration
import Glibc
import LinuxIO
import Systemd

/// The socket that clients connect to: one that the service manager holds, so that nobody is refused while the
/// daemon starts anew, or else one of its own making.
struct ServiceSocket {
  let descriptor: FileDescriptor
  /// What to call it in the log.
  let name: String
  private let own: UnixListener?

  /// The service manager's socket, if there is one; of several, the one that its unit calls `varlink`.
  static func handedOver() throws -> ServiceSocket? {
    let sockets = try ServiceManager.takeSockets()
    guard !sockets.isEmpty else { return nil }
    guard let socket = sockets.count == 1 ? sockets.first : sockets.first(where: { $0.name == "varlink" }),
      ServiceManager.isListeningUnixSocket(socket.descriptor)
    else { throw Unusable() }
    return ServiceSocket(descriptor: socket.descriptor, name: "the service manager's socket", own: nil)
  }

  /// A socket of its own; its directory is made, for this user alone unless others may connect, if only the last
  /// part is missing.
  static func made(by settings: Settings.Socket) throws -> ServiceSocket {
    if let slash = settings.path.lastIndex(of: "/"), slash != settings.path.startIndex {
      let directory = String(settings.path[..<slash])
      let mode: mode_t = settings.mode & 0o007 != 0 ? 0o755 : 0o700
      // The mode is meant, whatever the umask; a directory that is there already is somebody's.
      guard mkdir(directory, mode) != 0 ? errno == EEXIST : chmod(directory, mode) == 0
      else { throw SystemError(code: errno, call: "mkdir", what: directory) }
    }
    do throws(SystemError) {
      let listener = try UnixListener(path: settings.path, mode: settings.mode)
      return ServiceSocket(descriptor: listener.descriptor, name: settings.path, own: listener)
    } catch  where error.code == EADDRINUSE {
      throw Taken(path: settings.path, by: "another program listens there: end it")
    } catch  where error.code == ENOTSOCK {
      throw Taken(path: settings.path, by: "a file of another kind is there, and stays: move it away")
    }
  }

  /// Ends it. The file of the service manager's socket stays, and so do clients that wait there.
  func close() {
    if let own { own.close() } else { descriptor.close() }
  }

  /// Something else is where the socket should be.
  struct Taken: Error, CustomStringConvertible {
    let path: String
    let by: String

    var description: String { "\(path): \(by), or choose another path ([Socket] Path, or --socket)" }
  }

  /// None of the sockets that were handed over can be used.
  struct Unusable: Error, CustomStringConvertible {
    let description = "no listening Unix socket named varlink among those of the service manager"
  }
}
