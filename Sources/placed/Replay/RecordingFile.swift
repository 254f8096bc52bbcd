import Glibc
import LinuxIO

/// A file that is read once, from its beginning to its end, of which the beginning is known ahead.
struct RecordingFile: ~Copyable {
  /// Its first bytes: all of a short file, else `headSize`.
  let head: [UInt8]
  private let descriptor: FileDescriptor
  private var isHeadTaken = false

  private static let chunkSize = 65_536
  /// Headers of comments are shorter than this.
  static let headSize = 65_536

  /// Opens a file and reads its head; `-` is standard input. Who answers while it is being written wants no head.
  init(path: String, headSize: Int = RecordingFile.headSize) throws(ReplayError) {
    do throws(SystemError) {
      let file = path == "-" ? FileDescriptor(owning: dup(0)) : try FileDescriptor.open(path, O_RDONLY)
      var head: [UInt8] = []
      while head.count < headSize {
        let chunk = try RecordingFile.chunk(of: file)
        guard !chunk.isEmpty else { break }
        head += chunk
      }
      (self.head, descriptor) = (head, file)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The next bytes; none at the end.
  mutating func read() throws(ReplayError) -> [UInt8] {
    if !isHeadTaken {
      isHeadTaken = true
      if !head.isEmpty { return head }
    }
    do throws(SystemError) {
      return try RecordingFile.chunk(of: descriptor)
    } catch {
      throw .unreadable(error)
    }
  }

  private static func chunk(of file: FileDescriptor) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = try buffer.withUnsafeMutableBytes { bytes in
        Result { () throws(SystemError) in try file.read(into: bytes) }
      }.get()
      if let count { return Array(buffer[..<count]) }
      // A non-blocking standard input that has nothing yet.
      var wait = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, -1)
    }
  }
}
