import Foundation
import JSON
import LinuxIO
import PlacedTestKit
import Testing

/// What happens where libgps is not the one that placed was built for.
@Suite struct LibgpsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `GPS-29 a library that is not there is one clear message`() throws {
    // The program, asking for a libgps that nobody has.
    var program = try Data(contentsOf: URL(fileURLWithPath: "\(RunningProgram.folder)/placed"))
    let name = Data("libgps.so.".utf8)
    let found = try #require(program.range(of: name), "placed does not link libgps")
    let digits = program[found.upperBound...].prefix { (0x30...0x39).contains($0) }
    program.replaceSubrange(digits.indices, with: Data(repeating: UInt8(ascii: "9"), count: digits.count))
    let path = directory.file("placed")
    try program.write(to: URL(fileURLWithPath: path))
    chmod(path, 0o755)
    let run = try RunningProgram(path, ["--version"], in: directory.path)
    #expect(try run.waitForExit() == 127)
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.split(separator: "\n").count == 1)
    #expect(run.errorText.contains("libgps.so.9") && run.errorText.contains("cannot open shared object file"))
  }

  @Test func `GPS-29 a header that is too old stops the build with one clear message`() throws {
    let old = """
      #include_next <gps.h>
      #undef GPSD_API_MAJOR_VERSION
      #define GPSD_API_MAJOR_VERSION 10
      """
    try AtomicFile.write(Array(old.utf8), to: directory.file("gps.h"))
    let sources = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Sources/CGps"
    func compile(_ options: [String]) throws -> RunningProgram {
      // The compiler that comes with Swift.
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let run = try RunningProgram(
        "/usr/bin/env",
        ["clang", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I\(sources)/include"] + options + [
          "\(sources)/cgps.c"
        ],
        environment: ["PATH": path], in: directory.path)
      try run.waitForExit()
      return run
    }
    let present = try compile([])
    #expect(present.exitCode() == 0, "\(present.errorText)")
    let outdated = try compile(["-I\(directory.path)"])
    #expect(outdated.exitCode() != 0)
    #expect(outdated.errorText.contains("libgps 3.22 or newer is needed (API 11)"))
    #expect(outdated.errorText.components(separatedBy: "error:").count == 2)
  }

  @Test func `GPS-29 the status shows the versions`() async throws {
    let harness = try await DaemonHarness()
    let versions = try harness.call("Places.GetStatus")
    let shown = try #require(
      versions.objectValue?["status"]?.objectValue?["versions"] ?? versions.objectValue?["versions"])
    let libgps = try #require(shown.objectValue?["libgps"]?.stringValue)
    #expect(["11", "12", "14", "15", "16"].contains { libgps.hasPrefix($0 + ".") })
    #expect(shown.objectValue?["gpsd"]?.stringValue == "3.22")
  }
}
