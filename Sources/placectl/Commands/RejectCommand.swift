import Arguments
import PlacedInterface

/// `placectl reject`: says where the device is not.
enum RejectCommand: PlacectlCommand {
  static let declaration = Command(
    "reject", "Say that this is not where the device is; without a place, that it is at none.",
    operands: [
      Operand("ID|NUMBER", .optional, "A place's id, or its number in the list that was last shown to you.")
    ])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    let isOfPlace = !context.arguments.operands.isEmpty
    let ids = isOfPlace ? [try PlaceArgument.id(context, socket: service.socket)] : []
    let reply = try service.call(
      PlacesInterface.name + ".RejectPlaces", ["placeIds": .array(ids.map { .string($0) })])
    let isKept = reply["kept"]?.boolValue ?? false
    try context.output.show(reply) { _ in
      [
        isKept
          ? "Remembered, for you alone."
          : "Not remembered: your history is off, or the location is a simulated one."
      ]
    }
    return .success
  }
}
