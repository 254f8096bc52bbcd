import Configuration
import Glibc

/// The daemon's log: short sentences on standard error, the only thing that writes one.
///
/// Where someone is and what they chose is private: it is logged at debug level only.
struct Log: Sendable {
  var level: Settings.Log.Level
  /// Whether the journal reads standard error, and so takes a priority before each line.
  private let isJournal = getenv("JOURNAL_STREAM") != nil

  init(level: Settings.Log.Level) { self.level = level }

  func error(_ message: @autoclosure () -> String) { write(.error, 3, message) }
  func warning(_ message: @autoclosure () -> String) { write(.warning, 4, message) }
  func info(_ message: @autoclosure () -> String) { write(.info, 6, message) }
  func debug(_ message: @autoclosure () -> String) { write(.debug, 7, message) }

  private func write(_ severity: Settings.Log.Level, _ priority: Int, _ message: () -> String) {
    let order = Settings.Log.Level.allCases
    guard let own = order.firstIndex(of: severity), let limit = order.firstIndex(of: level), own <= limit
    else { return }
    let prefix = isJournal ? "<\(priority)>" : "placed: \(severity == .info ? "" : "\(severity.rawValue): ")"
    let text = message().split(separator: "\n", omittingEmptySubsequences: true)
    StandardError.print(text.map { prefix + $0 }.joined(separator: "\n"))
  }
}

/// Standard error, unbuffered.
enum StandardError {
  /// Writes a line; trouble with standard error itself has nowhere to go.
  static func print(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
