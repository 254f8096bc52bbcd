import Foundation
import JSON
import PlacedInterface
import PlacedTestKit
import Testing

@testable import placectl

/// One list, as the daemon sends it, with things that no version knows yet.
private let listText =
  #"{"likelyPlaces":{"places":[{"place":{"id":"osm:way/1","name":"SEA LIFE","types":["aquarium"],"stars":4.50},"#
  + #""likelihood":0.622,"distance":12},{"place":{"id":"osm:node/2","name":"מסעדת הים 24","types":["new_type"]},"#
  + #""likelihood":0.201,"distance":151.199}],"elsewhere":0.1,"unlisted":0.077,"generation":12,"location":{"coordinate":"#
  + #"{"latitude":-33.8694,"longitude":151.199},"accuracy":"full","reason":"teleported"},"futureField":[1e400]}}"#

private let list: JSONObject = (try? JSONValue(parsing: Array(listText.utf8)))?.objectValue ?? [:]
private let selection: JSONObject = [
  "selection": ["place": ["id": "osm:node/2", "name": "מסעדת הים 24"], "source": "likely"]
]

private let statusWithoutRegions: JSONObject = [
  "authorization": ["status": "authorized_always", "accuracy": "full"], "receiver": ["state": "searching"],
  "providers": [], "regions": [], "selection": [:], "stale": true, "zoomHint": 15, "distanceFilter": 50.0,
  "desiredAccuracy": "best", "versions": ["placed": "0.1.0", "libgps": "3.22", "gpsd": "3.22"],
]

/// A scripted daemon, a home of its own, and the built program.
private struct Stage {
  let directory: TemporaryDirectory
  let daemon: ScriptedDaemon

  init(_ answers: [String: ScriptedDaemon.Answer], mode: UInt32 = 0o600) async throws {
    directory = try TemporaryDirectory()
    daemon = try await ScriptedDaemon(directory.file("socket"), mode: mode, answers)
  }

  var environment: [String: String] { ["HOME": directory.path, "PLACED_SOCKET": daemon.path] }

  func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram("placectl", arguments, environment: environment, in: directory.path)
  }

  func run(_ arguments: String..., environment: [String: String]? = nil) throws -> Result {
    let program = try RunningProgram(
      "placectl", arguments, environment: environment ?? self.environment, in: directory.path)
    return Result(code: try program.waitForExit(), output: program.outputText, errors: program.errorText)
  }
}

private struct Result: Equatable {
  let code: Int32
  let output: String
  let errors: String
}

@Test func listShowsATable() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  let result = try stage.run("list", "--limit", "2", "--types", "aquarium,zoo")
  #expect(
    result
      == Result(
        code: 0,
        output: """
          1  SEA LIFE             62 %   12 m  aquarium
          2  \u{2068}מסעדת הים 24\u{2069}         20 %  151 m  new type
             another known place   8 %
             no known place       10 %
          Made from the location of unknown age, of unknown accuracy.

          """, errors: ""))
  let asked: JSONObject = ["fields": ["name", "types"], "types": ["aquarium", "zoo"], "limit": 2]
  #expect(stage.daemon.calls == [.init(method: "GetLikelyPlaces", parameters: asked)])
}

@Test func anEmptyListTellsOfTheRegionFiles() async throws {
  let empty: JSONObject = [
    "likelyPlaces": [
      "places": [], "elsewhere": 1.0, "unlisted": 0.0, "generation": 1, "reason": "not_covered",
      "location": ["coordinate": ["latitude": 0.0, "longitude": 0.0], "accuracy": "full"],
    ]
  ]
  let stage = try await Stage(["GetLikelyPlaces": .reply(empty), "GetStatus": .reply(statusWithoutRegions)])
  #expect(try stage.run("list").output.hasPrefix("There is no region file, so no place is known."))
  _ = try stage.run("list", "--json")
  #expect(stage.daemon.calls.map(\.method) == ["GetLikelyPlaces", "GetStatus", "GetLikelyPlaces"])
  let untold = try await Stage(["GetLikelyPlaces": .reply(empty)])
  #expect(try untold.run("list").output.hasPrefix("No region file covers this location."))
}

