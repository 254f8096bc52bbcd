import JSON
import LinuxIO

/// Why a call brought no result, or a text is no interface description.
package enum VarlinkError: Error, Equatable, Sendable {
  /// There is no socket file at this path: the service has never started.
  case noSocket(String)
  /// The socket file is there and nobody listens on it.
  case refused(String)
  /// The mode of the socket file, or of a directory above it, keeps the caller out.
  case notPermitted(String)
  /// Another system call failed.
  case system(SystemError)
  /// No connection or no reply within the time.
  case timedOut
  /// The service closed the connection.
  case closed
  /// What came is no reply.
  case malformedReply
  /// A reply is longer than the client takes.
  case replyTooLarge
  /// The service's answer is this error; its name is fully qualified.
  case reply(name: String, parameters: JSONObject)
  /// Lines are counted from 1.
  case invalidDescription(line: Int, String)
}

extension VarlinkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSocket(let path): "there is no socket \(path)"
    case .refused(let path): "nobody listens on \(path)"
    case .notPermitted(let path): "no permission to connect to \(path)"
    case .system(let error): error.description
    case .timedOut: "no answer within the time"
    case .closed: "the connection was closed"
    case .malformedReply: "the answer is not Varlink"
    case .replyTooLarge: "the answer is too large"
    case .reply(let name, _): name
    case .invalidDescription(let line, let message): "line \(line): \(message)"
    }
  }
}
