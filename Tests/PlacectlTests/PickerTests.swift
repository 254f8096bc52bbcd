import Glibc
import JSON
import PlacedInterface
import PlacedTestKit
import Terminal
import Testing

@testable import placectl

private func object(_ text: String) -> JSONObject {
  (try? JSONValue(parsing: Array(text.utf8)))?.objectValue ?? [:]
}

private let update = object(
  #"{"sequence":1,"receiver":{"state":"fix_3d"},"likelyPlaces":{"places":["#
    + #"{"place":{"id":"osm:way/1","name":"SEA LIFE","types":["aquarium"]},"likelihood":0.62,"distance":12.0},"#
    + #"{"place":{"id":"osm:node/2","name":"Café Näh","types":["cafe"]},"likelihood":0.2,"distance":35.0}],"#
    + #""elsewhere":0.1,"unlisted":0.08,"generation":3,"location":{"coordinate":{"latitude":1.5,"longitude":2.5},"#
    + #""accuracy":"full"},"attributions":[{"text":"© OpenStreetMap contributors"}]}}"#)

private func prediction(_ id: String, _ name: String, matching length: Int) -> JSONValue {
  .object([
    "placeId": .string(id), "types": ["store"], "distance": 1200.0,
    "fullText": ["text": .string(name + ", Main Street"), "matches": []],
    "primaryText": [
      "text": .string(name), "matches": [.object(["offset": 0, "length": .int(length)])],
    ], "secondaryText": ["text": "Main Street", "matches": []],
  ])
}

/// Finds places whose name begins with the text; fails for some.
@Sendable private func search(_ parameters: JSONObject) -> ScriptedDaemon.Answer {
  let text = parameters["query"]?.stringValue ?? ""
  if text == "fail" {
    return .error(
      PlacesInterface.name + ".ProviderFailed", ["provider": "far", "reason": "timed out", "retryable": true])
  }
  let names = ["Harbour Hotel", "Harbour Bakery", "Hardware"].filter {
    $0.lowercased().hasPrefix(text.lowercased())
  }
  return .reply([
    "predictions": .array(names.map { prediction("found:\($0.count)", $0, matching: text.count) }),
    "attributions": [["text": "© OpenStreetMap contributors"]],
  ])
}

private let selected = object(
  #"{"selection":{"place":{"id":"found:14","name":"Harbour Bakery"},"source":"search"}}"#)

/// A picker on a terminal, with a scripted daemon behind it.
private final class PickerStage {
  let directory: TemporaryDirectory
  let daemon: ScriptedDaemon
  let terminal: PseudoTerminal
  let program: RunningProgram
  let before: [UInt32]
  let result: String
  let (rows, columns): (Int, Int)

  init(
    _ arguments: String..., environment: [String: String] = [:], rows: Int = 24, columns: Int = 80,
    answers: [String: ScriptedDaemon.Answer] = [:]
  ) async throws {
    directory = try TemporaryDirectory()
    daemon = try await ScriptedDaemon(
      directory.file("socket"),
      [
        "Subscribe": .stream([update], goesOn: true), "Autocomplete": .by(search),
        "SelectPlace": .reply(selected),
        "FetchPlace": .reply(["place": ["id": "found:14", "name": "Harbour Bakery"]]),
      ].merging(answers) { $1 })
    terminal = try PseudoTerminal(columns: UInt16(columns))
    terminal.resize(rows: UInt16(rows), columns: UInt16(columns))
    before = terminal.settings
    result = directory.file("result")
    (self.rows, self.columns) = (rows, columns)
    let all = [
      "HOME": directory.path, "PLACED_SOCKET": daemon.path, "TERM": "xterm-256color",
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(
      environment
    ) { $1 }
    program = try terminal.run(
      "placectl", ["pick"] + arguments, environment: all, in: directory.path, outputTo: result)
  }

  var screen: TerminalScreen { terminal.screen(rows: rows, columns: columns) }

  /// Waits until the screen shows this text.
  func shows(_ text: String) -> Bool {
    if poll(within: 10, { screen.lines.joined(separator: "\n").contains(text) ? true : nil }) != nil {
      return true
    }
    Issue.record("the screen has no \"\(text)\" but:\n\(screen.text)\n\(program.errorText)")
    return false
  }

  var output: String {
    guard let file = fopen(result, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
  func calls(_ method: String) -> [JSONObject] {
    daemon.calls.filter { $0.method == method }.map(\.parameters)
  }

  /// The terminal is as it was found: its settings, its modes, its screen and where the cursor stands.
  func isRestored() -> Bool {
    let isSo = poll(within: 5) { () -> Bool? in
      let now = screen
      return terminal.settings == before && now.modes.subtracting([25]).isEmpty && now.text.isEmpty
        && now.cursor == (0, 0)
        ? true : nil
    }
    if isSo == nil { Issue.record("left behind: \(screen.modes) \(screen.cursor)\n\(screen.text)") }
    return isSo != nil
  }
}

@Suite("The picker")
struct PickerTests {
  @Test func showsTheLikelyPlacesAndSelectsOne() async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("Café Näh"))
    let lines = stage.screen.lines
    #expect(lines[0] == "Which place is this?")
    #expect(lines[1] == "> Type to search")
    #expect(lines[3].hasPrefix("> • SEA LIFE  aquarium") && lines[3].hasSuffix("██████▎     62 %     12 m"))
    #expect(lines[4].hasPrefix("  • Café Näh  cafe") && lines[4].hasSuffix("██          20 %     35 m"))
    #expect(lines[5] == "  At no known place: 10 %. Type to find another one.")
    #expect(
      lines[23] == "© OpenStreetMap contributors" + String(repeating: " ", count: 26)
        + "Enter chooses, Esc cancels")
    #expect(stage.screen.modes == [1049, 2004, 1000, 1006, 25])
    stage.terminal.type("\u{1B}[B\r")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.isRestored())
    #expect(stage.calls("SelectPlace") == [["placeId": "osm:node/2"]])
    #expect(stage.output.contains("Selected"))
    #expect(stage.calls("Subscribe").first?["limit"] == .int(5))
  }

  @Test func searchesWhileOneTypes() async throws {
    let stage = try await PickerStage("--json")
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("har")
    #expect(stage.shows("Hardware"))
    stage.terminal.type("bour ")
    stage.terminal.type("b")
    #expect(stage.shows("Harbour Bakery  Main Street"))
    #expect(poll { stage.screen.text.contains("Hotel") ? nil : true } == true)
    #expect(stage.screen.lines[1] == "> harbour b")
    #expect(stage.terminal.text.contains("\u{1B}[7;1;93mHarbour B\u{1B}[0m"))
    #expect(stage.screen.cursor == (1, 11))
    stage.terminal.type("\r")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.isRestored())
    let tokens = Set(stage.calls("Autocomplete").map { $0["sessionToken"]?.stringValue })
    #expect(tokens.count == 1)
    let choice = stage.calls("SelectPlace").first
    #expect(choice?["placeId"] == "found:14")
    #expect(choice?["sessionToken"]?.stringValue == tokens.first ?? nil)
    #expect(
      stage.calls("Autocomplete").last?["filter"]?["origin"] == [
        "latitude": 1.5, "longitude": 2.5,
      ])
    #expect(stage.output == JSONValue.object(selected).text + "\n")
  }

  @Test("cancelling leaves no trace and selects nothing", arguments: ["\u{1B}", "\u{3}", "\u{4}"])
  func cancelling(keys: String) async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type(keys)
    #expect(try stage.program.waitForExit() == 130)
    #expect(stage.isRestored())
    #expect(stage.output.isEmpty)
    #expect(stage.calls("SelectPlace").isEmpty)
  }

  @Test(
    "the terminal is restored whatever ends the picker",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGSEGV, SIGABRT])
  func killed(signal: Int32) async throws {
    for arguments in [[], ["--inline"]] {
      let stage = try await arguments.isEmpty ? PickerStage() : PickerStage("--inline")
      #expect(stage.shows("SEA LIFE"))
      stage.program.signal(signal)
      let isCaught = [SIGTERM, SIGINT, SIGHUP].contains(signal)
      #expect(try stage.program.waitForExit() == (isCaught ? 130 : 128 + signal))
      if arguments.isEmpty || isCaught {
        #expect(stage.isRestored())
      } else {
        #expect(poll { stage.terminal.settings == stage.before ? true : nil } == true)
      }
    }
  }

  @Test func printsOnlyTheId() async throws {
    let stage = try await PickerStage("--print-id", "--no-select", "hardw")
    #expect(stage.shows("Hardware"))
    stage.terminal.type("\r")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.output == "found:8\n")
    #expect(
      stage.calls("SelectPlace").isEmpty
        && stage.calls("FetchPlace").isEmpty)
  }

  @Test func printsThePlaceWithoutSelectingIt() async throws {
    let stage = try await PickerStage("--no-select")
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("\r")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.output.contains("Harbour Bakery"))
    #expect(stage.calls("FetchPlace").count == 1)
    #expect(stage.calls("SelectPlace").isEmpty)
  }

  @Test func failuresAreShownInPlaceOfResultsAndTriedAgain() async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("fail")
    #expect(stage.shows("Ctrl-R tries again."))
    #expect(!stage.screen.text.contains("Hardware"))
    stage.terminal.type("\u{12}")
    #expect(
      poll { stage.calls("Autocomplete").count { $0["query"] == "fail" } == 2 ? true : nil }
        == true)
    stage.terminal.type("\u{15}zzz")
    #expect(stage.shows("Nothing found."))
    stage.terminal.type("\r\u{15}")
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
  }

  @Test func aBusySignTurnsWhileAnAnswerIsAwaited() async throws {
    let stage = try await PickerStage(answers: ["Autocomplete": .silence])
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("har")
    #expect(stage.shows("Searching"))
    for sign in ["⠙", "⠹", "⠸"] { #expect(poll { stage.terminal.text.contains(sign) ? true : nil } == true) }
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
    #expect(stage.isRestored())
  }

  @Test func aDaemonThatGoesIsSaidAndLookedForAgain() async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("SEA LIFE"))
    await stage.daemon.stop()
    #expect(stage.shows("The daemon"))
    stage.terminal.type("har")
    #expect(stage.shows("Ctrl-R tries again."))
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
    #expect(stage.isRestored())
  }

  @Test func followsTheSizeOfTheTerminal() async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("62 %     12 m"))
    stage.terminal.resize(rows: 6, columns: 30)
    let small = poll { () -> TerminalScreen? in
      let screen = stage.terminal.screen(rows: 6, columns: 30)
      return screen.lines[2].hasSuffix("62 %") && screen.lines[2].count <= 30 ? screen : nil
    }
    #expect(small != nil)
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
  }

  @Test func drawsBelowTheCursor() async throws {
    let stage = try await PickerStage("--inline=8")
    #expect(stage.shows("Café Näh"))
    #expect(stage.screen.lines[7].hasPrefix("© OpenStreetMap"))
    #expect(stage.screen.lines[8...].joined().isEmpty)
    #expect(!stage.screen.modes.contains(1049) && !stage.screen.modes.contains(1000))
    stage.terminal.type("har")
    #expect(stage.shows("Hardware"))
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
    #expect(stage.isRestored())
  }

  @Test func clicksMoveAndChoose() async throws {
    let stage = try await PickerStage("--print-id")
    #expect(stage.shows("Café Näh"))
    stage.terminal.type("\u{1B}[<0;10;5M\u{1B}[<0;10;5m")
    #expect(stage.shows("> • Café Näh"))
    stage.terminal.type("\u{1B}[<0;10;5M")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.output == "osm:node/2\n")
  }

  @Test func suspendsAndGoesOn() async throws {
    let stage = try await PickerStage()
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("\u{1A}")
    #expect(stage.isRestored())
    stage.program.signal(SIGCONT)
    #expect(stage.shows("SEA LIFE"))
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
    #expect(stage.isRestored())
  }

  @Test func asksInLinesOnATerminalThatOnlyPrints() async throws {
    let stage = try await PickerStage("--print-id", environment: ["TERM": "dumb"])
    #expect(stage.shows("1  SEA LIFE (aquarium, 62 %, 12 m)"))
    #expect(stage.shows("Number, text to search for, or Enter to cancel:"))
    stage.terminal.type("harbour\n")
    #expect(stage.shows("2  Harbour Bakery (Main Street, 1.2 km)"))
    stage.terminal.type("2\n")
    #expect(try stage.program.waitForExit() == 0)
    #expect(stage.output == "found:14\n")
    #expect(!stage.terminal.text.contains("\u{1B}"))
  }

  @Test func noColourAndNoUnicodeWhereTheyAreNotWanted() async throws {
    let stage = try await PickerStage(environment: ["NO_COLOR": "1", "LC_ALL": "C"])
    #expect(stage.shows("######"))
    #expect(!stage.terminal.text.contains("\u{1B}[1m") && !stage.terminal.text.contains("\u{1B}[7"))
    #expect(stage.screen.lines[2].hasPrefix("-----"))
    stage.terminal.type("\u{1B}")
    #expect(try stage.program.waitForExit() == 130)
  }

  @Test func withoutATerminalItSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let daemon = try await ScriptedDaemon(
      directory.file("socket"), ["Subscribe": .stream([update], goesOn: true)])
    let program = try RunningProgram(
      "/usr/bin/setsid", [RunningProgram.folder + "/placectl", "pick", "--socket", daemon.path],
      environment: ["TERM": "xterm"], in: directory.path)
    #expect(try program.waitForExit() == 1)
    #expect(program.errorText.contains("there is no terminal to pick on"))
  }
}

