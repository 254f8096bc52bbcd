import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing
import Varlink

@Suite(.serialized) struct ServiceTests {
  @Test func `ends within 2 s of SIGTERM and takes its socket along`() async throws {
    let daemon = try await DaemonHarness()
    let (client, _) = try daemon.subscribe()
    daemon.process.signal(SIGTERM)
    #expect(try daemon.process.waitForExit(within: 2) == 0)
    #expect(access(daemon.socket, F_OK) != 0)
    #expect(throws: VarlinkError.closed) {
      while try client.nextReply(within: .seconds(2)) != nil {}
    }
  }

  @Test func `IPC-01 a socket left behind is replaced, another file is not`() async throws {
    let daemon = try await DaemonHarness()
    daemon.process.signal(SIGKILL)
    try daemon.process.waitForExit()
    #expect(access(daemon.socket, F_OK) == 0)
    try await daemon.restart()
    daemon.process.signal(SIGTERM)
    try daemon.process.waitForExit()
    try DaemonHarness.write("precious", to: daemon.socket)
    await #expect(throws: KitError.self) { try await daemon.restart() }
    #expect(daemon.process.exitCode() == 1)
    #expect(daemon.process.errorText.contains("\(daemon.socket): a file of another kind is there"))
    #expect(access(daemon.socket, F_OK) == 0)
  }

  @Test func `a second instance is refused, for the socket as for the state`() async throws {
    let daemon = try await DaemonHarness()
    let other = try TemporaryDirectory()
    for (arguments, why) in [
      (["--socket", daemon.socket, "--state-dir", other.file("state")], "another program listens there"),
      (["--socket", other.file("socket"), "--state-dir", daemon.directory.file("state")], "state"),
    ] {
      let second = try RunningProgram(
        "placed", ["--user", "--gpsd", "127.0.0.1:9"] + arguments, environment: ["HOME": other.path],
        in: other.path)
      #expect(try second.waitForExit() == 1)
      #expect(second.errorText.contains("Cannot start"))
      #expect(second.errorText.contains(why), "\(second.errorText)")
    }
    _ = try daemon.call("Places.GetStatus")
  }

  @Test func `needs no options with --user`() async throws {
    let home = try TemporaryDirectory()
    let process = try RunningProgram("placed", ["--user"], environment: ["HOME": home.path], in: home.path)
    let socket = home.file(".local/state/placed/io.placed.Places")
    #expect(poll { (try? VarlinkClient(path: socket)) != nil ? true : nil } == true, "\(process.errorText)")
    process.signal(SIGINT)
    #expect(try process.waitForExit(within: 2) == 0)
  }

  @Test(arguments: [
    (["--frobnicate"], 2, "--frobnicate"), (["--gpsd", "host:port"], 2, "--gpsd"),
    (["--config", "/nowhere"], 2, "/nowhere"),
    (["extra"], 2, "extra"),
  ])
  func `wrong usage is named`(arguments: [String], code: Int32, word: String) throws {
    let home = try TemporaryDirectory()
    let process = try RunningProgram("placed", arguments, environment: ["HOME": home.path], in: home.path)
    #expect(try process.waitForExit() == code)
    #expect(process.errorText.contains(word))
  }

  @Test func `a bad value stops the start and names file and line`() throws {
    let home = try TemporaryDirectory()
    try DaemonHarness.write("[Location]\nDistanceFilterM=far\n", to: home.file("bad.conf"))
    let process = try RunningProgram(
      "placed", ["--user", "--config", home.file("bad.conf")], environment: ["HOME": home.path], in: home.path
    )
    #expect(try process.waitForExit() == 2)
    #expect(process.errorText.contains("bad.conf:2"))
  }

  @Test(arguments: [["--check-config"], []])
  func `a socket path that is too long is refused before anything starts`(more: [String]) throws {
    let home = try TemporaryDirectory()
    let path = "/" + String(repeating: "s", count: 107)
    try DaemonHarness.write("[Socket]\nPath=\(path)\n", to: home.file("long.conf"))
    for (arguments, origin) in [
      (["--config", home.file("long.conf")], "long.conf:2"), (["--socket", path], "--socket"),
    ] {
      let process = try RunningProgram(
        "placed", ["--user"] + arguments + more, environment: ["HOME": home.path], in: home.path)
      #expect(try process.waitForExit() == 2)
      #expect(process.errorText.contains("\(origin): the socket's path has 108 bytes, at most 107"))
      #expect(process.outputText.isEmpty)
    }
  }

  @Test func `a drop-in that is a link to nothing is told`() throws {
    let home = try TemporaryDirectory()
    mkdir(home.file("x.conf.d"), 0o700)
    try DaemonHarness.write("", to: home.file("x.conf"))
    symlink("/nowhere/z.conf", home.file("x.conf.d/z.conf"))
    let arguments = ["--user", "--check-config", "--config", home.file("x.conf")]
    let process = try RunningProgram("placed", arguments, environment: ["HOME": home.path], in: home.path)
    #expect(try process.waitForExit() == 0)
    #expect(process.errorText.contains("z.conf: a link to a file that is missing, ignored"))
  }

  @Test func `--check-config shows values and where they come from, or what is wrong`() throws {
    let home = try TemporaryDirectory()
    mkdir(home.file("x.conf.d"), 0o700)
    try DaemonHarness.write("[Location]\nDistanceFilterM=7\n[Wrong]\nKey=1\n", to: home.file("x.conf"))
    try DaemonHarness.write("[Places]\nLikelyLimit=3\n", to: home.file("x.conf.d/y.conf"))
    let arguments = ["--user", "--check-config", "--config", home.file("x.conf"), "--gpsd", "elsewhere"]
    let good = try RunningProgram("placed", arguments, environment: ["HOME": home.path], in: home.path)
    #expect(try good.waitForExit() == 0)
    let lines = good.outputText.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.contains(["Address=elsewhere:2947", "--gpsd"]))
    #expect(lines.contains(["DistanceFilterM=7", home.file("x.conf:2")]))
    #expect(lines.contains(["LikelyLimit=3", home.file("x.conf.d/y.conf:2")]))
    #expect(lines.contains(["Path=\(home.path)/.local/state/placed/io.placed.Places", "default"]))
    #expect(good.errorText.contains("x.conf:4: unknown section [Wrong]"))
    try DaemonHarness.write("[Places]\nLikelyLimit=0\n", to: home.file("x.conf.d/z.conf"))
    let bad = try RunningProgram("placed", arguments, environment: ["HOME": home.path], in: home.path)
    #expect(try bad.waitForExit() == 2)
    #expect(bad.outputText.isEmpty && bad.errorText.contains("z.conf:2"))
    #expect(access(home.file(".local"), F_OK) != 0)
  }

  @Test func `reload takes new region files and settings and keeps clients`() async throws {
    let daemon = try await DaemonHarness(places: [])
    try await daemon.settle()
    let (client, first) = try daemon.subscribe(["topics": ["likely_places"]])
    #expect(first["likelyPlaces"]?["reason"]?.stringValue == "not_covered")
    try DaemonHarness.importPlaces(DaemonHarness.places, named: "test", in: daemon.directory)
    try DaemonHarness.write("[Places]\nLikelyLimit=1\n", to: daemon.config)
    _ = try daemon.call("Manager.Reload")
    #expect(try client.next(with: "likelyPlaces")["places"]?.arrayValue?.count == 2)
    #expect(try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue?.count == 1)
    let region = try daemon.call("Places.GetStatus")["regions"]?.arrayValue?.first
    #expect(region?["state"]?.stringValue == "ready")
    #expect(region?["places"]?.intValue == 4)
    #expect(region?["box"] != nil)

    try DaemonHarness.write("[Places]\nLikelyLimit=lots\n", to: daemon.config)
    let failure = try #require(try daemon.failure("Manager.Reload"))
    #expect(failure.name == "ConfigurationInvalid")
    #expect(failure.parameters["file"]?.stringValue == daemon.config)
    #expect(try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue?.count == 1)

    try DaemonHarness.write("", to: daemon.config)
    daemon.process.signal(SIGHUP)
    #expect(
      poll {
        (try? daemon.call("Places.GetLikelyPlaces"))?["likelyPlaces"]?["places"]?.arrayValue?.count == 2
          ? true : nil
      } == true)
  }

  @Test func `SQL-01 a damaged region file is a state, and the others go on`() async throws {
    let daemon = try await DaemonHarness()
    try DaemonHarness.write(
      String(repeating: "not a region file ", count: 400), to: daemon.directory.file("places/bad.places"))
    _ = try daemon.call("Manager.Reload")
    let regions = try daemon.call("Places.GetStatus")["regions"]?.arrayValue ?? []
    #expect(regions.compactMap { $0["state"]?.stringValue }.sorted() == ["foreign", "ready"])
    try await daemon.settle()
    #expect(try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue?.count == 2)
  }

  @Test func `SQL-01 a place that a damaged file may hold is not called unknown`() async throws {
    let daemon = try await DaemonHarness()
    let file = daemon.directory.file("places/test.places")
    var contents = [UInt8](repeating: 0xFF, count: 1 << 16)
    let handle = try #require(fopen(file, "r+"))
    fseek(handle, 4096, SEEK_SET)
    fwrite(&contents, 1, contents.count, handle)
    fclose(handle)
    _ = try daemon.call("Manager.Reload")
    let failure = try #require(try daemon.failure("Places.FetchPlace", ["placeId": "test:museum"]))
    #expect(failure.name == "RegionDamaged")
    #expect(failure.parameters["name"]?.stringValue == "test")
    #expect(try daemon.failure("Places.SelectPlace", ["placeId": "test:museum"])?.name == "RegionDamaged")
  }

  @Test func `the limit of subscriptions is named`() async throws {
    let daemon = try await DaemonHarness(config: "[Socket]\nMaxSubscriptionsPerUser=2\n")
    let first = try daemon.subscribe()
    let second = try daemon.subscribe()
    let third = try daemon.client()
    try third.callMore("io.placed.Places.Subscribe")
    #expect(throws: VarlinkError.reply(name: "io.placed.Places.LimitReached", parameters: ["limit": 2])) {
      try third.nextReply(within: .seconds(5))
    }
    first.client.close()
    #expect(poll { try? daemon.subscribe().client } != nil)
    second.client.close()
  }

  @Test func `Subscribe wants more`() async throws {
    let daemon = try await DaemonHarness()
    #expect(try daemon.failure("Places.Subscribe")?.name == "ExpectedMore")
  }

  @Test func `IPC-05 a subscriber that never reads costs nothing and delays nobody`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    let idle = try daemon.client()
    try idle.callMore("io.placed.Places.Subscribe", ["distanceFilter": 0.0])
    let (reader, _) = try daemon.subscribe(["topics": ["location"], "distanceFilter": 0.0])
    let before = try memory(of: daemon.process.pid)
    for step in 1...2000 {
      await daemon.fix(.p0.moved(north: Double(step)))
      if step % 10 == 0 { _ = try reader.next(with: "location") }
    }
    #expect(try memory(of: daemon.process.pid) - before < 1024)
    _ = try daemon.call("Places.GetStatus")
    // When it reads again it gets the newest state.
    var last: JSONValue?
    while let reply = try idle.nextReply(within: .milliseconds(500)) {
      last = reply.parameters["location"] ?? last
    }
    let goal = Coordinate.p0.moved(north: 2000).latitude
    #expect(abs((last?["coordinate"]?["latitude"]?.doubleValue ?? 0) - goal) < 1e-6)
  }

  /// Anonymous memory in KiB.
  private func memory(of pid: pid_t) throws -> Int {
    let file = try #require(fopen("/proc/\(pid)/status", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("RssAnon:") { return try #require(Int(text.filter(\.isNumber))) }
    }
    throw KitError("no RssAnon")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to become another user"))
  func `another user gets NotAuthorized and learns nothing`() async throws {
    let daemon = try await DaemonHarness()
    try await daemon.settle()
    chmod(daemon.directory.path, 0o755)
    for method in [
      "Places.GetLocation", "Places.GetLikelyPlaces", "Places.GetSelectedPlace",
      "Manager.Reload",
    ] {
      let call = #"printf '{"method":"io.placed.\#(method)"}\n' | nc -N -U \#(daemon.socket)"#
      let client = try RunningProgram(
        "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c", call],
        in: daemon.directory.path)
      try client.waitForExit()
      let expected =
        method.hasPrefix("Manager")
        ? #"{"error":"org.varlink.service.PermissionDenied"}"#
        : #"{"error":"io.placed.Places.NotAuthorized","parameters":{"status":"not_determined"}}"#
      #expect(client.outputText == expected + "\n", "\(client.errorText)")
    }
  }
}
