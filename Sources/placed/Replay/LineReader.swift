/// Cuts a file into lines.
struct LineReader: ~Copyable {
  /// How many lines have been read.
  private(set) var number = 0
  private var file: RecordingFile
  private var buffer: ArraySlice<UInt8> = []

  /// Longer lines are no recording: gpsd's own limit is 10 KiB.
  static let longestLine = 1_048_576

  init(_ file: consuming RecordingFile) { self.file = file }

  /// The next line without its end (LF or CR LF); nil after the last.
  mutating func next() throws(ReplayError) -> ArraySlice<UInt8>? {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = buffer[(end + 1)...] }
        return take(buffer[..<end])
      }
      guard buffer.count <= LineReader.longestLine else { throw .lineTooLong(line: number + 1) }
      searched = buffer.endIndex
      let chunk = try file.read()
      if chunk.isEmpty {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return take(buffer)
      }
      buffer += chunk
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    number += 1
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
