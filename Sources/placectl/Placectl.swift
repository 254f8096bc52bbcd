import Arguments
import Glibc
import Terminal

/// The program: what its command line may be, and how it ends.
enum Placectl {
  static let commands: [any PlacectlCommand.Type] = [
    StatusCommand.self, HereCommand.self, ListCommand.self, PickCommand.self, SelectCommand.self,
    ClearCommand.self, RejectCommand.self, HistoryCommand.self,
    WatchCommand.self, ShowCommand.self, DoctorCommand.self, ReloadCommand.self,
    AccessCommand.self, SimulateCommand.self,
  ]

  static let program = Program(
    "placectl", version: ProductVersion.current,
    summary: "Shows where this device is and which places it is likely at, and selects one.",
    details: """
      Socket:
        --socket, else PLACED_SOCKET, else the socket of this user's own daemon
        ($XDG_RUNTIME_DIR/placed/io.placed.Places) if one is running, else the
        system's (/run/placed/io.placed.Places).

      Exit codes:
        0  done                  4  no access to the location or the socket
        1  failed                5  no fix
        2  wrong usage         130  interrupted
        3  no daemon

      Colour is used on terminals unless NO_COLOR is set.
      """,
    options: [CommonOptions.socket, CommonOptions.json, CommonOptions.quiet],
    commands: commands.map { $0.declaration })

  /// Runs the process's command line; the result is the exit code.
  static func main() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGINT) { _ in _exit(ExitCode.interrupted.rawValue) }
    let environment = Placectl.environment()
    do throws(Failure) {
      return try run(Array(CommandLine.arguments.dropFirst()), environment: environment).rawValue
    } catch {
      complain(error.message, remedy: error.remedy, environment)
      return error.code.rawValue
    }
  }

  /// Writes trouble to standard error; an empty message is none.
  static func complain(_ message: String, remedy: String? = nil, _ environment: [String: String]) {
    if message.isEmpty { return }
    let screen = Screen(descriptor: 2)
    let palette = Palette(isTerminal: screen.isTerminal, environment: environment)
    let head = "placectl: "
    let indent = String(repeating: " ", count: head.count)
    // A message in a file or a log stays one line.
    let width = screen.isTerminal ? screen.width - head.count : .max
    let texts =
      message.split(separator: "\n").flatMap { wrappedLines(String($0), width: width) }
      + (remedy.map { wrappedLines("-> " + $0, width: width, indent: 3) } ?? [])
    let lines = texts.enumerated().map { ($0 == 0 ? palette.apply(.red, to: head) : indent) + $1 + "\n" }
    let bytes = Array(lines.joined().utf8)
    _ = write(2, bytes, bytes.count)
  }

  /// Runs a command line.
  static func run(_ line: [String], environment: [String: String]) throws(Failure) -> ExitCode {
    let screen = Screen(descriptor: 1)
    let palette = Palette(isTerminal: screen.isTerminal, environment: environment)
    let layout = Layout(width: screen.width, palette: palette)
    let request: Request
    do {
      request = try program.parse(line)
    } catch {
      throw Failure(.usage, error.message, remedy: error.hint)
    }
    switch request {
    case .show(let text):
      try Output(form: .text, layout: layout).write(text + "\n")
      return .success
    case .run(let arguments):
      let form: Output.Form =
        arguments[CommonOptions.json] ? .json : arguments[CommonOptions.quiet] ? .quiet : .text
      let output = Output(form: form, layout: layout)
      let context = Context(arguments: arguments, environment: environment, output: output)
      guard let command = commands.first(where: { $0.declaration.name == arguments.command }) else {
        throw Failure(.usage, "a command is missing")
      }
      return try command.run(context)
    }
  }

  /// The variables of the environment that this program heeds.
  private static func environment() -> [String: String] {
    let names = [
      "COLORFGBG", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR", "PLACECTL_COLORS",
      "PLACECTL_THEME",
      "PLACED_SOCKET", "TERM", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]
    return names.reduce(into: [:]) { found, name in
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
  }
}
