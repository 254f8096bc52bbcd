import JSON
import LinuxIO
import PlacedInterface
import PlacedTestKit
import Synchronization
import Varlink

/// A service that gives prepared answers to the methods of our interfaces, and remembers what it was asked.
final class ScriptedDaemon: Sendable {
  enum Answer: Sendable {
    case reply(JSONObject)
    case error(String, JSONObject)
    /// Many replies to one call; then, unless it goes on, the last one ends it.
    case stream([JSONObject], goesOn: Bool)
    /// Whatever the parameters deserve.
    case by(@Sendable (JSONObject) -> Answer)
    /// Nothing, ever.
    case silence
  }

  struct Call: Equatable, Sendable {
    let method: String
    let parameters: JSONObject
  }

  let path: String
  private let listener: UnixListener
  private let server: VarlinkServer
  private let record: Record

  private final class Record: Sendable {
    let calls = Mutex<[Call]>([])
  }

  /// The interface of a daemon that is newer than the client, and whose lists may be of any shape.
  private static let newerPlaces =
    PlacesInterface.description
    .replacing("-> (likelyPlaces: LikelyPlaces)", with: "-> (likelyPlaces: object)")
    .replacing("sequence: int, authorization:", with: "sequence: int, newTopic: ?int, authorization:")
    .replacing("restricted, denied,", with: "restricted, denied, new_status,") + "\nerror NewError ()\n"

  /// Serves on a socket; methods without an answer are not implemented.
  init(_ path: String, mode: UInt32 = 0o600, _ answers: [String: Answer]) async throws {
    self.path = path
    let listener = try UnixListener(path: path, mode: mode)
    let record = Record()
    server = try await onLoop {
      let service = VarlinkService(vendor: "test", product: "scripted", version: "0", url: "")
      for text in [ScriptedDaemon.newerPlaces, ManagerInterface.description] {
        let interface = try VarlinkInterface(parsing: text)
        var methods: [String: VarlinkService.Method] = [:]
        for (name, answer) in answers where interface.methods[name] != nil {
          methods[name] = VarlinkService.Method { call in
            record.calls.withLock { $0.append(Call(method: call.method, parameters: call.parameters)) }
            ScriptedDaemon.answer(call, answer)
          }
        }
        service.add(interface, methods: methods)
      }
      let server = VarlinkServer(listener: listener.descriptor, service: service)
      try server.start()
      return server
    }
    self.listener = listener
    self.record = record
  }

  @Loop private static func answer(_ call: VarlinkCall, _ answer: Answer) {
    switch answer {
    case .by(let answer): self.answer(call, answer(call.parameters))
    case .silence: break
    case .reply(let object): call.reply(object)
    case .error(let name, let parameters): call.error(name, parameters)
    case .stream(let objects, let goesOn):
      for (index, object) in objects.enumerated() {
        call.reply(object, continues: goesOn || index < objects.count - 1)
      }
    }
  }

  var calls: [Call] { record.calls.withLock { $0 } }

  /// Closes all connections and the socket.
  func stop() async {
    await onLoop { self.server.stop() }
    listener.close()
  }
}
