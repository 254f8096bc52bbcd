import Glibc
import PlacedTestKit
import PlacesCore
import SQLite
import Testing

@testable import PlaceStore

@Suite struct RegionSetTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.places") }

  init() throws { directory = try TemporaryDirectory() }

  private func state(_ set: RegionSet) -> [RegionState] { set.regions.map(\.state) }

  @Test func aReadyFileTellsWhatItIs() throws {
    let credit = Attribution(text: "© Somebody", url: "https://example.org/")
    try writeRegion(
      path, [try place("t:1", middle), try place("t:2", at(52.2, 10.4))], date: 1_000_000,
      attributions: [credit])
    let set = RegionSet(directories: [directory.path, directory.file("missing")])
    #expect(state(set) == [.loading] && set.coverage(of: middle) == .loading)
    #expect(set.places(around: middle, radius: 140, limit: 5).isEmpty)
    set.reload()
    let status = try #require(set.regions.first)
    #expect(status.state == .ready && status.why == nil && status.name == "Test" && status.path == path)
    #expect(status.info?.dataDate == Timestamp(microseconds: 1_000_000) && status.info?.places == 2)
    #expect(
      status.info?.box == Box(corner: middle, corner: at(52.2, 10.4)) && status.info?.attributions == [credit]
    )
    #expect(set.coverage(of: at(52.15, 10.3)) == .covered && set.coverage(of: at(52.205, 10.405)) == .covered)
    #expect(
      set.coverage(of: at(52.3, 10.3)) == .notCovered && set.coverage(of: at(-52.1, 10.2)) == .notCovered)
    #expect(set.attributions(at: middle) == [credit] && set.attributions(at: at(0, 0)).isEmpty)
  }

  @Test func theZoneOfAPlaceIsThatOfTheNewestDataAroundThatNamesOne() throws {
    for (name, date, zone) in [("a", Int64(1), "Europe/Berlin"), ("b", 3, nil), ("c", 2, "Europe/Paris")] {
      let writer = try RegionWriter(path: directory.file("\(name).places"))
      try writer.add(try place("t:\(name)", middle))
      var info = RegionInfo(name: name)
      (info.dataDate, info.timeZone) = (Timestamp(microseconds: date), zone)
      _ = try writer.finish(info)
    }
    let set = opened(directory)
    #expect(set.timeZone(at: middle) == "Europe/Paris")
    #expect(set.timeZone(at: at(0, 0)) == nil)
  }

  @Test func withoutFilesNothingIsCovered() {
    let set = RegionSet(directories: [directory.file("missing")])
    set.reload()
    #expect(set.regions.isEmpty && set.coverage(of: middle) == .notCovered)
    #expect(set.places(around: middle, radius: 140, limit: 5).isEmpty)
  }

  /// A file that is not a region in order, and what is said of it.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let state: RegionState
    let spoil: @Sendable ([UInt8]) -> [UInt8]
  }

  @Test(
    "SQL-01: trouble with a file is a state, never a trap and never no places",
    arguments: [
      Trouble(testDescription: "no bytes", state: .empty) { _ in [] },
      Trouble(testDescription: "text", state: .foreign) { _ in Array("{\"type\":\"FeatureCollection\"}".utf8)
      },
      Trouble(testDescription: "zeros", state: .foreign) { Array(repeating: 0, count: $0.count) },
      Trouble(testDescription: "another application", state: .foreign) {
        replacing($0, at: 68, with: [0, 0, 0, 9])
      },
      Trouble(testDescription: "a later format", state: .newer) {
        replacing($0, at: 60, with: [0, 0, 0, 3])
      },
      Trouble(testDescription: "an earlier format", state: .older) {
        replacing($0, at: 60, with: [0, 0, 0, 1])
      },
      Trouble(testDescription: "no format", state: .damaged) { replacing($0, at: 60, with: [0, 0, 0, 0]) },
      Trouble(testDescription: "page 2", state: .damaged) { replacing($0, at: 4096, with: ones) },
      Trouble(testDescription: "page 1", state: .damaged) {
        replacing($0, at: 100, with: Array(ones.dropFirst(100)))
      },
      Trouble(testDescription: "5,000 bytes", state: .damaged) { Array($0.prefix(5000)) },
      Trouble(testDescription: "50 bytes", state: .damaged) { Array($0.prefix(50)) },
      Trouble(testDescription: "one page short", state: .damaged) { Array($0.dropLast(4096)) },
      Trouble(testDescription: "one byte more", state: .damaged) { $0 + [0] },
    ]) func trouble(trouble: Trouble) throws
  {
    try writeRegion(directory.file("good.places"), [try place("t:good", middle)])
    try writeRegion(path, try (0..<300).map { try place("t:\($0)", at(10, Double($0) / 100)) })
    try write(trouble.spoil(try read(path)), to: path)
    let set = opened(directory)
    #expect(state(set) == [trouble.state, .ready])
    #expect(set.regions.first?.name == "a")
    #expect(set.places(around: middle, radius: 140, limit: 5).count == 1)
    let expected: [RegionState] = [.damaged]
    #expect(set.coverage(of: at(10, 1)) == (expected.contains(trouble.state) ? .damaged : .notCovered))
  }

  @Test("SQL-01: every page damaged in turn") func everyPage() throws {
    try writeRegion(path, try (0..<300).map { try place("t:\($0)", at(10, Double($0) / 100)) })
    let whole = try read(path)
    for page in 0..<whole.count / 4096 {
      try write(replacing(whole, at: page * 4096, with: ones), to: path)
      let set = opened(directory)
      var found = 0
      for number in stride(from: 0, to: 300, by: 3) {
        if set.places(around: at(10, Double(number) / 100), radius: 140, limit: 5).count == 1 { found += 1 }
        if set.place(try #require(PlaceID("t:\(number)"))) != nil { found += 1 }
      }
      // Some pages only serve changes (the R*Tree's way back from row to node): nothing is missed without them.
      #expect(state(set) != [.ready] || found == 200, "page \(page)")
      #expect([[.damaged], [.foreign], [.ready]].contains(state(set)), "page \(page)")
    }
  }

  @Test("SQL-01: bytes damaged at random") func randomDamage() throws {
    try writeRegion(path, try (0..<120).map { try place("t:\($0)", at(10, Double($0) / 100)) })
    let whole = try read(path)
    var random = SeededRandom(seed: 7)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try write(bytes, to: path)
      let set = opened(directory)
      for longitude in stride(from: 0, to: 1.2, by: 0.05) {
        _ = set.places(around: at(10, longitude), radius: 5000, limit: 300)
      }
      _ = set.coverage(of: at(10, 1))
    }
  }

  @Test("SQL-01: damaged while open", arguments: ["page 2", "all pages", "truncated", "removed"])
  func damagedWhileOpen(kind: String) throws {
    try writeRegion(directory.file("good.places"), [try place("t:good", middle)])
    try writeRegion(path, try (0..<300).map { try place("t:\($0)", at(10, Double($0) / 100)) })
    let set = opened(directory)
    #expect(set.places(around: at(10, 1), radius: 140, limit: 5).count == 1)
    var bytes = try read(path)
    switch kind {
    case "page 2": bytes = replacing(bytes, at: 4096, with: ones)
    case "all pages": bytes = Array(bytes.prefix(100)) + Array(repeating: 0xff, count: bytes.count - 100)
    case "truncated": bytes = Array(bytes.prefix(5000))
    default: break
    }
    if kind == "removed" {
      // What is open stays readable until the next reload.
      unlink(path)
      #expect(set.places(around: at(10, 1), radius: 140, limit: 5).count == 1)
      set.reload()
      #expect(state(set) == [.ready] && set.coverage(of: at(10, 1)) == .notCovered)
      return
    }
    try write(bytes, to: path)
    #expect(set.places(around: at(10, 1), radius: 140, limit: 5).isEmpty)
    #expect(state(set) == [.damaged, .ready] && set.coverage(of: at(10, 1)) == .damaged)
    #expect(set.places(around: middle, radius: 140, limit: 5).count == 1)
    // Imported again: as good as new.
    try writeRegion(path, [try place("t:new", at(10, 1))])
    set.reload()
    #expect(set.places(around: at(10, 1), radius: 140, limit: 5).map(\.place.id.text) == ["t:new"])
  }

  @Test func aFileOverwrittenInPlaceIsReadAnew() throws {
    try writeRegion(path, [try place("t:old", middle)])
    try writeRegion(directory.file("other"), [try place("t:new1", middle), try place("t:new2", middle)])
    let set = opened(directory)
    #expect(set.places(around: middle, radius: 140, limit: 5).count == 1)
    try write(try read(directory.file("other")), to: path)
    #expect(set.places(around: middle, radius: 140, limit: 5).map(\.place.id.text) == ["t:new1", "t:new2"])
  }

  @Test func aFileWithoutPlacesIsEmpty() throws {
    try writeRegion(path, [])
    let set = opened(directory)
    #expect(state(set) == [.empty] && set.coverage(of: middle) == .notCovered)
  }

  @Test func whatCannotBeReadSaysSo() throws {
    mkdir(path, 0o700)
    symlink("nowhere", directory.file("b.places"))
    let set = RegionSet(directories: [directory.path], files: [directory.file("c.places")])
    set.reload()
    #expect(state(set) == [.foreign, .foreign, .unreadable])
    #expect(set.regions[1].why == "a link to a file that is missing" && set.coverage(of: middle) == .damaged)
  }

  @Test("SQL-03: region files are read from read-only media and are never WAL") func readOnlyMedia() throws {
    try writeRegion(path, [try place("t:1", middle)])
    #expect(try read(path)[18...19] == [1, 1])
    let script = """
      mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$0" "$1"
      """
    // The test itself as another user is more than it can be; a read-only mount says the same.
    let child = try RunningProgram(
      "/usr/bin/unshare",
      ["-Urm", "sh", "-c", script, "\(RunningProgram.folder)/region-reader", directory.path],
      in: directory.path)
    #expect(try child.waitForExit() == 0, "\(child.errorText)")
    #expect(child.outputText == "ready 1\n" && opened(directory).regions.count == 1)
  }

  @Test func overlappingFilesGiveEachPlaceOnce() throws {
    var moved = try place("t:moved", at(52.2, 10.3), name: "New")
    moved.importance = 0.5
    var closed = try place("t:closed", middle, name: "New")
    closed.closed = true
    try writeRegion(
      directory.file("old.places"),
      [
        try place("t:same", middle, name: "Old"), try place("t:moved", middle, name: "Old"),
        try place("t:closed", middle, name: "Old"), try place("t:only-old", middle, name: "Old"),
      ], date: 1)
    try writeRegion(
      directory.file("new.places"),
      [
        try place("t:same", middle, name: "New"), moved, closed, try place("t:only-new", middle, name: "New"),
      ], date: 2)
    let set = opened(directory)
    let found = set.places(around: middle, radius: 140, limit: 10)
    #expect(
      found.map { "\($0.place.id.text) \($0.place.name)" } == [
        "t:only-new New", "t:only-old Old", "t:same New",
      ])
    #expect(set.places(around: middle, radius: 140, limit: 2).count == 2)
    #expect(set.place(moved.id)?.name == "New" && set.place(closed.id)?.closed == true)
  }

  @Test func aReloadSwapsWhole() throws {
    try writeRegion(path, [try place("t:1", middle)])
    let set = opened(directory)
    try writeRegion(path, [try place("t:2", middle)])
    // The old file is still open, and answers until the reload.
    #expect(set.places(around: middle, radius: 140, limit: 5).map(\.place.id.text) == ["t:1"])
    try writeRegion(directory.file("b.places"), [try place("t:3", middle)])
    set.reload()
    #expect(set.places(around: middle, radius: 140, limit: 5).map(\.place.id.text) == ["t:2", "t:3"])
    unlink(path)
    set.reload()
    #expect(set.places(around: middle, radius: 140, limit: 5).map(\.place.id.text) == ["t:3"])
  }

  @Test func questionsGoOnDuringReloads() async throws {
    try writeRegion(path, try (0..<100).map { try place("t:\($0)", middle) })
    let set = opened(directory)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<30 { set.reload() } }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<100 { #expect(set.places(around: middle, radius: 140, limit: 50).count == 50) }
        }
      }
    }
  }

  @Test func oddQuestionsHaveNoPlaces() throws {
    try writeRegion(path, [try place("t:1", middle)])
    let set = opened(directory)
    for (radius, limit) in [(140.0, 0), (140, -1), (-1, 5), (.nan, 5)] {
      #expect(set.places(around: middle, radius: Metres(radius), limit: limit).isEmpty)
    }
    #expect(set.places(around: middle, radius: Metres(.infinity), limit: .max).count == 1)
  }
}

private let ones = [UInt8](repeating: 0xff, count: 4096)

/// The bytes with some replaced.
private func replacing(_ bytes: [UInt8], at offset: Int, with new: [UInt8]) -> [UInt8] {
  var bytes = bytes
  bytes.replaceSubrange(offset..<offset + new.count, with: new)
  return bytes
}
