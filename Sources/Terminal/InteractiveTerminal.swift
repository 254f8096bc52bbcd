import CTerminal
import Glibc

/// The user's own terminal, taken over to draw on and to read single keys from.
///
/// It is left as it was found: by `leave`, and by a process of its own if this one ends in any other way, kill -9
/// included.
package final class InteractiveTerminal {
  /// What may be asked of a terminal in one.
  package struct Size: Equatable, Sendable {
    package let rows: Int
    package let columns: Int
  }

  /// To be polled for reading.
  package let descriptor: Int32
  private let saved: termios
  private var guardian: (sign: Int32, process: pid_t)?

  /// Opens the terminal of this process, whatever its standard input and output are. Nothing about it changes yet.
  package init() throws(TerminalError) {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .noTerminal(code: errno) }
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else {
      close(descriptor)
      throw .failed(call: "tcgetattr", code: errno)
    }
    saved = state
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// From now on keys come one by one and are not echoed. `begin` is written now, `end` by `leave`, or when the
  /// process ends otherwise.
  package func enter(begin: String, end: String) throws(TerminalError) {
    guard guardian == nil else { return }
    var (state, process, bytes) = (saved, 0 as pid_t, Array(end.utf8))
    let sign = cterminal_guard(descriptor, &state, &bytes, bytes.count, &process)
    guard sign >= 0 else { throw .failed(call: "fork", code: errno) }
    guardian = (sign, process)
    restoring = end
    cfmakeraw(&state)
    guard tcsetattr(descriptor, TCSAFLUSH, &state) == 0 else {
      let code = errno
      leave()
      throw .failed(call: "tcsetattr", code: code)
    }
    write(begin)
  }

  private var restoring = ""

  /// Gives the terminal back as it was. `end` is written instead of what `enter` was told, if it is given.
  package func leave(_ end: String? = nil) {
    guard let (sign, process) = guardian else { return }
    write(end ?? restoring)
    var state = saved
    tcsetattr(descriptor, TCSADRAIN, &state)
    var byte: UInt8 = 1
    _ = Glibc.write(sign, &byte, 1)
    close(sign)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guardian = nil
  }

  /// How large it is; 24 by 80 if it does not say.
  package var size: Size {
    var size = winsize()
    let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return known ? Size(rows: Int(size.ws_row), columns: Int(size.ws_col)) : Size(rows: 24, columns: 80)
  }

  /// Writes all of it; a terminal that is gone takes nothing.
  package func write(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      done += count
    }
  }

  /// What has been typed; empty when the terminal is gone. Waits if nothing has been.
  package func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return Array(buffer.prefix(max(0, count)))
    }
  }
}
