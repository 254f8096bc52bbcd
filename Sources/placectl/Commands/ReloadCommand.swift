import Arguments
import PlacedInterface

/// `placectl reload`: lets the daemon read its configuration and region files again.
enum ReloadCommand: PlacectlCommand {
  static let declaration = Command(
    "reload", "Let the daemon read its configuration and region files again.")

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let reply = try context.connect().call(ManagerInterface.name + ".Reload")
    try context.output.show(reply) { _ in ["The configuration and the region files have been read again."] }
    return .success
  }
}
