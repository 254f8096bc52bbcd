import Configuration
import JSON
import LinuxIO
import PlacedInterface
import Varlink

/// Answers the methods of `io.placed.Manager`, for root and the daemon's own user.
@Loop
final class ManagerService {
  /// Reads everything again, and then says what was wrong with it, if anything.
  typealias Reload = @Loop (_ then: @escaping @Loop (ConfigurationError?) -> Void) -> Void

  private let reload: Reload

  init(reload: @escaping Reload) { self.reload = reload }

  /// The methods that work; the interface's others answer MethodNotImplemented.
  var methods: [String: VarlinkService.Method] {
    [
      "Reload": VarlinkService.Method { [self] call in
        guard Access.of(call.peer) == .full else { return call.permissionDenied() }
        reload { [self] error in
          guard let error else { return call.reply() }
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
