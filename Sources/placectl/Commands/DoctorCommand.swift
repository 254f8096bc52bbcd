import Arguments
import JSON
import PlacedInterface

/// `placectl doctor`: what is well and what to do about the rest.
enum DoctorCommand: PlacectlCommand {
  static let declaration = Command(
    "doctor", "Check everything from the daemon to the places around, and say what to do.",
    details: """
      It waits up to 5 seconds for a fix. The exit code is that of the first check
      that fails.
      """)

  /// A working receiver reports each second; so long it may take the daemon to wake it.
  private static let patience = 5.0

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let checkup = examine(context)
    try context.output.show(checkup.reply) { layout in checkup.lines(layout) }
    return checkup.code
  }

  private static func examine(_ context: Context) -> Checkup {
    do throws(Failure) {
      let service = try context.connect()
      // The receiver may be resting while nobody asks: its state is told best after somebody did.
      let wait: JSONObject = ["timeoutMSec": .int(Int(patience * 1000))]
      _ = try? service.call(PlacesInterface.name + ".GetLocation", wait, waiting: .seconds(patience))
      let reply = try service.call(PlacesInterface.name + ".GetStatus")
      guard let status = Wire.Status(reply) else { throw .unreadable("GetStatus") }
      return Checkup(status, socket: service.socket)
    } catch {
      return Checkup(error)
    }
  }
}
