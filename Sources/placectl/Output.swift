import Glibc
import JSON
import Terminal

/// Standard output: the one place that decides between text, JSON and silence.
struct Output {
  /// What results look like.
  enum Form {
    case text, json, quiet
  }

  let form: Form
  /// What texts are laid out for.
  let layout: Layout

  /// Shows what the daemon replied: unaltered on one line as JSON, or as lines for a person.
  func show(_ reply: JSONObject, as lines: (Layout) throws(Failure) -> [String]) throws(Failure) {
    switch form {
    case .json: try write(JSONValue.object(reply).text + "\n")
    case .text: try write(lines(layout).map { $0 + "\n" }.joined())
    case .quiet: break
    }
  }

  /// Writes to standard output whatever the form.
  func write(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EPIPE { throw .readerGone }
      guard count >= 0 else {
        throw Failure(.failed, "cannot write the output: \(String(cString: strerror(errno)))")
      }
      done += count
    }
  }
}
