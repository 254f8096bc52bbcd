import Arguments

/// One command: how it is called and what it does.
protocol PlacectlCommand: Sendable {
  /// Its name, options and help.
  static var declaration: Command { get }
  /// Does it; the exit code tells how it went. Trouble is thrown.
  static func run(_ context: Context) throws(Failure) -> ExitCode
}
