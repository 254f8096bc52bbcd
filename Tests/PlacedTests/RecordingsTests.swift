import Glibc
import PlacedTestKit
import Testing

/// `placed replay` on the recordings of the repository, against the output kept beside them.
@Suite struct RecordingsTests {
  /// `Tests/Recordings`.
  static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Recordings"

  static let names: [String] = {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if [".log", ".gpx"].contains(where: name.hasSuffix) { names.append(name) }
    }
    return names.sorted()
  }()

  @Test func `there are recordings`() { #expect(RecordingsTests.names.count >= 12) }

  @Test(arguments: names, ["txt", "json"])
  func `a recording gives what it gave`(name: String, form: String) throws {
    let directory = try TemporaryDirectory()
    let path = "\(RecordingsTests.folder)/\(name)"
    let arguments = form == "json" ? ["--json", path] : [path]
    let expected = try #require(RecordingsTests.text(of: "\(path).\(form)"))
    for _ in 0..<2 {
      let run = try RunningProgram("placed", ["replay"] + arguments, in: directory.path)
      #expect(try run.waitForExit() == 0)
      #expect(run.outputText == expected)
    }
  }

  @Test func `every recording says what it shows`() throws {
    for name in RecordingsTests.names {
      let text = try #require(RecordingsTests.text(of: "\(RecordingsTests.folder)/\(name)"))
      #expect(text.hasPrefix("# ") || text.contains("<!-- "), "\(name)")
    }
  }

  static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
