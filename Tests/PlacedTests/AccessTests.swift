import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing

/// What users see whom the rules, and decisions while the daemon runs, give different access. Each is a real one: its
/// programs run under its number.
@Suite(.serialized, .enabled(if: geteuid() == 0, "needs root to become other users"))
struct AccessTests {
  static let full = 60001
  static let reduced = 60002
  static let denied = 60003
  static let restricted = 60004
  static let stranger = 60005
  static let group = 60100

  static let rules = """
    user \(full) full
    user \(reduced) reduced
    user \(denied) denied
    user \(restricted) restricted
    group \(group) full
    active-session full
    """

  private func start(prelude: String = "") async throws -> DaemonHarness {
    let daemon = try await DaemonHarness(prelude: prelude)
    chmod(daemon.directory.path, 0o755)
    for name in [".config", ".config/placed"] { mkdir(daemon.directory.file(name), 0o755) }
    try DaemonHarness.write(AccessTests.rules, to: rulesFile(of: daemon))
    _ = try daemon.call("Manager.Reload")
    return daemon
  }

  /// Where a user's own daemon has its rules.
  private func rulesFile(of daemon: DaemonHarness) -> String {
    daemon.directory.file(".config/placed/access.conf")
  }

  /// A call as another user, on a connection of its own.
  private func connect(
    _ daemon: DaemonHarness, as uid: Int, _ method: String, _ parameters: JSONObject = [:],
    more: Bool = false,
    groups: String = "--clear-groups"
  ) throws -> RunningProgram {
    var call: JSONObject = ["method": .string("io.placed.\(method)"), "parameters": .object(parameters)]
    if more { call["more"] = true }
    let stay = more ? "" : "-N"
    return try RunningProgram(
      "/usr/bin/setpriv",
      [
        "--reuid=\(uid)", "--regid=\(uid)", groups, "/bin/sh", "-c",
        #"printf '%s\n' "$1" | exec nc \#(stay) -U "$2""#, "sh", JSONValue.object(call).text, daemon.socket,
      ], in: daemon.directory.path)
  }

  private func text(
    _ daemon: DaemonHarness, as uid: Int, _ method: String, _ parameters: JSONObject = [:],
    groups: String = "--clear-groups"
  ) throws -> String {
    let client = try connect(daemon, as: uid, method, parameters, groups: groups)
    try client.waitForExit()
    return client.outputText
  }

  private func status(_ daemon: DaemonHarness, of uid: Int, groups: String = "--clear-groups") throws
    -> String
  {
    let reply = try JSONValue(
      parsing: Array(text(daemon, as: uid, "Places.GetStatus", groups: groups).utf8))
    let authorization = reply["parameters"]?["authorization"]
    return "\(authorization?["status"]?.stringValue ?? "?") \(authorization?["accuracy"]?.stringValue ?? "?")"
  }

  private func decide(_ daemon: DaemonHarness, _ uid: Int, _ status: String, _ accuracy: String = "full")
    throws
  {
    _ = try daemon.call(
      "Manager.SetAuthorization",
      ["uid": .int(uid), "status": .string(status), "accuracy": .string(accuracy)])
  }

  /// Questions that tell something to whoever may know.
  private static let questions: [(method: String, parameters: JSONObject)] = [
    ("Places.GetStatus", [:]), ("Places.GetLocation", [:]),
    ("Places.GetLocation", ["maximumAgeMSec": 3_600_000]),
    ("Places.GetLocation", ["desiredAccuracy": "best"]), ("Places.GetLikelyPlaces", [:]),
    ("Places.GetLikelyPlaces", ["limit": 50, "explain": true]), ("Places.GetSelectedPlace", [:]),
    ("Places.SelectPlace", ["placeId": "test:museum"]), ("Places.SelectPlace", ["placeId": "test:none"]),
    ("Places.ClearSelection", [:]), ("Places.ListHistory", [:]), ("Places.ClearHistory", [:]),
    ("Places.SetHistory", ["enabled": true]), ("Places.RejectPlaces", ["placeIds": ["test:mill"]]),
    ("Places.RequestAuthorization", ["purpose": "weather"]),
    ("Manager.ListAuthorizations", [:]),
    ("Manager.SetAuthorization", ["uid": 60003, "status": "authorized_always", "accuracy": "full"]),
    ("Manager.SetDefaults", ["distanceFilter": 1.0]), ("Manager.Reload", [:]),
  ]

  /// What must not be in any answer: the position, the places near it, the receiver.
  private static let secrets = ["52.10", "52.1,", "10.20", "10.2}", "Mill", "Pharmacy", "test:mill", "gps0"]

  // MARK: Rules

