import Glibc

/// The first bytes of a file, judged without SQLite: tells a cut, foreign or newer file before anything is parsed.
enum RegionHeader {
  /// What the header says against opening the file as a region; nil if nothing.
  static func objection(to path: String) -> (state: RegionState, why: String?)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let reason = String(cString: strerror(errno))
      let isDangling = errno == ENOENT && isLink(path)
      return isDangling ? (.foreign, "a link to a file that is missing") : (.unreadable, reason)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return (.unreadable, String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { return (.foreign, "not a regular file") }
    guard status.st_size > 0 else { return (.empty, "the file has no bytes") }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { return (.unreadable, String(cString: strerror(errno))) }
    guard bytes.starts(with: magic) else { return (.foreign, "not an SQLite database") }
    guard count == bytes.count else { return (.damaged, "cut off") }
    // Offsets: "The Database Header" of SQLite's file format documentation.
    guard number(in: bytes, at: 68) == UInt32(bitPattern: RegionFormat.applicationID) else {
      return (.foreign, "another program's database")
    }
    let version = number(in: bytes, at: 60)
    guard version <= UInt32(RegionFormat.version) else { return (.newer, "format \(version)") }
    guard version > 0 else { return (.damaged, "format 0") }
    guard version == UInt32(RegionFormat.version) else {
      return (.older, "format \(version): import it again")
    }
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    let pages = Int(number(in: bytes, at: 28))
    let expected = (pageSize == 1 ? 65536 : pageSize) * pages
    guard status.st_size == expected else {
      return (.damaged, "\(status.st_size) bytes instead of \(expected)")
    }
    return nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  private static func number(in bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// What tells that a file is still the one that was opened, unchanged.
struct FileStamp: Hashable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Whether this is the same file, whatever its contents.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && node == other.node }

  /// Whether this is the same file with other contents.
  func isOverwritten(in present: FileStamp) -> Bool {
    isSameFile(as: present) && self != present
  }
}
