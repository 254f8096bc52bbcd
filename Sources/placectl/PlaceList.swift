import Arguments
import Glibc
import JSON
import PlacedInterface

/// Asking for the likely places and showing them, as `list` and `here` do.
struct PlaceList {
  static let limit = Option("limit", short: "n", "N", in: 1...50, "List at most N places (default 5).")
  static let types = Option<[String]>("types", list: "A,B", "List only places of any of these types.")
  static let wait = Option<Double>(
    "wait", "SECONDS", in: 0...86_400, "Wait so long for a fix if there is none (default: not at all).")
  static let explain = Flag("explain", "Show what makes each likelihood.")

  /// How long, in seconds, a receiver that rested is waited for in any case: what one takes that was not off for long.
  private static let waking = 5.0

  let context: Context
  let service: Service

  /// Gets the list, waiting for a fix if need be; shows it, and keeps what its numbers mean.
  func show(wait: Double) throws(Failure) -> Wire.LikelyPlaces {
    var parameters: JSONObject = [:]
    if context.output.form != .json { parameters["fields"] = ["name", "types"] }
    if let types = context.arguments[PlaceList.types] {
      parameters["types"] = .array(types.map { .string($0) })
    }
    if let limit = context.arguments[PlaceList.limit] { parameters["limit"] = .int(limit) }
    if context.arguments[PlaceList.explain] { parameters["explain"] = true }
    let reply = try get(parameters, wait: wait)
    guard let list = reply["likelyPlaces"]?.objectValue.flatMap(Wire.LikelyPlaces.init) else {
      throw .unreadable("GetLikelyPlaces")
    }
    let regions = context.output.form == .text && list.lacksRegion ? regions() : nil
    try context.output.show(reply) { layout in list.lines(layout, regions: regions) }
    if context.output.form == .text { keep(list) }
    return list
  }

  /// The daemon's region files; nil if it does not tell.
  private func regions() -> [Wire.Region]? {
    guard let reply = try? service.call(PlacesInterface.name + ".GetStatus") else { return nil }
    return Wire.Status(reply)?.regions
  }

  /// Asks, and asks again with patience if there is no fix; a person is told what the wait is for.
  private func get(_ parameters: JSONObject, wait: Double) throws(Failure) -> JSONObject {
    let method = PlacesInterface.name + ".GetLikelyPlaces"
    var wait = wait
    do throws(Failure) {
      return try service.call(method, parameters)
    } catch {
      if error.hasRested { wait = max(wait, PlaceList.waking) }
      guard error.code == .noFix, wait > 0 else { throw error }
      if context.output.form == .text, isatty(2) == 1 {
        Placectl.complain("waiting up to \(Wording.fixed(wait, 0)) s: \(error.message)", context.environment)
      }
    }
    var parameters = parameters
    parameters["timeoutMSec"] = .int(Int(wait * 1000))
    return try service.call(method, parameters, waiting: .seconds(wait))
  }

  /// A list that cannot be kept is still shown.
  private func keep(_ list: Wire.LikelyPlaces) {
    do throws(Failure) {
      let shown = ShownList(generation: list.generation, ids: list.places.map(\.place.id))
      try context.shownLists.keep(shown, socket: service.socket)
    } catch {
      Placectl.complain(error.message, context.environment)
    }
  }
}
