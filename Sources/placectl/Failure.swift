/// Why a command did not do what it should: the one error of this program.
struct Failure: Error, Equatable {
  let code: ExitCode
  /// One sentence, without the program's name.
  let message: String
  /// What to do about it, as a command or a sentence.
  var remedy: String?
  /// The receiver rested until now, and has been started: waiting a little helps.
  var hasRested = false

  init(_ code: ExitCode, _ message: String, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The reader of standard output has gone, as `head` does: nothing to complain about.
  static let readerGone = Failure(.success, "")
}
