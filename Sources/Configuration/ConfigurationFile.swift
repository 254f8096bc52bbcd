import Glibc

/// One `Key=value` line, with where it stands.
struct Entry: Equatable {
  let section: String
  let key: String
  let value: String
  let file: String
  let line: Int
}

/// The lines of one file in systemd's INI form: `[Section]`, `Key=value`, comments with `#` or `;`.
struct ConfigurationFile {
  private(set) var entries: [Entry] = []
  /// Lines that are none of these.
  private(set) var errors: [Finding] = []

  /// The largest file that is read, in bytes: a configuration has a few thousand.
  static let maximumSize = 1 << 20

  /// Understands a file's bytes; `file` is the name that messages give.
  init(parsing bytes: [UInt8], file: String) {
    var section: String?
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let number = index + 1
      func fail(_ message: String) { errors.append(Finding(file: file, line: number, message: message)) }
      guard var line = String(validating: bytes, as: UTF8.self), !line.utf8.contains(0) else {
        fail("the line is not UTF-8 text")
        continue
      }
      if index == 0, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      line = trimmed(line[...])
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        if line.hasSuffix("]"), line.utf8.count > 2 {
          section = String(line.dropFirst().dropLast())
        } else {
          fail("expected a section such as [Location]")
        }
      } else if let equals = line.firstIndex(of: "="), equals != line.startIndex {
        guard let section else {
          fail("expected a section such as [Location] before the first key")
          continue
        }
        let key = trimmed(line[..<equals])
        let value = trimmed(line[line.index(after: equals)...])
        entries.append(Entry(section: section, key: key, value: value, file: file, line: number))
      } else {
        fail("expected Key=value")
      }
    }
  }

  /// Reads a file; nil if there is none. The error is `.unreadable` with its errno.
  static func read(_ path: String) throws(ConfigurationError) -> ConfigurationFile? {
    try bytes(of: path).map { ConfigurationFile(parsing: $0, file: path) }
  }

  /// All bytes of a file; nil if there is none.
  static func bytes(of path: String) throws(ConfigurationError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path, errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximumSize else { throw .unreadable(path, EFBIG) }
    }
  }
}

/// The text without blanks at its ends.
private func trimmed(_ text: Substring) -> String {
  var rest = text
  while let first = rest.first, first.isWhitespace { rest.removeFirst() }
  while let last = rest.last, last.isWhitespace { rest.removeLast() }
  return String(rest)
}
