import JSON
import PlacedInterface
import PlacesCore

/// Why there is no location to answer with, as an error of `io.placed.Places`.
struct Absence: Error {
  /// The error's name, without its interface.
  let error: String
  let reason: String
  let why: String?
  /// Whether waiting does not change it.
  var isFinal = false

  static let tooOld = Absence(
    error: "NoFix", reason: "too_old", why: "the last fix is older than was asked for")
  static let notAccurate = Absence(
    error: "NoFix", reason: "not_accurate", why: "the present fix is less accurate than was asked for")

  /// There is none yet to be told roughly. What the receiver says would tell more.
  static let notReduced = Absence(
    error: "NoFix", reason: "searching", why: "there is no reduced location yet")

  /// A question without patience came while the receiver rested; it is started by the question.
  static let resting = Absence(
    error: "LocationUnavailable", reason: "off",
    why: "the receiver rested, as nobody had asked for a while, and is being started")

  /// The last fix is recent enough for coarser accuracies only: the receiver rested after it.
  static func old(_ age: Duration) -> Absence {
    Absence(
      error: "NoFix", reason: "stale",
      why: "the last fix is \(Int(age.seconds)) s old; the receiver rested and is being asked")
  }

  /// The caller may not see it.
  static func noAccess(_ access: Access) -> Absence {
    Absence(error: "NotAuthorized", reason: access.status.rawValue, why: access.why, isFinal: true)
  }

  /// The caller may see it only roughly, and there is nothing rough of this.
  static let fullAccuracyRequired = Absence(
    error: "FullAccuracyRequired", reason: "reduced",
    why: "this needs full accuracy, and the caller has reduced accuracy", isFinal: true)

  /// What follows from the receiver's state.
  init(_ receiver: ReceiverState) {
    switch receiver.kind {
    case .off, .absent:
      self.init(error: "LocationUnavailable", reason: receiver.kind.rawValue, why: receiver.why)
    case .searching, .stale: self.init(error: "NoFix", reason: receiver.kind.rawValue, why: receiver.why)
    case .fix2D, .fix3D: self.init(error: "NoFix", reason: "searching", why: "no usable fix yet")
    }
  }

  private init(error: String, reason: String, why: String?, isFinal: Bool = false) {
    self.error = error
    self.reason = reason
    self.why = why
    self.isFinal = isFinal
  }

  /// As the interface declares them for the error.
  var parameters: JSONObject {
    switch error {
    case "NotAuthorized": return ["status": .string(reason)]
    case "FullAccuracyRequired": return [:]
    default:
      var parameters: JSONObject = ["reason": .string(reason)]
      if let why { parameters["why"] = .string(why) }
      return parameters
    }
  }

  /// In words.
  var message: String { why ?? reason }

  var problem: Wire.Problem { Wire.Problem(error: PlacesInterface.errorName(error), message: message) }
}

extension PlacesInterface {
  /// The full name of one of the interface's errors.
  static func errorName(_ name: String) -> String { "\(PlacesInterface.name).\(name)" }
}
