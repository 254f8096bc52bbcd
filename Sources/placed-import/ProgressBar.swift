import Glibc

/// How far a phase has come: a bar on a terminal, a line at the beginning and the end elsewhere.
final class ProgressBar {
  private let title: String
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ProgressBar.now()
  private var shown = 0.0
  /// What was there before, when a download goes on.
  private var first: Int?

  /// Begins a phase.
  init(_ title: String) {
    self.title = ShownText.line(title)
    if !isTerminal { Report.line(self.title) }
  }

  /// Shows that so many bytes of all are done, at most ten times a second. `all` may be 0 for unknown.
  func show(_ bytes: Int, of all: Int) {
    let now = ProgressBar.now()
    let first = first ?? bytes
    self.first = first
    guard isTerminal, now - shown >= 0.1 else { return }
    shown = now
    let seconds = max(now - start, 0.001)
    let speed = Double(bytes - first) / seconds
    let rate = ProgressBar.rounded(speed / 1e6)
    guard all > 0 else {
      return draw("\(title) \(ProgressBar.rounded(Double(bytes) / 1e6)) MB, \(rate) MB/s")
    }
    let part = min(1, Double(bytes) / Double(all))
    let filled = Int(part * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: ProgressBar.width - filled)
    let rest = part > 0.01 && speed > 0 ? "\(Int(min(max(0, Double(all - bytes) / speed), 1e6))) s left" : ""
    draw("\(title) [\(bar)] \(Int(part * 100)) % \(rate) MB/s \(rest)")
  }

  /// Ends the phase, with a result to show.
  func end(_ result: String?) {
    if isTerminal { Report.text("\r\u{1B}[K") }
    if let result { Report.line(isTerminal ? "\(title): \(result)" : "  \(result)") }
  }

  private static let width = 24

  private func draw(_ text: String) { Report.text("\r\(text)\u{1B}[K") }

  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
