import Glibc
import JSON

/// The fixes of a recording, as `placed replay` tells them: what can be replayed can be simulated.
final class ReplayedRecording {
  private let pipe: UnsafeMutablePointer<FILE>
  private let settings: String

  /// Starts the replay of a file, with the `placed` that is beside this program, or else the one in PATH.
  init(_ path: String) throws(Failure) {
    guard access(path, R_OK) == 0 else {
      throw Failure(.failed, "cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
    var name = Array("/tmp/placectl-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    let settings = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let text = Array("[Location]\nDistanceFilterM=0\n".utf8)
    guard file >= 0, write(file, text, text.count) == text.count, close(file) == 0 else {
      throw Failure(.failed, "cannot write a temporary file: \(String(cString: strerror(errno)))")
    }
    self.settings = settings
    let words = [ReplayedRecording.placed, "replay", "--json", "--config", settings, path]
    let quoted = words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
    guard let pipe = popen(quoted.joined(separator: " "), "r") else {
      unlink(settings)
      throw Failure(.failed, "cannot start placed: \(String(cString: strerror(errno)))")
    }
    self.pipe = pipe
  }

  deinit {
    pclose(pipe)
    unlink(settings)
  }

  /// The next fix, with the milliseconds since the first line; nil after the last.
  func next() -> (elapsed: Int64, location: JSONObject)? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while case let count = getline(&line, &capacity, pipe), count > 0, let text = line {
      let bytes = (0..<count).map { UInt8(bitPattern: text[$0]) }
      guard let reply = try? JSONValue(parsing: bytes), let elapsed = reply["elapsedMSec"]?.intValue,
        let found = reply["location"], let place = found["coordinate"]?.objectValue
      else { continue }
      var location = place
      for name in ["horizontalAccuracy", "course", "speed"] {
        if let value = found[name] { location[name] = value }
      }
      return (max(0, min(elapsed, 1_000_000_000)), location)
    }
    return nil
  }

  private static var placed: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = path.lastIndex(of: "/").map { path[...$0] + "placed" } ?? "placed"
    return access(String(beside), X_OK) == 0 ? String(beside) : "placed"
  }
}
