import Arguments
import PlacedInterface

/// `placectl show`: everything that is known of one place.
enum ShowCommand: PlacectlCommand {
  static let declaration = Command(
    "show", "Show what is known of a place.", operands: [PlaceArgument.operand])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    let id = try PlaceArgument.id(context, socket: service.socket)
    let reply = try service.call(PlacesInterface.name + ".FetchPlace", ["placeId": .string(id)])
    guard let place = reply["place"]?.objectValue.flatMap(Wire.Place.init) else {
      throw .unreadable("FetchPlace")
    }
    try context.output.show(reply) { layout in place.lines(layout) }
    return .success
  }
}
