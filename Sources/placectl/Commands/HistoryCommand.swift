import Arguments
import JSON
import PlacedInterface
import Terminal

/// `placectl history`: what this user said earlier about where the device was.
enum HistoryCommand: PlacectlCommand {
  static let declaration = Command(
    "history", "Show, forget or turn off what the daemon remembers of your choices.",
    details: """
      list           what you selected and rejected, the newest first
      clear [ID]     forget it all, or what you said of this place
      off            neither remember nor use it from now on
      on             remember and use it again

      Places that you selected before become likelier where you were, those that
      you rejected less likely, for you and nobody else.
      """,
    operands: [Operand("ACTION [ID]", .oneOrMore, "What to do, and the place's id.")])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let words = context.arguments.operands
    switch (words[0], words.count) {
    case ("list", 1): try list(context)
    case ("clear", 1): try clear([:], context)
    case ("clear", 2): try clear(["placeId": .string(words[1])], context)
    case ("off", 1), ("on", 1): try set(words[0] == "on", context)
    default:
      throw Failure(
        .usage, "history takes list, clear [ID], off or on", remedy: "placectl history --help")
    }
    return .success
  }

  private static func list(_ context: Context) throws(Failure) {
    let reply = try context.connect().call(PlacesInterface.name + ".ListHistory")
    guard let values = reply["entries"]?.arrayValue else { throw .unreadable("ListHistory") }
    let entries = values.compactMap { $0.objectValue.flatMap(Wire.HistoryEntry.init) }
    let isOn = reply["enabled"]?.boolValue ?? true
    try context.output.show(reply) { layout in
      var table = TextTable([.init(), .init(), .init(narrowedTo: 16), .init(narrowedTo: 12)])
      for entry in entries {
        table.add([
          .init(Wording.utcTime(microseconds: entry.timeUSec)), .init(Wording.name(entry.verdict)),
          .init(entry.name ?? ""), .init(entry.placeId ?? "", .dim),
        ])
      }
      let lines = entries.isEmpty ? ["Nothing."] : table.lines(width: layout.width, palette: layout.palette)
      return isOn ? lines : lines + ["It is off: nothing is added or used."]
    }
  }

  private static func clear(_ parameters: JSONObject, _ context: Context) throws(Failure) {
    let reply = try context.connect().call(PlacesInterface.name + ".ClearHistory", parameters)
    guard let removed = reply["removed"]?.intValue else { throw .unreadable("ClearHistory") }
    try context.output.show(reply) { _ in
      [removed == 1 ? "1 entry is forgotten." : "\(removed) entries are forgotten."]
    }
  }

  private static func set(_ isOn: Bool, _ context: Context) throws(Failure) {
    let reply = try context.connect().call(PlacesInterface.name + ".SetHistory", ["enabled": .bool(isOn)])
    try context.output.show(reply) { _ in
      [
        isOn
          ? "What you choose is remembered."
          : "What you choose is not remembered; \"history clear\" forgets what was."
      ]
    }
  }
}
