/// What a command line asks for.
package enum Request: Sendable {
  /// Run with these arguments.
  case run(ParsedArguments)
  /// Print this text (help or version) on standard output and exit with success.
  case show(String)
}
