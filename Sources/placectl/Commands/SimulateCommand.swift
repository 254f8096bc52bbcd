import Arguments
import JSON
import LinuxIO
import PlacedInterface

/// `placectl simulate`: a made-up location in the place of the receiver's.
enum SimulateCommand: PlacectlCommand {
  static let declaration = Command(
    "simulate", "Put a made-up location, marked as such, into the receiver's place.",
    details: """
      LAT LON    this location, until another is put there or it ends
      FILE       a recording as 'placed replay' takes it (a GPX track, NMEA
                 sentences): plays it in its own time; the last location stays
      off        the receiver counts again

      Only root and the daemon's own user may do this. Write -- before a negative
      latitude.
      """,
    operands: [Operand("LAT LON | FILE | off", .oneOrMore, "What to put there.")])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let words = context.arguments.operands
    if words == ["off"] {
      try put([:], context, try context.connect(), "The receiver counts again.")
    } else if words.count == 2 {
      guard let latitude = Double(words[0]), let longitude = Double(words[1]), abs(latitude) <= 90,
        abs(longitude) <= 180
      else { throw Failure(.usage, "latitude and longitude are degrees, such as 52.1 10.2") }
      let location: JSONObject = ["latitude": .double(latitude), "longitude": .double(longitude)]
      try put(["location": .object(location)], context, try context.connect(), "The location is simulated.")
    } else if words.count == 1 {
      try play(words[0], context)
    } else {
      throw Failure(.usage, "simulate takes LAT LON, FILE or off", remedy: "placectl simulate --help")
    }
    return .success
  }

  private static func put(_ parameters: JSONObject, _ context: Context, _ service: Service, _ words: String)
    throws(Failure)
  {
    let reply = try service.call(ManagerInterface.name + ".SimulateLocation", parameters)
    try context.output.show(reply) { _ in [words] }
  }

  /// Plays a recording, each fix at its moment after the start.
  private static func play(_ path: String, _ context: Context) throws(Failure) {
    let service = try context.connect()
    let recording = try ReplayedRecording(path)
    let start = Clock.bootNanoseconds()
    var count = 0
    while let (elapsed, location) = recording.next() {
      Pause.until(start + elapsed * 1_000_000)
      _ = try service.call(ManagerInterface.name + ".SimulateLocation", ["location": .object(location)])
      count += 1
    }
    guard count > 0 else {
      throw Failure(.failed, "'\(path)' has no fix", remedy: "placed replay \(path) (shows what is in it)")
    }
    try context.output.show(["locations": .int(count)]) { _ in
      ["\(count) locations played; the last one stays until: placectl simulate off"]
    }
  }
}