@Suite("Themes of the picker")
struct PickerThemeTests {
  private func theme(_ text: String, environment: [String: String] = [:]) throws -> PickerTheme {
    let directory = try TemporaryDirectory()
    let path = directory.file("theme")
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    return try PickerTheme.chosen(path, environment: environment)
  }

  @Test func everyPartCanBeStyled() throws {
    for part in PickerTheme.Part.allCases {
      let theme = try theme("# mine\n\(part.rawValue) = bold #ff8000  # a comment\n")
      #expect(theme[part].parameters == "1;38;2;255;128;0")
    }
    #expect(try !theme("icons = off").hasIcons)
  }

  @Test(
    "wrong lines are named",
    arguments: [
      ("bar = bold\nbarr = red", "line 2: there is no 'barr'"),
      ("match = blinking", "line 1: 'blinking' is no style"),
      ("match", "line 1: expected PART = STYLE"), ("icons = maybe", "line 1: icons are on or off"),
    ])
  func wrongLines(text: String, message: String) throws {
    let error = #expect(throws: Failure.self) { try theme(text) }
    #expect(error?.message.contains(message) == true)
  }

  @Test func theEnvironmentComesLast() throws {
    let environment = ["PLACECTL_COLORS": "match=red:bar=plain", "PLACECTL_THEME": "light"]
    let theme = try PickerTheme.chosen(nil, environment: environment)
    #expect(theme[.match].parameters == "31" && theme[.bar].parameters == "")
    #expect(theme[.icon] == PickerTheme.light[.icon])
    #expect(try PickerTheme.chosen(nil, environment: ["COLORFGBG": "0;15"]) == .light)
    #expect(try PickerTheme.chosen(nil, environment: ["COLORFGBG": "15;0"]) == .dark)
    #expect(throws: Failure.self) { try PickerTheme.chosen(nil, environment: ["PLACECTL_COLORS": "x=y"]) }
  }
}
