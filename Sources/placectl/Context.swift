import Arguments
import Terminal

/// What a command works with.
struct Context {
  let arguments: ParsedArguments
  let environment: [String: String]
  let output: Output

  /// Connects to the daemon.
  func connect() throws(Failure) -> Service {
    try Service(SocketChoice(option: arguments[CommonOptions.socket], environment: environment))
  }

  /// Where the numbers of shown lists are kept.
  var shownLists: ShownLists { ShownLists(environment: environment) }
}
