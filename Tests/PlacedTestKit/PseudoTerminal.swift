import Glibc

/// A terminal without a screen: what a program writes to it can be read here, and keys can be typed.
package final class PseudoTerminal {
  /// The terminal's device, for the program to open.
  package let path: String
  private let master: Int32
  private var seen: [UInt8] = []

  /// Opens a terminal with so many columns (pts(4)).
  package init(columns: UInt16 = 80) throws {
    // Macros of <asm-generic/ioctls.h> that Swift does not import.
    let (unlock, number) = (0x4004_5431 as UInt, 0x8004_5430 as UInt)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (locked, index) = (0 as Int32, 0 as UInt32)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard master >= 0, ioctl(master, unlock, &locked) == 0, ioctl(master, number, &index) == 0,
      ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    else { throw KitError("pseudo-terminal: errno \(errno)") }
    path = "/dev/pts/\(index)"
  }

  deinit { close(master) }

  /// Runs a built program with this as its terminal.
  package func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], in directory: String,
    outputTo file: String = "/dev/tty"
  ) throws -> RunningProgram {
    let command = [RunningProgram.folder + "/" + name] + arguments
    // A session of its own, so that the terminal is its controlling one and Ctrl-C reaches it.
    return try RunningProgram(
      "/usr/bin/setsid",
      ["--ctty", "/bin/sh", "-c", #"f=$1; shift; exec "$@" 2>/dev/tty >"$f""#, "sh", file] + command,
      environment: environment.merging(["TERM": "xterm"]) { given, _ in given }, input: path, in: directory)
  }

  /// Types keys; `\u{3}` is Ctrl-C.
  package func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Gives it another size; programs on it are told (SIGWINCH).
  package func resize(rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// How its driver treats what is typed and written (termios(3)), as numbers to compare.
  package var settings: [UInt32] {
    var state = termios()
    tcgetattr(master, &state)
    let characters = withUnsafeBytes(of: state.c_cc) { $0.map { UInt32($0) } }
    return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag] + characters
  }

  /// What it shows now.
  package func screen(rows: Int = 24, columns: Int = 80) -> TerminalScreen {
    TerminalScreen(String(decoding: output, as: UTF8.self), rows: rows, columns: columns)
  }

  /// All that has been written to the terminal so far, its own echo included, line ends as `\n`.
  package var text: String {
    String(decoding: output.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  private var output: [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(master, &buffer, buffer.count), count > 0 { seen += buffer[..<count] }
    return seen
  }
}
