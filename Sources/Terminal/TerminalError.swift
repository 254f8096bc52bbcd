/// Why a terminal cannot be used.
package enum TerminalError: Error, Equatable {
  /// The process has no terminal.
  case noTerminal(code: Int32)
  /// A call failed; `code` is its errno.
  case failed(call: String, code: Int32)
}
