import Arguments
import PlacedInterface

/// `placectl clear`: takes the user's choice back.
enum ClearCommand: PlacectlCommand {
  static let declaration = Command("clear", "Take the selection back.")

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let reply = try context.connect().call(PlacesInterface.name + ".ClearSelection")
    try context.output.show(reply) { _ in ["No place is selected."] }
    return .success
  }
}
