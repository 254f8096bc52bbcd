import Glibc
import JSON
import PlacedInterface

extension Failure {
  /// The failure that an error reply means; `sent` are the parameters of the call that it answers.
  init(error: String, parameters: JSONObject, sent: JSONObject = [:]) {
    let parts = error.split(separator: ".")
    let name = parts.last.map(String.init) ?? error
    func text(_ name: String) -> String? { parameters[name]?.stringValue }
    switch (parts.dropLast().joined(separator: "."), name) {
    case (PlacesInterface.name, "NotAuthorized"):
      self = .notAuthorized(status: text("status") ?? "not_determined")
    case (PlacesInterface.name, "FullAccuracyRequired"):
      self.init(
        .noAccess, "\(Failure.caller) may only see the reduced location, and this needs full accuracy",
        remedy: Failure.grantCommand)
    case (PlacesInterface.name, "LocationUnavailable"):
      self.init(.noFix, "there is no positioning: " + Failure.reason(parameters), remedy: "placectl doctor")
      hasRested = text("reason") == "off"
    case (PlacesInterface.name, "NoFix"):
      self.init(
        .noFix, "there is no fix: " + Failure.reason(parameters), remedy: "wait for one with --wait SECONDS")
    case (PlacesInterface.name, "PlaceNotFound"):
      self.init(.failed, "there is no place '\(text("placeId") ?? "?")' (any more)", remedy: "placectl list")
    case (PlacesInterface.name, "RegionDamaged"):
      self.init(
        .failed, "the region file '\(text("name") ?? "?")' is damaged, so this place cannot be looked up",
        remedy: "placed-import it again")
    case (PlacesInterface.name, "NotSaved"):
      self.init(
        .failed,
        "the selection could not be saved and stays as it was: \(text("reason") ?? "nobody says why")")
    case (PlacesInterface.name, "LimitReached"):
      self.init(.failed, "\(Failure.caller) has as many subscriptions open as one user may have")
    case (ManagerInterface.name, "NotSaved"):
      self.init(
        .failed,
        "the decision could not be saved and was not made: \(text("reason") ?? "nobody says why")")
    case (ManagerInterface.name, "ConfigurationInvalid"):
      let (file, message) = (text("file") ?? "", text("message") ?? "")
      let lines = message.hasPrefix(file) ? message : "\(file): \(message)"
      self.init(.failed, "the old configuration stays in force\n\(lines)")
    case ("org.varlink.service", "PermissionDenied"):
      self.init(
        .noAccess, "\(Failure.caller) may not do this: only root and the daemon's own user may",
        remedy: Failure.asRoot)
    case ("org.varlink.service", "InvalidParameter"):
      self = .notAccepted(text("parameter") ?? "?", sent)
    case ("org.varlink.service", "MethodNotFound"), ("org.varlink.service", "MethodNotImplemented"),
      ("org.varlink.service", "InterfaceNotFound"):
      self.init(.failed, "this daemon cannot do that (\(name))", remedy: "placectl status shows its version")
    default:
      self.init(.failed, "the daemon reports \(error)")
    }
  }

  /// The daemon refuses a parameter, named by its path such as `types[0]`.
  private static func notAccepted(_ path: String, _ sent: JSONObject) -> Failure {
    if let types = sent["types"]?.arrayValue,
      let index = types.indices.first(where: { path == "types[\($0)]" }), let type = types[index].stringValue
    {
      return Failure(
        .failed, "no place type is called '\(type)'",
        remedy: "names are in lower case, such as cafe or train_station")
    }
    return Failure(.failed, "the daemon does not accept the value of '\(path)'")
  }

  /// Access to the location is missing; never to be taken for "no places".
  static func notAuthorized(status: String) -> Failure {
    let why = Wire.Authorization.words(for: status) ?? "its status is unknown here"
    let remedy =
      status == "restricted"
      ? "change the rule in /etc/placed/access.conf, then: sudo placectl reload" : grantCommand
    return Failure(.noAccess, "\(caller) has no access to the location: \(why) (\(status))", remedy: remedy)
  }

  /// An answer that does not have the shape of the interface.
  static func unreadable(_ method: String) -> Failure {
    Failure(
      .failed, "the daemon's answer to \(method) cannot be understood",
      remedy: "placed and placectl may be of different versions: placectl --version, placectl status")
  }

  private static func reason(_ parameters: JSONObject) -> String {
    let reason = parameters["reason"]?.stringValue ?? "unknown"
    let words =
      switch reason {
      case "off": "positioning is off"
      case "absent": "gpsd or its receiver is absent"
      case "failed": "positioning has failed"
      case "searching": "the receiver is still searching"
      case "stale": "the last one is too old"
      case "too_old": "the last one is older than asked for"
      case "not_accurate": "none is accurate enough"
      default: Wording.name(reason)
      }
    return parameters["why"]?.stringValue.map { "\(words) (\($0))" } ?? words
  }

  static let asRoot = "root and the daemon's own user have access: sudo placectl ..."

  /// What lets this user know the location.
  static var grantCommand: String { "sudo placectl access grant \(userName)" }

  static var caller: String { "user '\(userName)' (uid \(getuid()))" }

  private static var userName: String {
    guard let entry = getpwuid(getuid()) else { return "\(getuid())" }
    return String(cString: entry.pointee.pw_name)
  }
}
