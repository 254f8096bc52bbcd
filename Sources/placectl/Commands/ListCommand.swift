import Arguments

/// `placectl list`: the likely places.
enum ListCommand: PlacectlCommand {
  static let declaration = Command(
    "list", "List the places that this device is likely at, the likeliest first.",
    details: """
      Without a fix it ends at once with exit code 5, unless --wait is given. Only
      for a receiver that rested it waits 5 seconds in any case.
      The numbers can be given to 'placectl select' and 'placectl show'.
      """,
    options: [PlaceList.limit, PlaceList.types, PlaceList.wait, PlaceList.explain])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let list = PlaceList(context: context, service: try context.connect())
    _ = try list.show(wait: context.arguments[PlaceList.wait] ?? 0)
    return .success
  }
}
