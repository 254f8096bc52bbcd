import Glibc
import JSON
import Varlink

/// The daemon, connected; every trouble comes back as a `Failure`.
struct Service {
  /// The socket that it listens on.
  let socket: String
  let client: VarlinkClient

  /// What the daemon may take for an answer, besides what it was asked to wait.
  private static let patience = Duration.seconds(10)

  /// Connects to the first socket that somebody listens on; a failure that is more than nobody's being there is told
  /// first.
  init(_ choice: SocketChoice) throws(Failure) {
    var failure: Failure?
    for path in choice.candidates {
      do throws(VarlinkError) {
        client = try VarlinkClient(path: path)
        socket = path
        return
      } catch {
        let trouble = Failure(error, socket: path)
        if trouble.code != .noDaemon { failure = failure ?? trouble }
      }
    }
    throw failure ?? .noDaemon(on: choice.candidates)
  }

  /// Calls a method and gives its reply. `waiting` is how long the daemon was asked to wait for something.
  func call(
    _ method: String, _ parameters: JSONObject = [:], waiting: Duration = .zero
  ) throws(Failure) -> JSONObject {
    do throws(VarlinkError) {
      return try client.call(method, parameters, timeout: Service.patience + waiting)
    } catch {
      throw Failure(error, socket: socket, sent: parameters)
    }
  }

  /// Calls a method and gives each of its replies, until the daemon ends.
  func follow(
    _ method: String, _ parameters: JSONObject, _ each: (JSONObject) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(VarlinkError) {
      try client.callMore(method, parameters)
    } catch {
      throw Failure(error, socket: socket)
    }
    var continues = true
    while continues {
      let reply: VarlinkReply?
      do throws(VarlinkError) {
        reply = try client.nextReply()
      } catch {
        throw Failure(error, socket: socket)
      }
      guard let reply else { continue }
      continues = reply.continues
      try each(reply.parameters)
    }
  }
}

extension Failure {
  /// What a failed call means to the user; `sent` are its parameters.
  init(_ error: VarlinkError, socket: String, sent: JSONObject = [:]) {
    switch error {
    case .noSocket(let path): self.init(connecting: path, code: ENOENT)
    case .refused(let path): self.init(connecting: path, code: ECONNREFUSED)
    case .notPermitted(let path): self.init(connecting: path, code: EACCES)
    case .system(let error): self.init(connecting: socket, code: error.code)
    case .reply(let name, let parameters): self.init(error: name, parameters: parameters, sent: sent)
    case .closed:
      self.init(.noDaemon, silent: "the daemon has closed the connection", socket: socket)
    case .timedOut:
      self.init(.failed, silent: "the daemon on \(socket) does not answer", socket: socket)
    case .malformedReply, .replyTooLarge, .invalidDescription:
      self.init(.failed, "what answers on \(socket) is not placed (\(error))")
    }
  }
}
