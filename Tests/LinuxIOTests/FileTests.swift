import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct FileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func contents(_ path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return Array(bytes.prefix(count ?? 0))
  }

  /// The names in the directory, sorted.
  private func names() throws -> [String] {
    let stream = try #require(opendir(directory.path))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  @Test func aFileIsReplacedWhole() throws {
    let path = directory.file("state")
    try AtomicFile.write(Array("first, longer".utf8), to: path)
    try AtomicFile.write(Array("second".utf8), to: path, mode: 0o640)
    #expect(try contents(path) == Array("second".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
  }

  @Test func aFailedWriteLeavesTheOldFileAndNothingElse() throws {
    let path = directory.file("state")
    try AtomicFile.write([1], to: path)
    // A directory in the way of the new name makes the rename fail.
    let blocked = directory.file("blocked")
    mkdir(blocked, 0o700)
    #expect(throws: SystemError(code: EISDIR, call: "rename", what: blocked)) {
      try AtomicFile.write([2], to: blocked)
    }
    #expect(try contents(path) == [1])
    #expect(try names() == ["blocked", "state"])
  }

  @Test func oneHolderOfALock() throws {
    let path = directory.file("lock")
    let first = try AdvisoryLock(path: path)
    #expect(throws: SystemError(code: EWOULDBLOCK, call: "flock", what: path)) {
      try AdvisoryLock(path: path)
    }
    first.release()
    _ = try AdvisoryLock(path: path)
  }

  @Test func aDescriptorIsClosedOnce() throws {
    let file = try FileDescriptor.open("/dev/null", O_RDONLY)
    #expect(file.raw >= 0)
    file.close()
    #expect(file.raw == -1)
    file.close()
    #expect(throws: SystemError(code: EBADF, call: "read")) {
      var byte: UInt8 = 0
      _ = try withUnsafeMutableBytes(of: &byte) { try file.read(into: $0) }
    }
  }

  @Test func errorsNameTheCallAndThePath() {
    #expect(throws: SystemError(code: ENOENT, call: "open", what: "/nonexistent")) {
      try FileDescriptor.open("/nonexistent", O_RDONLY)
    }
    let error = SystemError(code: ENOENT, call: "open", what: "/nonexistent")
    #expect("\(error)" == "open /nonexistent: No such file or directory")
  }
}