@Test func jsonIsTheReplyUnaltered() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  #expect(try stage.run("list", "--json") == Result(code: 0, output: listText + "\n", errors: ""))
  #expect(stage.daemon.calls == [.init(method: "GetLikelyPlaces", parameters: [:])])
  #expect(try stage.run("--quiet", "list") == Result(code: 0, output: "", errors: ""))
}

@Test func explainIsPassedOn() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  _ = try stage.run("list", "--json", "--explain")
  #expect(stage.daemon.calls.map(\.parameters) == [["explain": true]])
}

@Test func loc06WithoutAFixListEndsAtOnce() async throws {
  let error = ScriptedDaemon.Answer.error("io.placed.Places.NoFix", ["reason": "searching"])
  let stage = try await Stage(["GetLikelyPlaces": error])
  let result = try stage.run("list")
  #expect(result.code == 5)
  #expect(result.output.isEmpty)
  #expect(stage.daemon.calls.count == 1)
  #expect(
    result.errors
      == "placectl: there is no fix: the receiver is still searching\n          -> wait for one with --wait SECONDS\n"
  )
  #expect(stage.daemon.calls.allSatisfy { $0.parameters["timeoutMSec"] == nil })
}

@Test(
  "only then is the daemon asked to wait for a fix", arguments: [("list", "1.5", 1500), ("here", "2", 2000)])
func waiting(command: String, seconds: String, milliseconds: Int) async throws {
  let error = ScriptedDaemon.Answer.error("io.placed.Places.NoFix", ["reason": "searching"])
  let stage = try await Stage(["GetLikelyPlaces": error])
  #expect(try stage.run(command, "--wait", seconds).code == 5)
  #expect(stage.daemon.calls.map { $0.parameters["timeoutMSec"]?.intValue } == [nil, Int64(milliseconds)])
}

@Test func loc06WithoutGpsdListEndsAtOnce() async throws {
  let error = ScriptedDaemon.Answer.error(
    "io.placed.Places.LocationUnavailable", ["reason": "absent", "why": "nobody listens on localhost:2947"])
  let result = try await Stage(["GetLikelyPlaces": error]).run("list")
  #expect(result.code == 5)
  #expect(result.errors.contains("gpsd or its receiver is absent (nobody listens on"))
}

@Test(
  "LOC-13: denied is never no places", arguments: ["not_determined", "denied", "restricted", "new_status"])
func loc13(status: String) async throws {
  let error = ScriptedDaemon.Answer.error("io.placed.Places.NotAuthorized", ["status": .string(status)])
  let stage = try await Stage(["GetLikelyPlaces": error])
  let result = try stage.run("list")
  #expect(result.code == 4)
  #expect(result.output.isEmpty)
  #expect(result.errors.contains("has no access to the location"))
  #expect(result.errors.contains(status))
  #expect(result.errors.contains("->"))
}

@Test(
  "errors of the daemon have their own words and codes",
  arguments: [
    ("io.placed.Places.FullAccuracyRequired", [:], 4, "full accuracy"),
    ("io.placed.Places.PlaceNotFound", ["placeId": "osm:node/9"], 1, "no place 'osm:node/9'"),
    (
      "io.placed.Places.NotSaved", ["reason": "disk full"], 1,
      "could not be saved and stays as it was: disk full"
    ),
    ("org.varlink.service.InvalidParameter", ["parameter": "types[0]"], 1, "'types[0]'"),
    ("org.varlink.service.PermissionDenied", [:], 4, "only root"),
    ("io.placed.Places.NewError", [:], 1, "io.placed.Places.NewError"),
  ] as [(String, JSONObject, Int32, String)])
func daemonErrors(name: String, parameters: JSONObject, code: Int32, words: String) async throws {
  let result = try await Stage(["GetLikelyPlaces": .error(name, parameters)]).run("list")
  #expect(result.code == code)
  #expect(result.errors.contains(words))
}

@Test func anUnknownTypeIsNamed() async throws {
  let error = ScriptedDaemon.Answer.error("org.varlink.service.InvalidParameter", ["parameter": "types[1]"])
  let result = try await Stage(["GetLikelyPlaces": error]).run("list", "--types", "cafe,establishments")
  #expect(
    result
      == Result(
        code: 1, output: "",
        errors: """
          placectl: no place type is called 'establishments'
                    -> names are in lower case, such as cafe or train_station

          """))
}

