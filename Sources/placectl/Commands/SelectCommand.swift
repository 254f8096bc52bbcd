import Arguments
import PlacedInterface

/// `placectl select`: makes a place the user's choice.
enum SelectCommand: PlacectlCommand {
  static let declaration = Command(
    "select", "Select a place: remember that this is where the device is.", operands: [PlaceArgument.operand])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    try select(try PlaceArgument.id(context, socket: service.socket), context, service)
    return .success
  }

  /// Selects a place by its id and says so.
  static func select(_ id: String, _ context: Context, _ service: Service) throws(Failure) {
    let reply = try service.call(PlacesInterface.name + ".SelectPlace", ["placeId": .string(id)])
    guard let selection = reply["selection"]?.objectValue.flatMap(Wire.Selection.init) else {
      throw .unreadable("SelectPlace")
    }
    try context.output.show(reply) { layout in
      var fields = FieldList()
      fields.add("Selected", selection.texts)
      return fields.lines(layout)
    }
  }
}
