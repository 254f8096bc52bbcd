import Glibc

/// The directory that holds the state, locked for one process.
final class StateDirectory {
  let path: String
  private let lock: Int32

  /// Makes the directory if it is missing, for its owner only, and locks it.
  init(_ path: String) throws(StateError) {
    self.path = path
    try StateDirectory.make(path)
    let file = "\(path)/state.lock"
    lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .file(call: "open", path: file, code: errno) }
    var tries = 0
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK, tries < StateDirectory.tries {
        tries += 1
        var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
        nanosleep(&pause, nil)
        continue
      }
      close(lock)
      throw code == EWOULDBLOCK ? .inUse(directory: path) : .file(call: "flock", path: file, code: code)
    }
  }

  /// How often, 20 ms apart, a lock that is held is tried again: a predecessor may be on its way out.
  private static let tries = 25

  /// The lock file stays: removing it would let two processes lock two files of its name.
  deinit { close(lock) }

  var database: String { "\(path)/state.db" }

  /// Makes the database file so that nobody else can read it from its first moment on; SQLite gives its log the
  /// same mode.
  func createDatabase() throws(StateError) {
    let file = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .file(call: "open", path: database, code: errno) }
    close(file)
  }

  /// Gives the database and its log another name with the time in it, and returns the new name.
  func setDatabaseAside() throws(StateError) -> String {
    let aside = "\(database).damaged-\(StateDirectory.timeStamp())"
    guard rename(database, aside) == 0 else { throw .file(call: "rename", path: database, code: errno) }
    for part in ["-wal", "-shm", "-journal"] where rename(database + part, aside + part) != 0 {
      guard errno == ENOENT else { throw .file(call: "rename", path: database + part, code: errno) }
    }
    return aside
  }

  private static func make(_ path: String) throws(StateError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .file(call: "mkdir", path: path, code: code)
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .file(call: "mkdir", path: path, code: errno)
    }
  }

  /// The time of day in UTC, such as `20260821T120000Z`, with nanoseconds so that no two are alike.
  private static func timeStamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let date = "\(parts.tm_year + 1900)" + digits(parts.tm_mon + 1) + digits(parts.tm_mday)
    return date + "T" + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
      + "Z.\(now.tv_nsec)"
  }
}