@Test func anAnswerOfAnotherShapeIsAFailure() async throws {
  let result = try await Stage(["GetLikelyPlaces": .reply(["likelyPlaces": ["places": []]])]).run("list")
  #expect(result.code == 1)
  #expect(result.errors.contains("cannot be understood"))
}

@Test func withoutADaemonTheCodeIsThree() async throws {
  let directory = try TemporaryDirectory()
  let environment = ["PLACED_SOCKET": directory.file("none")]
  for command in ["status", "here", "list", "clear", "watch", "reload", "doctor"] {
    let program = try RunningProgram("placectl", [command], environment: environment, in: directory.path)
    #expect(try program.waitForExit() == 3)
    let text = program.errorText + program.outputText
    #expect(text.contains("no daemon listens on \(directory.file("none"))"))
    #expect(text.contains("-> placed --socket \(directory.file("none")) ") && !text.contains("systemctl"))
  }
}

@Test("IPC-19: a refused user learns what keeps him out", arguments: [0o755, 0o700])
func ipc19(directoryMode: mode_t) async throws {
  let stage = try await Stage([:], mode: 0o060)
  let path = stage.daemon.path
  var arguments = [RunningProgram.folder + "/placectl", "--socket", path, "status"]
  if getuid() == 0 {
    chown(path, 0, 4)
    arguments = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + arguments
  }
  let outputs = try TemporaryDirectory()
  chmod(stage.directory.path, getuid() == 0 || directoryMode == 0o755 ? directoryMode : 0)
  defer { chmod(stage.directory.path, 0o700) }
  let program = try RunningProgram(arguments[0], Array(arguments.dropFirst()), in: outputs.path)
  #expect(try program.waitForExit() == 4)
  #expect(program.errorText.contains("may not connect to \(path)"))
  let why =
    directoryMode == 0o755 ? "its mode is 060, its group '" : "it may not enter \(stage.directory.path)\n"
  #expect(program.errorText.contains(why))
  #expect(program.errorText.contains("-> root and the daemon's own user have access"))
}

@Test(
  "wrong usage is code 2, and no call is made",
  arguments: [
    ["lst"], ["list", "--limit", "0"], ["select"], [], ["watch", "--topics", "x"], ["list", "--json=1"],
  ])
func usage(arguments: [String]) async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  let program = try RunningProgram(
    "placectl", arguments, environment: stage.environment, in: stage.directory.path)
  #expect(try program.waitForExit() == 2)
  #expect(program.errorText.contains("--help'."))
  #expect(program.outputText.isEmpty)
  #expect(stage.daemon.calls.isEmpty)
}

@Test func aNumberMeansTheListThatWasShown() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list), "SelectPlace": .reply(selection)])
  let early = try stage.run("select", "2")
  #expect(early.code == 1)
  #expect(early.errors.contains("no list of this daemon has been shown to you"))
  _ = try stage.run("list")
  await stage.daemon.stop()

  // Meanwhile the daemon has another list, which a program reads: the number still means the one that was seen.
  let other: JSONObject = [
    "likelyPlaces": [
      "places": [], "elsewhere": 1.0, "unlisted": 0.0, "generation": 13,
      "location": ["coordinate": ["latitude": 0.0, "longitude": 0.0], "accuracy": "full"],
    ]
  ]
  let later = try await ScriptedDaemon(
    stage.daemon.path, ["GetLikelyPlaces": .reply(other), "SelectPlace": .reply(selection)])
  _ = try stage.run("list", "--json")
  let result = try stage.run("select", "2")
  #expect(
    result
      == Result(code: 0, output: "Selected  \u{2068}מסעדת הים 24\u{2069}\n          osm:node/2\n", errors: "")
  )
  #expect(later.calls.last == .init(method: "SelectPlace", parameters: ["placeId": "osm:node/2"]))

  for wrong in ["0", "3", "99999999999999999999"] {
    let result = try stage.run("select", wrong)
    #expect(result.code == 1)
    #expect(result.errors.contains("the list last shown to you has 2 places"))
  }
  // A list of another daemon is not this one's.
  let elsewhere = try stage.run("select", "1", "--socket", stage.directory.file("other"))
  #expect(elsewhere.code == 3)
  await later.stop()
}

