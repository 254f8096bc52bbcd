import Testing

@testable import Arguments

private let json = Flag("json", short: "j", "Print JSON.")
private let socket = Option<String>("socket", short: "s", "PATH", "The socket of the daemon.")
private let limit = Option("limit", short: "n", "N", in: 1...50, "How many places are listed at most.")
private let wait = Option<Double>("wait", "SECONDS", in: 0...3600, "Wait for a fix.")
private let topics = Option("topics", list: "A,B", of: ["location", "receiver"], "Which topics to follow.")
private let program = Program(
  "tool", version: "1.2.3", summary: "Does things.", details: "Exit codes: 0 fine.", options: [json, socket],
  commands: [
    Command("list", "List places.", options: [limit, wait, topics]),
    Command("select", "Select a place.", operands: [Operand("ID", .one, "A place's id.")]),
  ])
private let importer = Program(
  "importer", version: "1", summary: "Imports.",
  options: [Option<String>("output", short: "o", "OUT", "The result.")],
  operands: [Operand("INPUT", .oneOrMore, "Files to read.")])

private func run(_ line: String, _ program: Program = program) throws -> ParsedArguments {
  guard case .run(let parsed) = try program.parse(line.split(separator: " ").map(String.init)) else {
    throw UsageError(message: "asked for help", hint: "")
  }
  return parsed
}

@Test(
  "an option may be written in every common way",
  arguments: [
    "list --limit 7", "list --limit=7", "list -n 7", "list -n7", "list -jn7", "list --limit 3 --limit 7",
    "--json list --limit 7", "-j list -n 7",
  ])
func spellings(line: String) throws {
  let parsed = try run(line)
  #expect(parsed.command == "list")
  #expect(parsed[limit] == 7)
  #expect(parsed[json] == line.contains("j"))
  #expect(parsed[socket] == nil)
}

@Test func valuesAreTyped() throws {
  let parsed = try run("list --wait 2.5 --topics location,receiver --socket=/a=b")
  #expect(parsed[wait] == 2.5)
  #expect(parsed[topics] == ["location", "receiver"])
  #expect(parsed[socket] == "/a=b")
  #expect(try run("-o a x -o b", importer).all(Option<String>("output", "OUT", "")) == ["a", "b"])
}

@Test func everythingAfterTwoDashesIsAnOperand() throws {
  #expect(try run("select -- --json").operands == ["--json"])
  #expect(try run("x - -o y -- -z", importer).operands == ["x", "-", "-z"])
}

@Test(
  "a usage error names the argument and helps on",
  arguments: [
    ("list --limt 5", "unknown option '--limt'; did you mean '--limit'?"),
    ("list --sock x", "unknown option '--sock'; did you mean '--socket'?"),
    ("list -x", "unknown option '-x'"),
    ("--limit 3 list", "option '--limit' goes after the command, as in 'list --limit'"),
    ("list --limit", "option '--limit' needs a value: --limit N"),
    ("list --limit=0", "option '--limit': expected a whole number from 1 to 50, not '0'"),
    ("list -n five", "option '-n': expected a whole number from 1 to 50, not 'five'"),
    (
      "list --limit 99999999999999999999",
      "option '--limit': expected a whole number from 1 to 50, not '99999999999999999999'"
    ),
    ("list --wait nan", "option '--wait': expected a number from 0 to 3600, not 'nan'"),
    (
      "list --topics receivr",
      "option '--topics': expected a list separated by commas of location, receiver, not 'receivr'"
    ),
    ("list --socket=", "option '--socket': expected some text, not ''"),
    ("list --json=yes", "option '--json' takes no value"),
    ("lsit", "unknown command 'lsit'; did you mean 'list'?"),
    ("", "a command is missing: list, select"),
    ("select", "ID is missing"),
    ("select a b", "unexpected argument 'b'"),
    ("list extra", "unexpected argument 'extra'"),
  ])
func usageErrors(line: String, message: String) {
  let error = #expect(throws: UsageError.self) { try run(line) }
  #expect(error?.message == message)
  #expect(error?.hint.hasPrefix("Try 'tool") == true)
}

@Test func operandsWithoutCommands() throws {
  #expect(try run("a b -o c", importer).operands == ["a", "b"])
  #expect(throws: UsageError(message: "INPUT is missing", hint: "Try 'importer --help'.")) {
    try run("-o c", importer)
  }
}

@Test func helpAndVersion() throws {
  guard case .show(let version) = try program.parse(["--version"]) else {
    throw UsageError(message: "", hint: "")
  }
  #expect(version == "tool 1.2.3")
  guard case .show(let help) = try program.parse(["list", "--help", "--limit", "3"]) else {
    throw UsageError(message: "", hint: "")
  }
  #expect(
    help == """
      Usage: tool list [OPTION]...

      List places.

      Options:
        -n, --limit N       How many places are listed at most.
            --wait SECONDS  Wait for a fix.
            --topics A,B    Which topics to follow.

      Common options:
        -j, --json         Print JSON.
        -s, --socket PATH  The socket of the daemon.
        -h, --help         Show this help and exit.
            --version      Show the version and exit.
      """)
  guard case .show(let whole) = try program.parse(["-h"]) else { throw UsageError(message: "", hint: "") }
  #expect(
    whole.hasPrefix("Usage: tool [OPTION]... COMMAND\n\nDoes things.\n\nCommands:\n  list    List places.\n"))
  #expect(whole.hasSuffix("\n\nExit codes: 0 fine."))
}

@Test func helpFitsEightyColumns() throws {
  let words = String(repeating: "many words ", count: 30)
  let program = Program(
    "tool", version: "1", summary: words,
    options: [Option<String>("an-option-with-a-long-name", "PLACEHOLDER", words), Flag("x", words)])
  guard case .show(let help) = try program.parse(["--help"]) else { throw UsageError(message: "", hint: "") }
  #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  #expect(help.contains("\n      --an-option-with-a-long-name PLACEHOLDER\n"))
}

@Suite struct OptionsWithoutCommandTests {
  private static let own = Option("socket", "PATH", "Where to listen.")
  private static let common = Option("config", "FILE", "What to read.")
  private let program = Program(
    "tool", version: "1", summary: "Does it.", options: [common], optionsWithoutCommand: [own],
    commands: [Command("replay", "Shows it.", operands: [Operand("FILE", .one, "What.")])],
    needsCommand: false)

  @Test func `they count without a command`() throws {
    guard case .run(let parsed) = try program.parse(["--socket", "a", "--config", "b"]) else {
      Issue.record("not run")
      return
    }
    #expect(parsed[Self.own] == "a")
    #expect(parsed[Self.common] == "b")
  }

  @Test(arguments: [["--socket", "a", "replay", "f"], ["replay", "f", "--socket", "a"]])
  func `with one they are refused`(arguments: [String]) {
    #expect(throws: UsageError.self) { try program.parse(arguments) }
  }

  @Test func `help lists them only for the program`() throws {
    guard case .show(let whole) = try program.parse(["--help"]),
      case .show(let command) = try program.parse(["replay", "--help"])
    else {
      Issue.record("no help")
      return
    }
    #expect(whole.contains("--socket"))
    #expect(!command.contains("--socket"))
  }
}
