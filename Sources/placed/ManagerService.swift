import Configuration
import JSON
import LinuxIO
import PlacedInterface
import PlacesCore
import StateStore
import Varlink

/// Answers the methods of `io.placed.Manager`, for root and the daemon's own user.
@Loop
final class ManagerService {
  /// Reads everything again, and then says what was wrong with it, if anything.
  typealias Reload = @Loop (_ then: @escaping @Loop (ConfigurationError?) -> Void) -> Void

  private let daemon: Daemon
  private let reload: Reload
  /// Puts a fix into the place of the receiver's, or takes it away.
  private let simulate: @Loop (Fix?) -> Void

  init(daemon: Daemon, reload: @escaping Reload, simulate: @escaping @Loop (Fix?) -> Void) {
    self.daemon = daemon
    self.reload = reload
    self.simulate = simulate
  }

  /// The methods that work; the interface's others answer MethodNotImplemented.
  var methods: [String: VarlinkService.Method] {
    [
      "ListAuthorizations": administrators { [self] call in
        call.reply(["authorizations": .array(daemon.access.list.map(\.json))])
      },
      "SetAuthorization": administrators { [self] call throws(ParameterError) in try setAuthorization(call) },
      "SetDefaults": administrators { [self] call throws(ParameterError) in try setDefaults(call) },
      "SimulateLocation": administrators { [self] call throws(ParameterError) in try simulateLocation(call) },
      "Reload": administrators { [self] call in
        reload { [self] error in
          guard let error else { return call.reply() }
          call.error("\(ManagerInterface.name).ConfigurationInvalid", parameters(of: error))
        }
      },
    ]
  }

  private func administrators(
    _ handle: @escaping @Loop (VarlinkCall) throws(ParameterError) -> Void
  ) -> VarlinkService.Method {
    VarlinkService.Method { call in
      guard AccessControl.isAdministrator(call.peer) else { return call.permissionDenied() }
      do throws(ParameterError) {
        try handle(call)
      } catch {
        call.invalidParameter(error.path)
      }
    }
  }

  private func setAuthorization(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    // The largest number is no user's, it means "none".
    guard let uid = try parameters.int("uid", in: 0...Int64(UInt32.max) - 1),
      let status = parameters.string("status").flatMap(Access.Status.init(rawValue:)),
      let accuracy = parameters.string("accuracy").flatMap(Access.Accuracy.init(rawValue:))
    else { throw ParameterError(path: "uid") }
    do throws(StateError) {
      try daemon.decide(Access(status, accuracy), of: UInt32(uid))
      daemon.log.info("Access of user \(uid) is now \(status.rawValue), \(accuracy.rawValue).")
      call.reply()
    } catch {
      daemon.log.error("The decision about user \(uid) could not be saved: \(error). Access stays as it was.")
      call.error("\(ManagerInterface.name).NotSaved", ["reason": .string("\(error)")])
    }
  }

  private func setDefaults(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    var settings = daemon.settings
    if let distance = try parameters.distance("distanceFilter") {
      settings.location.distanceFilter = distance
    }
    if let accuracy = try parameters.desiredAccuracy() { settings.location.desiredAccuracy = accuracy }
    if let place = call.parameters["defaultLocation"]?.objectValue {
      guard let latitude = place["latitude"]?.doubleValue, let longitude = place["longitude"]?.doubleValue,
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      else { throw ParameterError(path: "defaultLocation") }
      settings.location.defaultLocation = coordinate
    }
    daemon.change(settings)
    call.reply()
  }

  private func simulateLocation(_ call: VarlinkCall) throws(ParameterError) {
    guard let location = call.parameters["location"]?.objectValue else {
      simulate(nil)
      return call.reply()
    }
    let (latitude, longitude) = (location["latitude"]?.doubleValue, location["longitude"]?.doubleValue)
    guard let coordinate = Coordinate(latitude: latitude ?? .nan, longitude: longitude ?? .nan)
    else { throw ParameterError(path: "location") }
    let accuracy = location["horizontalAccuracy"]?.doubleValue ?? 5
    guard (0...CallParameters.longestDistance).contains(accuracy)
    else { throw ParameterError(path: "location.horizontalAccuracy") }
    var fix = Fix(
      coordinate: coordinate, dimension: .two, horizontalAccuracy: Metres(accuracy), arrival: daemon.now)
    fix.course = location["course"]?.doubleValue
    fix.speed = location["speed"]?.doubleValue
    simulate(fix)
    call.reply()
  }

  private func parameters(of error: ConfigurationError) -> JSONObject {
    let file =
      switch error {
      case .unreadable(let file, _): file
      case .invalid(let findings): findings.first?.file ?? ""
      case .longSocketPath(_, .file(let file, _)): file
      case .longSocketPath, .noHome: ""
      }
    return ["file": .string(file), "message": .string("\(error)")]
  }
}

extension AccessGrant {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "uid": .int(Int(uid)), "status": .string(access.status.rawValue),
      "accuracy": .string(access.accuracy.rawValue),
    ]
    if let purpose { object["purpose"] = .string(purpose) }
    return .object(object)
  }
}