@Test func idsAreTakenAsTheyAre() async throws {
  let stage = try await Stage([
    "SelectPlace": .reply(selection), "FetchPlace": .reply(["place": ["id": "osm:node/2", "name": "Zoo"]]),
    "ClearSelection": .reply([:]), "Reload": .reply([:]),
  ])
  #expect(try stage.run("select", "osm:node/2", "--json").output == JSONValue.object(selection).text + "\n")
  #expect(try stage.run("show", "osm:node/2").output == "Name  Zoo\nId    osm:node/2\n")
  #expect(try stage.run("clear").output == "No place is selected.\n")
  #expect(try stage.run("clear", "--json").output == "{}\n")
  #expect(try stage.run("reload").code == 0)
  #expect(
    stage.daemon.calls.map(\.method) == [
      "SelectPlace", "FetchPlace", "ClearSelection", "ClearSelection", "Reload",
    ])
}

@Test func aBadConfigurationNamesFileAndLine() async throws {
  let message = "/etc/placed/placed.conf:3: Mode: expected\n/etc/placed/placed.conf:7: Level: expected"
  let error = ScriptedDaemon.Answer.error(
    "io.placed.Manager.ConfigurationInvalid",
    ["file": "/etc/placed/placed.conf", "message": .string(message)])
  let result = try await Stage(["Reload": error]).run("reload")
  #expect(result.code == 1)
  #expect(
    result.errors == """
      placectl: the old configuration stays in force
                /etc/placed/placed.conf:3: Mode: expected
                /etc/placed/placed.conf:7: Level: expected

      """)
}

@Test func watchGivesOneObjectALine() async throws {
  let updates: [JSONObject] = [["sequence": 1, "busy": false], ["sequence": 2, "newTopic": 1]]
  let stage = try await Stage(["Subscribe": .stream(updates, goesOn: false)])
  let result = try stage.run("watch", "--json", "--topics", "location,receiver")
  #expect(
    result
      == Result(
        code: 0, output: "{\"sequence\":1,\"busy\":false}\n{\"sequence\":2,\"newTopic\":1}\n", errors: ""))
  #expect(stage.daemon.calls.map(\.parameters) == [["topics": ["location", "receiver"]]])
}

@Test func watchTellsOfBeingBusyOnlyWhenThatChanges() async throws {
  let updates: [JSONObject] = [false, false, true, true, false].map { ["sequence": 1, "busy": .bool($0)] }
  let stage = try await Stage(["Subscribe": .stream(updates, goesOn: false)])
  let words = try stage.run("watch").output.split(separator: "\n").map { $0.dropFirst(20) }
  #expect(words == ["updating", "up to date"])
}

@Test func watchEndsWithTheDaemonOrByInterruption() async throws {
  let stage = try await Stage(["Subscribe": .stream([["sequence": 1, "busy": true]], goesOn: true)])
  let interrupted = try stage.start("watch")
  let left = try stage.start("watch")
  for program in [interrupted, left] {
    #expect(poll { program.outputText.hasSuffix("  busy      updating\n") ? true : nil } == true)
  }
  interrupted.signal(SIGINT)
  #expect(try interrupted.waitForExit() == 130)
  await stage.daemon.stop()
  #expect(try left.waitForExit() == 3)
  #expect(left.errorText.contains("the daemon has closed the connection"))
  #expect(!left.errorText.contains("systemctl"))
}

@Test func aReaderThatGoesIsNoTrouble() async throws {
  let updates = (1...2000).map { ["sequence": .int($0)] as JSONObject }
  let stage = try await Stage(["Subscribe": .stream(updates, goesOn: true)])
  let line = "set -o pipefail; '\(RunningProgram.folder)/placectl' watch --json | head -n 1"
  let program = try RunningProgram(
    "/bin/bash", ["-c", line], environment: stage.environment, in: stage.directory.path)
  #expect(try program.waitForExit() == 0)
  #expect(program.outputText == "{\"sequence\":1}\n")
  #expect(program.errorText.isEmpty)
}

@Test func aFullDiskIsTrouble() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  let line = "'\(RunningProgram.folder)/placectl' list >/dev/full"
  let program = try RunningProgram(
    "/bin/sh", ["-c", line], environment: stage.environment, in: stage.directory.path)
  #expect(try program.waitForExit() == 1)
  #expect(program.errorText.contains("cannot write the output"))
}

