import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Varlink

/// The built `placed` with a region file, a fake gpsd and a socket of its own.
final class DaemonHarness {
  let directory: TemporaryDirectory
  let gpsd: FakeGpsd
  private(set) var process: RunningProgram
  private let launch: Launch
  private let isGpsdSilent: Bool
  private var second = 0

  /// Where it can be reached.
  let socket: String
  var config: String { directory.file("placed.conf") }

  /// Places around P0, each a GeoJSON feature.
  static let places: [(id: String, name: String, type: String, at: Coordinate)] = [
    ("test:mill", "Mill Café", "cafe", .p0),
    ("test:pharmacy", "Bridge Pharmacy", "pharmacy", .p0.moved(east: 40)),
    ("test:museum", "Clock Museum", "museum", .p0.moved(north: 300)),
    ("test:station", "North Station", "train_station", .p0.moved(north: 600)),
  ]

  init(
    places: [(id: String, name: String, type: String, at: Coordinate)] = DaemonHarness.places,
    config: String = "", environment: [String: String] = [:], prelude: String = "",
    sockets: [FileDescriptor] = [],
    socket: String? = nil, silentGpsd: UInt16? = nil
  ) async throws {
    directory = try TemporaryDirectory()
    let directory = directory
    self.socket = socket ?? directory.file("socket")
    for name in ["state", "places"] { mkdir(directory.file(name), 0o700) }
    gpsd = try await onLoop { try FakeGpsd() }
    try DaemonHarness.write(config, to: directory.file("placed.conf"))
    if !places.isEmpty { try DaemonHarness.importPlaces(places, named: "test", in: directory) }
    launch = Launch(
      environment: environment, prelude: prelude, sockets: sockets, gpsdPort: silentGpsd ?? gpsd.port)
    isGpsdSilent = silentGpsd != nil
    process = try launch.start(in: directory)
    try await waitUntilServing()
  }

  deinit {
    let gpsd = gpsd
    Loop.post { gpsd.close() }
  }

  /// Writes a region file with `placed-import`.
  static func importPlaces(
    _ places: [(id: String, name: String, type: String, at: Coordinate)], named name: String,
    in directory: TemporaryDirectory
  ) throws {
    let features = places.map { place in
      #"{"type":"Feature","id":"\#(place.id)","geometry":{"type":"Point","coordinates":["#
        + #"\#(place.at.longitude),\#(place.at.latitude)]},"properties":{"name":"\#(place.name)","#
        + #""name:de":"\#(place.name) (de)","types":["\#(place.type)"],"addr:city":"Test"}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    try write(text, to: directory.file("\(name).geojson"))
    let run = try RunningProgram(
      "placed-import",
      [
        directory.file("\(name).geojson"), "-o", directory.file("places/\(name).places"), "--attribution",
        "Test data",
      ], in: directory.path)
    guard try run.waitForExit() == 0 else { throw KitError(run.errorText) }
  }

  static func write(_ text: String, to path: String) throws {
    try AtomicFile.write(Array(text.utf8), to: path)
  }

  /// How the daemon is started: a shell does the prelude first, and hands the sockets on.
  private struct Launch {
    let environment: [String: String]
    let prelude: String
    let sockets: [FileDescriptor]
    let gpsdPort: UInt16

    func start(in directory: TemporaryDirectory) throws -> RunningProgram {
      let options = [
        "--user", "--config", directory.file("placed.conf"), "--socket", directory.file("socket"),
        "--state-dir", directory.file("state"), "--places-dir", directory.file("places"), "--gpsd",
        "127.0.0.1:\(gpsdPort)",
      ]
      return try RunningProgram(
        "/bin/sh",
        ["-c", #"cd "$HOME"; \#(prelude) exec "$@""#, "sh", RunningProgram.path(of: "placed")] + options,
        environment: ["HOME": directory.path].merging(environment) { $1 },
        descriptors: sockets.map(\.raw), in: directory.path)
    }
  }

  private func waitUntilServing(after heard: Int = 0) async throws {
    let found = poll { () -> Bool? in
      if process.exitCode() != nil { return false }
      // Somebody may hold the socket whom nobody serves: an answer is waited for, but not for long.
      guard let client = try? client(), (try? client.callMore("io.placed.Places.GetStatus")) != nil,
        let reply = try? client.nextReply(within: .seconds(1)),
        let regions = reply.parameters["regions"]?.arrayValue
      else { return nil }
      return regions.contains { $0["state"]?.stringValue == "loading" } ? nil : true
    }
    guard found == true else { throw KitError("placed does not serve: \(process.errorText)") }
    guard !isGpsdSilent else { return }
    let gpsd = gpsd
    try await onLoop { try await gpsd.serve(skipping: heard) }
  }

  /// Starts it again after it has ended.
  func restart() async throws {
    try process.waitForExit()
    let gpsd = gpsd
    let heard = await onLoop { gpsd.heard.all.count }
    process = try launch.start(in: directory)
    try await waitUntilServing(after: heard)
  }

  // MARK: gpsd

  /// A position report, each a second later than the one before.
  func fix(_ coordinate: Coordinate, eph: Double? = 8, mode: Int = 3) async {
    second += 1
    let time = "2026-11-30T12:\(DaemonHarness.two(second / 60 % 60)):\(DaemonHarness.two(second % 60)).000Z"
    let error = eph.map { #","eph":\#($0)"# } ?? ""
    await send(
      #"{"class":"TPV","device":"/dev/gps0","mode":\#(mode),"time":"\#(time)","lat":\#(coordinate.latitude),"#
        + #""lon":\#(coordinate.longitude)\#(error)}"#)
  }

  func send(_ line: String) async {
    let gpsd = gpsd
    await onLoop { gpsd.send(line) }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Feeds a fix until the daemon has one.
  func settle(at coordinate: Coordinate = .p0) async throws {
    await fix(coordinate)
    let client = try client()
    guard poll({ (try? client.call("io.placed.Places.GetLocation")) }) != nil else {
      throw KitError("no fix arrives: \(process.errorText)")
    }
  }

  // MARK: Clients

  func client() throws -> VarlinkClient { try VarlinkClient(path: socket) }

  /// One call on a connection of its own.
  func call(_ method: String, _ parameters: JSONObject = [:]) throws(VarlinkError) -> JSONValue {
    .object(try VarlinkClient(path: socket).call("io.placed.\(method)", parameters))
  }

  /// The name of the error that a call gives, without its interface, and its parameters; nil if it succeeds.
  func failure(_ method: String, _ parameters: JSONObject = [:]) throws -> (
    name: String, parameters: JSONObject
  )? {
    do throws(VarlinkError) {
      _ = try call(method, parameters)
      return nil
    } catch {
      guard case .reply(let name, let parameters) = error else { throw error }
      return (String(name.split(separator: ".").last ?? ""), parameters)
    }
  }

  /// A subscription, whose first reply has been read.
  func subscribe(_ parameters: JSONObject = [:]) throws -> (client: VarlinkClient, first: JSONValue) {
    let client = try client()
    try client.callMore("io.placed.Places.Subscribe", parameters)
    guard let reply = try client.nextReply(within: .seconds(5)) else { throw KitError("no first reply") }
    return (client, .object(reply.parameters))
  }
}

extension VarlinkClient {
  /// The next reply that has a member with this name.
  func next(with name: String, within seconds: Int = 10) throws -> JSONValue {
    while let reply = try nextReply(within: .seconds(seconds)) {
      if let value = reply.parameters[name] { return value }
    }
    throw KitError("no reply with \(name)")
  }
}
