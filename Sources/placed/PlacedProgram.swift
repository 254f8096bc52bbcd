import Arguments
import Configuration
import Glibc
import Gpsd
import JSON
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore
import StateStore
import Synchronization
import Varlink

/// The program `placed`: reads the command line and the configuration, joins the parts and runs them.
enum PlacedProgram {
  private static let user = Flag(
    "user", "Run for this user: paths of the XDG directories instead of the system's.")
  private static let config = Option(
    "config", "FILE", "Read this configuration file, and the *.conf files in FILE.d.")
  private static let checkConfig = Flag(
    "check-config", "Only show what holds and where it is set; fail if it cannot be used.")
  private static let socket = Option("socket", "PATH", "Listen on this Unix socket.")
  private static let stateDirectory = Option("state-dir", "DIR", "Keep the state in this directory.")
  private static let placesDirectory = Option("places-dir", "DIR", "Read the region files of this directory.")
  private static let gpsd = Option(
    "gpsd", "HOST:PORT", "Get fixes from this gpsd.", expected: "HOST, HOST:PORT or [ADDRESS]:PORT"
  ) { HostPort(parsing: $0) }

  private static let program = Program(
    "placed", version: ProductVersion.current,
    summary: "Tells programs on this device which place it is at.",
    details: """
      Runs in the foreground and logs to standard error until SIGTERM or SIGINT.
      SIGHUP reads the configuration and the region files again.

      Exit codes: 0 ended as asked, 1 could not start or go on, 2 wrong usage or
      configuration.
      """,
    options: [config, placesDirectory],
    optionsWithoutCommand: [user, checkConfig, socket, stateDirectory, gpsd],
    commands: [ReplayCommand.command, RankCommand.command], needsCommand: false)

  /// Runs the program; returns its exit code.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch try program.parse(arguments) {
      case .show(let text):
        print(text)
        return 0
      case .run(let options):
        switch options.command {
        case RankCommand.command.name: return try rank(options)
        case .some: return try replay(options)
        case nil: break
        }
        return try options[checkConfig] ? show(readConfiguration(for: options)) : start(options)
      }
    } catch let error as UsageError {
      StandardError.print("placed: \(error)")
      return 2
    } catch let error as ConfigurationError {
      StandardError.print("placed: \(error)")
      return 2
    } catch {
      StandardError.print("placed: \(error)")
      return 1
    }
  }

  private static func show(_ configuration: Configuration) throws(ConfigurationError) -> Int32 {
    for warning in configuration.warnings { StandardError.print("placed: warning: \(warning)") }
    let rules = try AccessRules(file: configuration.settings.access.file)
    for warning in rules.warnings { StandardError.print("placed: warning: \(warning)") }
    print(configuration.values.text, terminator: "")
    print("\n# Access: the first of these rules that fits a user holds.\n" + rules.text, terminator: "")
    return 0
  }

  private static func start(_ options: ParsedArguments) throws -> Int32 {
    let load: @Sendable () throws(ConfigurationError) -> Configuration = { () throws(ConfigurationError) in
      try readConfiguration(for: options)
    }
    let configuration = try load()
    let log = Log(level: configuration.settings.log.level)
    let rules = try AccessRules(file: configuration.settings.access.file)
    for warning in configuration.warnings + rules.warnings { log.warning("\(warning)") }
    // A file that may not grow is an error of the write, never the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let exitCode = Atomic<Int32>(0)
    Loop.run {
      do {
        // First of all: threads inherit which signals are blocked.
        let signals = try SignalQueue([SIGTERM, SIGINT, SIGHUP])
        let running = try RunningDaemon(configuration.settings, rules: rules, log: log, load: load)
        signals.deliver { signal in
          if signal == SIGHUP { return running.reload { _ in } }
          running.stop()
          Loop.stop()
        }
      } catch {
        log.error("Cannot start: \(error)")
        exitCode.store(1, ordering: .relaxed)
        Loop.stop()
      }
    }
    return exitCode.load(ordering: .relaxed)
  }

  /// Replays a recording. The system's configuration has no part in it, so that it gives the same everywhere.
  private static func replay(_ options: ParsedArguments) throws -> Int32 {
    var settings = Settings(paths: .system)
    if let file = options[config] {
      let configuration = try Configuration(file: file, required: true, defaults: settings)
      for warning in configuration.warnings { StandardError.print("placed: warning: \(warning)") }
      settings = configuration.settings
    }
    guard let directories = placesDirectories(options) else { return 2 }
    settings.places.directories = directories
    let path = options.operands.first ?? "-"
    do {
      try ReplayCommand.run(path, settings: settings, json: options[ReplayCommand.json])
      return 0
    } catch {
      StandardError.print("placed: \(path == "-" ? "standard input" : path): \(error)")
      return 1
    }
  }

  /// Ranks recorded visits. No configuration has a part in it.
  private static func rank(_ options: ParsedArguments) throws -> Int32 {
    guard let directories = placesDirectories(options) else { return 2 }
    guard options[config] == nil, !directories.isEmpty else {
      StandardError.print("placed: rank needs --places-dir, and takes no --config")
      StandardError.print("Try 'placed rank --help'.")
      return 2
    }
    var settings = Settings(paths: .system)
    settings.places.directories = directories
    do {
      try RankCommand.run(settings)
      return 0
    } catch {
      StandardError.print("placed: standard input: \(error)")
      return 1
    }
  }

  /// The directory that is named, if it can be opened; none if none is. Nil after a complaint.
  private static func placesDirectories(_ options: ParsedArguments) -> [String]? {
    guard let directory = options[placesDirectory] else { return [] }
    do throws(SystemError) {
      _ = try FileDescriptor.open(directory, O_RDONLY | O_DIRECTORY)
      return [directory]
    } catch {
      StandardError.print("placed: --places-dir \(directory): \(SystemError.text(for: error.code))")
      return nil
    }
  }

  /// The configuration files with the command line's options over them.
  private static func readConfiguration(for options: ParsedArguments) throws(ConfigurationError)
    -> Configuration
  {
    let names = ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    let environment = Dictionary(
      names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }, uniquingKeysWith: { $1 })
    let paths = options[user] ? try Paths.user(environment: environment) : Paths.system
    var configuration = try Configuration(
      file: options[config] ?? paths.configurationFile, required: options[config] != nil,
      defaults: Settings(paths: paths))
    if let path = options[socket] {
      configuration.overrule("Socket", "Path", by: "--socket") { $0.socket.path = path }
    }
    if let path = options[stateDirectory] {
      configuration.overrule("State", "Directory", by: "--state-dir") { $0.state.directory = path }
    }
    if let path = options[placesDirectory] {
      configuration.overrule("Places", "Directory", by: "--places-dir") { $0.places.directories = [path] }
    }
    if let address = options[gpsd] {
      configuration.overrule("Gpsd", "Address", by: "--gpsd") { $0.gpsd.address = address }
    }
    try configuration.check()
    return configuration
  }
}
