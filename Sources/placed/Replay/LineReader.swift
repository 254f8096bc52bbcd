/// Cuts a file into lines.
struct LineReader: ~Copyable {
  /// How many lines have been read.
  private(set) var number = 0
  private var file: RecordingFile
  private var buffer: ArraySlice<UInt8> = []

  /// Longer lines are no recording: gpsd's own limit is 10 KiB.
  static let longestLine = 1_048_576

  init(_ file: consuming RecordingFile) { self.file = file }

  /// A line of a file.
  enum Line {
    /// Without its end (LF or CR LF).
    case whole(ArraySlice<UInt8>)
    /// It is too long, and passed over.
    case tooLong
  }

  /// The next line; nil after the last.
  mutating func next() throws(ReplayError) -> Line? {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = buffer[(end + 1)...] }
        return .whole(take(buffer[..<end]))
      }
      guard buffer.count <= LineReader.longestLine else {
        try passOver()
        return .tooLong
      }
      searched = buffer.endIndex
      let chunk = try file.read()
      if chunk.isEmpty {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return .whole(take(buffer))
      }
      buffer += chunk
    }
  }

  /// Goes on behind the end of the line.
  private mutating func passOver() throws(ReplayError) {
    number += 1
    buffer = []
    while true {
      let chunk = try file.read()
      guard !chunk.isEmpty else { return }
      guard let end = chunk.firstIndex(of: UInt8(ascii: "\n")) else { continue }
      buffer = chunk[(end + 1)...]
      return
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    number += 1
    // A file may begin with the mark of UTF-8.
    let line = number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
