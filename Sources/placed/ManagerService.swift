import Configuration
import JSON
import LinuxIO
import PlacedInterface
import Varlink

/// Answers the methods of `io.placed.Manager`, for root and the daemon's own user.
@Loop
final class ManagerService {
  private let reload: @Loop () throws(ConfigurationError) -> Void

  init(reload: @escaping @Loop () throws(ConfigurationError) -> Void) { self.reload = reload }

  /// The methods that work; the interface's others answer MethodNotImplemented.
  var methods: [String: VarlinkService.Method] {
    [
      "Reload": VarlinkService.Method { [self] call in
        guard Access.of(call.peer) == .full else { return call.permissionDenied() }
        do throws(ConfigurationError) {
          try reload()
          call.reply()
        } catch {
          call.error("\(ManagerInterface.name).ConfigurationInvalid", parameters(of: error))
        }
      }
    ]
  }

  private func parameters(of error: ConfigurationError) -> JSONObject {
    let file =
      switch error {
      case .unreadable(let file, _): file
      case .invalid(let findings): findings.first?.file ?? ""
      case .noHome: ""
      }
    return ["file": .string(file), "message": .string("\(error)")]
  }
}
