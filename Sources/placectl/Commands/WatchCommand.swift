import Arguments
import JSON
import LinuxIO
import PlacedInterface

/// `placectl watch`: what happens, line by line, until interrupted.
enum WatchCommand: PlacectlCommand {
  static let topics = Option<[String]>(
    "topics", list: "A,B",
    of: ["authorization", "receiver", "location", "likely_places", "selection", "visits", "activity"],
    "Follow only these: authorization, receiver, location, likely_places, selection, visits, activity (default: all)."
  )
  static let limit = Option("limit", short: "n", "N", in: 1...50, "List at most N likely places (default 5).")

  static let declaration = Command(
    "watch", "Show what changes, as it happens, until interrupted.", options: [topics, limit])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    var parameters: JSONObject = [:]
    if let topics = context.arguments[topics] { parameters["topics"] = .array(topics.map { .string($0) }) }
    if let limit = context.arguments[limit] { parameters["limit"] = .int(limit) }
    if context.output.form != .json { parameters["fields"] = ["name"] }
    // Being busy is told when it begins and when it ends; that nothing goes on at first is no news.
    var isBusy = false
    try service.follow(PlacesInterface.name + ".Subscribe", parameters) { reply throws(Failure) in
      guard var update = Wire.Update(reply) else { throw .unreadable("Subscribe") }
      if update.busy == isBusy { update.busy = nil }
      isBusy = update.busy ?? isBusy
      let now = Wording.time(microseconds: Clock.wallMicroseconds(), withDate: false)
      try context.output.show(reply) { layout in update.lines(at: now, layout) }
    }
    return .success
  }
}