  @Test func `each rule gives its status, by the kernel's word on who is calling`() async throws {
    let daemon = try await start()
    #expect(try status(daemon, of: 0) == "authorized_always full")
    #expect(try status(daemon, of: AccessTests.full) == "authorized_always full")
    #expect(try status(daemon, of: AccessTests.reduced) == "authorized_always reduced")
    #expect(try status(daemon, of: AccessTests.denied) == "denied reduced")
    #expect(try status(daemon, of: AccessTests.restricted) == "restricted reduced")
    #expect(try status(daemon, of: AccessTests.stranger) == "not_determined reduced")
    #expect(
      try status(daemon, of: AccessTests.stranger, groups: "--groups=5,\(AccessTests.group)")
        == "authorized_always full")
    // A decision stands over a rule, but not over one that restricts.
    try decide(daemon, AccessTests.denied, "authorized_always", "reduced")
    try decide(daemon, AccessTests.restricted, "authorized_always")
    try decide(daemon, AccessTests.stranger, "authorized_when_in_use")
    #expect(try status(daemon, of: AccessTests.denied) == "authorized_always reduced")
    #expect(try status(daemon, of: AccessTests.restricted) == "restricted reduced")
    #expect(try status(daemon, of: AccessTests.stranger) == "authorized_when_in_use full")
    // It outlives the daemon, also when that is killed.
    daemon.process.signal(SIGKILL)
    try await daemon.restart()
    #expect(try status(daemon, of: AccessTests.denied) == "authorized_always reduced")
    try decide(daemon, AccessTests.denied, "not_determined", "reduced")
    #expect(try status(daemon, of: AccessTests.denied) == "denied reduced")
  }

  @Test func `rules that are wrong stop the start and leave the old ones in force`() async throws {
    let daemon = try await start()
    try DaemonHarness.write("user 60005 full\nuser full\n", to: rulesFile(of: daemon))
    let failure = try #require(try daemon.failure("Manager.Reload"))
    #expect(failure.name == "ConfigurationInvalid")
    #expect(failure.parameters["message"]?.stringValue?.contains("access.conf:2: expected user NAME") == true)
    #expect(try status(daemon, of: AccessTests.stranger) == "not_determined reduced")
    let check = try RunningProgram(
      "placed", ["--user", "--config", daemon.config, "--check-config"],
      environment: ["HOME": daemon.directory.path], in: daemon.directory.path)
    #expect(try check.waitForExit() == 2)
  }

  @Test func `who sits at the device has access while the session is active`() async throws {
    let daemon = try await start(
      prelude: #"""
        exec unshare -m sh -c 'mount -t tmpfs none /run && mkdir -p /run/systemd/users && exec "$@"' sh "$@";
        """#)
    func seat(_ line: String) throws {
      let script =
        "printf '%s\\n' '\(line)' >/run/systemd/users/.new && mv /run/systemd/users/.new /run/systemd/users/\(AccessTests.stranger)"
      let run = try RunningProgram(
        "/usr/bin/nsenter", ["-t", "\(daemon.process.pid)", "-m", "/bin/sh", "-c", script],
        in: daemon.directory.path)
      #expect(try run.waitForExit() == 0, "\(run.errorText)")
    }
    #expect(try status(daemon, of: AccessTests.stranger) == "not_determined reduced")
    let stream = try connect(
      daemon, as: AccessTests.stranger, "Places.Subscribe", ["topics": ["authorization"]], more: true)
    _ = poll { stream.outputText.contains("not_determined") ? true : nil }
    try seat("ACTIVE_SEATS=seat0")
    #expect(poll { stream.outputText.contains(#""authorized_when_in_use""#) ? true : nil } != nil)
    #expect(try status(daemon, of: AccessTests.stranger) == "authorized_when_in_use full")
    // Somebody else takes the seat; the session goes on in the background.
    try seat("SEATS=seat0")
    #expect(
      poll { stream.outputText.hasSuffix("\"not_determined\",\"accuracy\":\"reduced\"}}}\n") ? true : nil }
        != nil || stream.outputText.split(separator: "\n").count == 3)
  }

  /// Where control groups can be made: systemd's own hierarchy, or the only one.
  private static let controlGroups = ["/sys/fs/cgroup/systemd", "/sys/fs/cgroup"].first {
    access("\($0)/cgroup.procs", W_OK) == 0
  }

  @Test(.enabled(if: AccessTests.controlGroups != nil, "needs control groups that can be written"))
  func `a unit is the system's by its control group, whoever its programs run as`() async throws {
    let daemon = try await start()
    let root = try #require(AccessTests.controlGroups)
    try DaemonHarness.write("unit placed-test.service reduced\n", to: rulesFile(of: daemon))
    _ = try daemon.call("Manager.Reload")
    for (path, expected) in [
      ("system.slice/placed-test.service", "authorized_always reduced"),
      ("user.slice/user-60005.slice/user@60005.service/placed-test.service", "not_determined reduced"),
      ("placed-test-elsewhere.service", "not_determined reduced"),
    ] {
      let script = #"""
        mkdir -p "$1/$2"; echo $$ >"$1/$2/cgroup.procs" || exit 1
        printf '{"method":"io.placed.Places.GetStatus"}\n' |
          setpriv --reuid=60005 --regid=60005 --clear-groups nc -N -U "$3"
        echo $$ >"$1/cgroup.procs"; cd "$1"; rmdir -p "$2" 2>/dev/null; exit 0
        """#
      let run = try RunningProgram(
        "/bin/sh", ["-c", script, "sh", root, path, daemon.socket], in: daemon.directory.path)
      #expect(try run.waitForExit() == 0, "\(run.errorText)")
      let authorization = try JSONValue(parsing: Array(run.outputText.utf8))["parameters"]?["authorization"]
      let status = authorization?["status"]?.stringValue ?? ""
      let accuracy = authorization?["accuracy"]?.stringValue ?? ""
      #expect("\(status) \(accuracy)" == expected, "\(path)")
    }
  }

  // MARK: No access

  @Test(arguments: [AccessTests.denied, AccessTests.restricted, AccessTests.stranger])
  func `without rights no method, error or stream tells where the device is or what was chosen`(uid: Int)
    async throws
  {
    let daemon = try await start()
    try await daemon.settle()
    let before = try AccessTests.questions.map { try text(daemon, as: uid, $0.method, $0.parameters) }
    let stream = try connect(daemon, as: uid, "Places.Subscribe", [:], more: true)
    #expect(poll { stream.outputText.contains("\n") ? true : nil } != nil)
    for answer in before + [stream.outputText] {
      #expect(!answer.isEmpty)
      for secret in AccessTests.secrets { #expect(!answer.contains(secret), "\(answer)") }
    }
    #expect(before[1].contains("io.placed.Places.NotAuthorized"))
    #expect(before.suffix(4).allSatisfy { $0.contains("PermissionDenied") })
    let first = stream.outputText
    // Whatever happens then, nothing changes for it.
    _ = try daemon.call("Places.SelectPlace", ["placeId": "test:mill"])
    #expect(try daemon.call("Places.GetSelectedPlace")["selection"]?["place"] != nil)
    for step in 1...5 { await daemon.fix(Coordinate.p0.moved(north: Double(step) * 80)) }
    let (client, _) = try daemon.subscribe(["topics": ["location"], "distanceFilter": 0.0])
    await daemon.fix(Coordinate.p0.moved(north: 500))
    _ = try client.next(with: "location")
    let after = try AccessTests.questions.map { try text(daemon, as: uid, $0.method, $0.parameters) }
    #expect(after == before)
    #expect(stream.outputText == first)
    // Nor is there a file that it could read.
    for file in ["state", "state/state.db", "state/state.db-wal"] {
      let mode = FileMode(of: daemon.directory.file(file))
      #expect(mode == nil || mode?.forOthers == 0, "\(file)")
    }
  }

  /// The permission bits of a file.
  private struct FileMode {
    let forOthers: mode_t

    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      forOthers = status.st_mode & 0o077
    }
  }

  // MARK: Live changes

  @Test func `LOC-13 a decision reaches open streams at once, and they stay open`() async throws {
    let daemon = try await start()
    try await daemon.settle()
    let uid = AccessTests.stranger
    let stream = try connect(daemon, as: uid, "Places.Subscribe", [:], more: true)
    func lines() -> [JSONValue] {
      stream.outputText.split(separator: "\n").compactMap {
        try? JSONValue(parsing: Array($0.utf8))["parameters"]
      }
    }
    #expect(poll { lines().count == 1 ? true : nil } != nil)
    #expect(lines()[0]["authorization"]?["status"]?.stringValue == "not_determined")
    #expect(lines()[0]["problem"]?["error"]?.stringValue == "io.placed.Places.NotAuthorized")
    #expect(lines()[0]["location"] == nil)

    #expect(
      try text(daemon, as: uid, "Places.RequestAuthorization", ["purpose": "for the weather"]).contains(
        "not_determined"))
    let waiting = try daemon.call("Manager.ListAuthorizations")["authorizations"]?.arrayValue ?? []
    #expect(waiting.count == 1 && waiting[0]["purpose"]?.stringValue == "for the weather")
    #expect(waiting[0]["uid"]?.intValue == Int64(uid))

    try decide(daemon, uid, "authorized_always")
    let granted = Clock.monotonicMicroseconds()
    #expect(poll { lines().count >= 2 ? true : nil } != nil)
    #expect(Clock.monotonicMicroseconds() - granted < 100_000)
    #expect(lines()[1]["authorization"]?["status"]?.stringValue == "authorized_always")
    #expect(
      lines()[1]["location"] != nil && lines()[1]["likelyPlaces"] != nil && lines()[1]["problem"] == nil)

    try decide(daemon, uid, "authorized_always", "reduced")
    #expect(poll { lines().count >= 3 ? true : nil } != nil)
    #expect(lines()[2]["location"]?["accuracy"]?.stringValue == "reduced")
    #expect(lines()[2]["likelyPlaces"] == nil && lines()[2]["selection"] == nil)

    try decide(daemon, uid, "denied", "reduced")
    let withdrawn = Clock.monotonicMicroseconds()
    #expect(poll { lines().count >= 4 ? true : nil } != nil)
    #expect(Clock.monotonicMicroseconds() - withdrawn < 100_000)
    #expect(lines()[3]["authorization"]?["status"]?.stringValue == "denied")
    #expect(lines()[3]["location"] == nil)
    #expect(lines()[3]["problem"]?["error"]?.stringValue == "io.placed.Places.NotAuthorized")
    for step in 1...5 { await daemon.fix(Coordinate.p0.moved(north: Double(step) * 80)) }
    try decide(daemon, uid, "authorized_always")
    #expect(poll { lines().count >= 5 ? true : nil } != nil)
    #expect(lines().count == 5 && lines()[4]["location"] != nil)
    #expect(stream.exitCode() == nil)
  }

  @Test func `a call that waits is answered when its right is withdrawn`() async throws {
    let daemon = try await start()
    let call = try connect(
      daemon, as: AccessTests.full, "Places.GetLocation", ["timeoutMSec": 60_000], more: true)
    _ = poll(within: 0.3) { call.outputText.isEmpty ? nil : true }
    #expect(call.outputText.isEmpty)
    try decide(daemon, AccessTests.full, "denied", "reduced")
    #expect(
      poll { call.outputText.isEmpty ? nil : call.outputText }
        == #"{"error":"io.placed.Places.NotAuthorized","parameters":{"status":"denied"}}"# + "\n")
    await daemon.fix(.p0)
  }

  // MARK: Reduced

  /// What a user with reduced accuracy gets to hear of a device that goes this way.
  private func overheard(_ track: [Coordinate]) async throws -> [String] {
    let daemon = try await start()
    let stream = try connect(daemon, as: AccessTests.reduced, "Places.Subscribe", [:], more: true)
    let (client, _) = try daemon.subscribe(["topics": ["location"], "distanceFilter": 0.0])
    for place in track {
      await daemon.fix(place, eph: .random(in: 2...60))
      _ = try client.next(with: "location")
    }
    _ = try daemon.failure("Places.SelectPlace", ["placeId": "test:mill"])
    var answers = try AccessTests.questions.map {
      try text(daemon, as: AccessTests.reduced, $0.method, $0.parameters)
    }
    answers.append(try text(daemon, as: AccessTests.reduced, "Places.FetchPlace", ["placeId": "test:mill"]))
    answers.append(try text(daemon, as: AccessTests.reduced, "Places.FetchPlace", ["placeId": "test:gone"]))
    _ = poll { stream.outputText.split(separator: "\n").count >= 2 ? true : nil }
    return answers + [stream.outputText]
  }

  @Test func `with reduced accuracy two ways through a cell sound the same to the byte`() async throws {
    // P0 itself lies on the edge of two cells.
    let start = Coordinate.p0.moved(north: 900, east: 900)
    let one = (0..<8).map { start.moved(north: Double($0) * 80, east: 400) }
    let other = [start] + (0..<5).map { start.moved(east: Double($0) * 80) }
    var (a, b): ([String], [String]) = ([], [])
    repeat {
      let quarter = Clock.wallMicroseconds() / 900_000_000
      (a, b) = (try await overheard(one), try await overheard(other))
      // Both in the same quarter of an hour.
      if Clock.wallMicroseconds() / 900_000_000 == quarter { break }
    } while true
    #expect(a == b)
    #expect(a[1].contains(#""accuracy":"reduced""#) && a[1].contains("timestampUSec"))
    #expect(a[4].contains("FullAccuracyRequired"))
    for answer in a.dropLast(3) + [a[a.count - 1]] {
      for secret in ["\"ageMSec\"", "altitude", "speed", "gps0", "Mill"] {
        #expect(!answer.contains(secret), "\(answer)")
      }
    }
  }
}
