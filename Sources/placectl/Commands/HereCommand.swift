import Arguments
import Glibc
import PlacedInterface

/// `placectl here`: waits for a fix, lists the likely places, and asks which one it is.
enum HereCommand: PlacectlCommand {
  static let wait = Option<Double>(
    "wait", "SECONDS", in: 0...86_400, "Wait at most so long for a fix (default 60).")

  static let declaration = Command(
    "here", "Wait for a fix, list the likely places, and ask which one it is.",
    details: """
      It asks only on a terminal, and not with --json or --quiet.
      """,
    options: [PlaceList.limit, PlaceList.types, wait])

  /// Long enough for a receiver that starts cold under open sky.
  private static let usualWait = 60.0

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let service = try context.connect()
    let list = try PlaceList(context: context, service: service)
      .show(wait: context.arguments[wait] ?? usualWait)
    guard context.output.form == .text, !list.places.isEmpty, isatty(0) == 1, isatty(1) == 1 else {
      return .success
    }
    guard let number = try ask(context, upTo: list.places.count) else { return .success }
    try SelectCommand.select(list.places[number - 1].place.id, context, service)
    return .success
  }

  /// Asks until a number is one of the list; nil for an empty line or the end of input.
  private static func ask(_ context: Context, upTo count: Int) throws(Failure) -> Int? {
    while true {
      try context.output.write("Which one is it? [1-\(count), or Enter for none] ")
      guard let line = readLine() else {
        try context.output.write("\n")
        return nil
      }
      let answer = line.filter { !$0.isWhitespace }
      if answer.isEmpty { return nil }
      if let number = Int(answer), (1...count).contains(number) { return number }
    }
  }
}