@Test func theUsersOwnDaemonIsPreferredWhileItLives() async throws {
  let stage = try await Stage([:])
  let runtime = stage.directory.file("run")
  try FileManager.default.createDirectory(atPath: runtime + "/placed", withIntermediateDirectories: true)
  let own = try await ScriptedDaemon(runtime + "/placed/io.placed.Places", ["ClearSelection": .reply([:])])
  let environment = ["XDG_RUNTIME_DIR": runtime]
  #expect(try stage.run("clear", environment: environment).code == 0)
  await own.stop()
  let gone = try stage.run("clear", environment: environment)
  #expect(gone.errors.isEmpty || gone.errors.contains("\(runtime)/placed/io.placed.Places or /run/placed/"))
  #expect(gone.errors.isEmpty || gone.errors.contains("-> sudo systemctl start placed (or, for yourself"))
}

@Test func hereAsksOnATerminal() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list), "SelectPlace": .reply(selection)])
  let terminal = try PseudoTerminal(columns: 40)
  let program = try terminal.run(
    "placectl", ["here"], environment: stage.environment, in: stage.directory.path)
  let question = "Which one is it? [1-2, or Enter for none] "
  #expect(poll { terminal.text.hasSuffix(question) ? true : nil } == true)
  #expect(terminal.text.hasPrefix("\u{1B}[2m1\u{1B}[0m  \u{1B}[1mSEA LIFE\u{1B}[0m"))
  terminal.type("7\n")
  #expect(poll { terminal.text.hasSuffix("7\n" + question) ? true : nil } == true)
  terminal.type("2\n")
  #expect(try program.waitForExit() == 0)
  #expect(terminal.text.hasSuffix("Selected\u{1B}[0m  \u{2068}מסעדת הים 24\u{2069}\n          osm:node/2\n"))
  #expect(stage.daemon.calls.map(\.method) == ["GetLikelyPlaces", "SelectPlace"])
  #expect(stage.daemon.calls.last?.parameters == ["placeId": "osm:node/2"])
}

@Test("here selects nothing unless a number is given", arguments: ["\n", "\u{4}", "\u{3}"])
func hereWithoutAnAnswer(keys: String) async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  let terminal = try PseudoTerminal()
  var environment = stage.environment
  environment["NO_COLOR"] = "1"
  let program = try terminal.run("placectl", ["here"], environment: environment, in: stage.directory.path)
  #expect(poll { terminal.text.hasSuffix("none] ") ? true : nil } == true)
  #expect(!terminal.text.contains("\u{1B}"))
  terminal.type(keys)
  #expect(try program.waitForExit() == (keys == "\u{3}" ? 130 : 0))
  #expect(stage.daemon.calls.map(\.method) == ["GetLikelyPlaces"])
}

@Test func hereAsksNothingWithoutATerminal() async throws {
  let stage = try await Stage(["GetLikelyPlaces": .reply(list)])
  let result = try stage.run("here", "--wait", "2")
  #expect(result.code == 0)
  #expect(!result.output.contains("Which one"))
}

@Test func doctorFindsTheFirstFault() async throws {
  let stage = try await Stage([
    "GetStatus": .reply(statusWithoutRegions),
    "GetLocation": .error("io.placed.Places.NoFix", ["reason": "searching"]),
  ])
  let result = try stage.run("doctor", "--json")
  #expect(result.code == 5)
  let checks = try JSONValue(parsing: Array(result.output.utf8))["checks"]?.arrayValue ?? []
  #expect(
    checks.map { $0["check"]?.stringValue } == ["daemon", "access", "gpsd", "receiver", "fix", "regions"])
  #expect(checks.map { $0["ok"]?.boolValue } == [true, true, true, true, false, false])
  #expect(try stage.run("status").output.contains("Regions   none\n"))
  #expect(try stage.run("status", "--json").output == JSONValue.object(statusWithoutRegions).text + "\n")
}

@Test func aReceiverThatRestedIsWaitedForAndAnotherTroubleIsNot() async throws {
  for (reason, waits) in [("off", [nil, 5000]), ("absent", [nil])] as [(String, [Int64?])] {
    let stage = try await Stage([
      "GetLikelyPlaces": .error("io.placed.Places.LocationUnavailable", ["reason": .string(reason)])
    ])
    #expect(try stage.start("list").waitForExit() == 5)
    #expect(stage.daemon.calls.map { $0.parameters["timeoutMSec"]?.intValue } == waits)
  }
}
