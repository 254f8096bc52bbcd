import Arguments
import Glibc
import JSON
import PlacedInterface
import Terminal

/// `placectl access`: who may know the location.
enum AccessCommand: PlacectlCommand {
  static let reduced = Flag("reduced", "Grant the reduced location only.")

  static let declaration = Command(
    "access", "Show who may know the location, grant it or deny it.",
    details: """
      list           all decisions, and who waits for one
      pending        who waits for one, and for what purpose
      grant USER     let this user know the location, or with --reduced about where
      deny USER      do not let this user know it
      reset USER     forget the decision: the rules of access.conf hold again

      Only root and the daemon's own user may do this. It takes effect at once and
      outlives restarts.
      """,
    options: [reduced],
    operands: [Operand("ACTION [USER]", .oneOrMore, "What to do, and the user's name or number.")])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let words = context.arguments.operands
    let isReduced = context.arguments[reduced]
    switch (words[0], words.count) {
    case ("list", 1): try list(context) { _ in true }
    case ("pending", 1): try list(context) { $0 == "not_determined" }
    case ("grant", 2): try decide("authorized_always", isReduced ? "reduced" : "full", words[1], context)
    case ("deny", 2) where !isReduced: try decide("denied", "reduced", words[1], context)
    case ("reset", 2) where !isReduced: try decide("not_determined", "reduced", words[1], context)
    default:
      throw Failure(
        .usage, "access takes list, pending, grant USER [--reduced], deny USER or reset USER",
        remedy: "placectl access --help")
    }
    return .success
  }

  private static func decide(_ status: String, _ accuracy: String, _ user: String, _ context: Context)
    throws(Failure)
  {
    guard let uid = UInt32(user) ?? getpwnam(user)?.pointee.pw_uid else {
      throw Failure(.failed, "there is no user '\(user)'", remedy: "getent passwd")
    }
    let reply = try context.connect().call(
      ManagerInterface.name + ".SetAuthorization",
      ["uid": .int(Int(uid)), "status": .string(status), "accuracy": .string(accuracy)])
    try context.output.show(reply) { _ in
      let outcome =
        switch status {
        case "denied": "may not know the location"
        case "not_determined": "is as the rules say again"
        default: accuracy == "full" ? "may know the location" : "may know about where this is"
        }
      return ["User \(name(of: Int64(uid))) \(outcome)."]
    }
  }

  private static func list(_ context: Context, where isShown: (String) -> Bool) throws(Failure) {
    let reply = try context.connect().call(ManagerInterface.name + ".ListAuthorizations")
    guard let entries = reply["authorizations"]?.arrayValue?.compactMap(\.objectValue) else {
      throw .unreadable("ListAuthorizations")
    }
    let shown = entries.filter { isShown($0["status"]?.stringValue ?? "") }
    try context.output.show(["authorizations": .array(shown.map { .object($0) })]) { layout in
      guard !shown.isEmpty else { return ["Nobody."] }
      var table = TextTable([.init(narrowedTo: 16), .init(), .init(), .init(narrowedTo: 16)])
      for entry in shown {
        let status = entry["status"]?.stringValue ?? "?"
        let isSeen = status.hasPrefix("authorized")
        table.add([
          .init(name(of: entry["uid"]?.intValue ?? -1)), .init(Wording.name(status)),
          .init(isSeen ? entry["accuracy"]?.stringValue ?? "" : ""),
          .init(entry["purpose"]?.stringValue ?? "", .dim),
        ])
      }
      return table.lines(width: layout.width, palette: layout.palette)
    }
  }

  private static func name(of uid: Int64) -> String {
    guard let uid = UInt32(exactly: uid), let entry = getpwuid(uid) else { return "\(uid)" }
    return String(cString: entry.pointee.pw_name)
  }
}
