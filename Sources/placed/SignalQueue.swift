import LinuxIO

/// Signals taken from the very start, and handled once there is something that can handle them.
@Loop
final class SignalQueue {
  private var waiting: [Int32] = []
  private var handler: (@Loop (Int32) -> Void)?

  /// Takes these signals from now on.
  init(_ signals: [Int32]) throws(SystemError) {
    try Loop.shared.onSignals(signals) { [self] signal in
      if let handler { handler(signal) } else { waiting.append(signal) }
    }
  }

  /// Hands over what came and what will come.
  func deliver(to handler: @escaping @Loop (Int32) -> Void) {
    self.handler = handler
    for signal in waiting { handler(signal) }
    waiting = []
  }
}
