import Arguments
import PlacedInterface

/// `placectl status`: the state of the daemon.
enum StatusCommand: PlacectlCommand {
  static let declaration = Command("status", "Show the state of the daemon, the receiver and the selection.")

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    let reply = try service.call(PlacesInterface.name + ".GetStatus")
    guard let status = Wire.Status(reply) else { throw .unreadable("GetStatus") }
    try context.output.show(reply) { layout in status.lines(socket: service.socket, layout) }
    return .success
  }
}
