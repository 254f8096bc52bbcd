import CLinux

/// Signals that come as something to read, for programs that wait with poll(2) instead of the loop.
package struct SignalDescriptor: ~Copyable {
  private let descriptor: FileDescriptor

  /// Blocks the signals in the calling thread; from now on they wait here (signalfd(2)).
  package init(_ signals: [Int32]) throws(SystemError) {
    let number = clinux_signal_open(signals, Int32(signals.count))
    guard number >= 0 else { throw .last("signalfd") }
    descriptor = FileDescriptor(owning: number)
  }

  /// To be polled for reading.
  package var raw: Int32 { descriptor.raw }

  /// The next signal that has come; nil if none has.
  package func next() -> Int32? {
    let signal = clinux_signal_next(descriptor.raw)
    return signal > 0 ? signal : nil
  }
}
