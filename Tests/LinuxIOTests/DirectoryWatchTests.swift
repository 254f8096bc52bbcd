import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct DirectoryWatchTests {
  /// Watches `places` and `more/deep` of a directory, and counts what is told.
  @Loop private final class Bench {
    let home: TemporaryDirectory
    let told = Recorder<Int>()
    private(set) var watch: DirectoryWatch?

    init(_ names: [String]) throws {
      home = try TemporaryDirectory()
      mkdir(home.file("places"), 0o700)
      watch = try DirectoryWatch(
        names.map { home.file($0) }, suffix: ".places", delay: .milliseconds(50)
      ) { [told] in told.append(told.all.count) }
    }

    /// Does something, waits until it is told, and for how often.
    func expect(_ what: Comment, _ change: () throws -> Void) async throws {
      let before = told.all.count
      try change()
      try await told.eventually(within: .seconds(5), "\(what)") { told.all.count > before ? true : nil }
    }

    /// Nothing is told, as the next thing told shows to be the first.
    func expectNothing(_ what: Comment, _ change: () throws -> Void) async throws {
      let before = told.all.count
      try change()
      try await pause(.milliseconds(200))
      #expect(told.all.count == before, what)
    }

    private func pause(_ duration: Duration) async throws {
      await withCheckedContinuation { continuation in
        Loop.shared.timer(after: duration) { continuation.resume() }
      }
    }

    func end() { watch?.stop() }
  }

  private func touch(_ path: String) throws { try AtomicFile.write([1], to: path) }

  @Test func `files that come, change and go`() async throws {
    try await onLoop {
      let bench = try Bench(["places"])
      let file = bench.home.file("places/a.places")
      try await bench.expect("renamed into place") { try touch(file) }
      try await bench.expect("replaced") { try touch(file) }
      try await bench.expect("made readable again") { chmod(file, 0o644) }
      try await bench.expect("renamed away") { rename(file, file + ".old") }
      try await bench.expect("linked") { symlink("/nowhere", file) }
      try await bench.expect("removed") { unlink(file) }
      try await bench.expectNothing("another kind of file") { try touch(bench.home.file("places/notes.txt")) }
      bench.end()
    }
  }

  @Test func `a file counts when it has been written, not while it is`() async throws {
    try await onLoop {
      let bench = try Bench(["places"])
      var file: FileDescriptor?
      try await bench.expectNothing("begun") {
        file = try FileDescriptor.open(bench.home.file("places/a.places"), O_WRONLY | O_CREAT)
      }
      try await bench.expect("closed") { file?.close() }
      bench.end()
    }
  }

  @Test func `directories that come later, go and come again`() async throws {
    try await onLoop {
      let bench = try Bench(["places", "more/deep/down"])
      let deep = bench.home.file("more/deep/down")
      for _ in 0..<2 {
        try await bench.expect("made") {
          mkdir(bench.home.file("more"), 0o700)
          mkdir(bench.home.file("more/deep"), 0o700)
          mkdir(deep, 0o700)
        }
        try await bench.expect("a file in it") { try touch(deep + "/b.places") }
        try await bench.expect("the directory moved away") { rename(deep, deep + ".old") }
        try await bench.expect("another one in its place") { mkdir(deep, 0o700) }
        try await bench.expect("the directory removed") { rmdir(deep) }
        unlink(deep + ".old/b.places")
        rmdir(deep + ".old")
        rmdir(bench.home.file("more/deep"))
        rmdir(bench.home.file("more"))
      }
      try await bench.expect("the other one goes on") { try touch(bench.home.file("places/c.places")) }
      bench.end()
    }
  }

  @Test func `a file stands in the way of a directory`() async throws {
    try await onLoop {
      let bench = try Bench(["places/sub/sub"])
      let sub = bench.home.file("places/sub")
      try await bench.expectNothing("a file") { try touch(sub) }
      unlink(sub)
      try await bench.expect("directories") {
        mkdir(sub, 0o700)
        mkdir(sub + "/sub", 0o700)
      }
      bench.end()
    }
  }

  @Test func `many changes are told together`() async throws {
    try await onLoop {
      let bench = try Bench(["places"])
      try await bench.expect("a hundred") {
        for number in 0..<100 { try touch(bench.home.file("places/\(number).places")) }
      }
      try await bench.expectNothing("and no more") {}
      #expect(bench.told.all.count <= 2)
      bench.end()
    }
  }
}
