import Glibc
import JSON

/// A file that is read chunk by chunk, as UTF-8.
final class ImportFile {
  private let descriptor: Int32
  private var repair = UTF8Repair()
  private var hasEnded = false

  init(path: String) throws(GeoJSONError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(code: errno) }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit { close(descriptor) }

  /// Characters that were not UTF-8 so far.
  var replaced: Int { repair.replaced }

  /// The next bytes; none at the end.
  func next() throws(JSONError) -> [UInt8] {
    while !hasEnded {
      let chunk = try read()
      hasEnded = chunk.isEmpty
      let bytes = repair.repair(chunk)
      if !bytes.isEmpty { return bytes }
    }
    return []
  }

  /// The number of the line that holds a byte, counted from 1, by reading the file again.
  static func line(ofByte offset: Int, in path: String) -> Int {
    guard let file = try? ImportFile(path: path) else { return 0 }
    var line = 1
    var rest = offset
    while rest > 0, let bytes = try? file.next(), !bytes.isEmpty {
      line += bytes.prefix(rest).count { $0 == UInt8(ascii: "\n") }
      rest -= bytes.count
    }
    return line
  }

  private static let chunkBytes = 65536

  private func read() throws(JSONError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: ImportFile.chunkBytes) { buffer, count in
      var got: Int
      repeat {
        got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      code = got < 0 ? errno : 0
      count = max(0, got)
    }
    guard code == 0 else { throw JSONError(.unreadable(code: code)) }
    return bytes
  }
}
