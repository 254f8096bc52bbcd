import Glibc
import PlacedTestKit
import PlacesCore
import SQLite
import Testing

@testable import PlaceStore

@Suite struct RegionWriterTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.places") }
  var part: String { path + ".part" }

  init() throws { directory = try TemporaryDirectory() }

  @Test func anUnfinishedWriterLeavesNothing() throws {
    try writeRegion(path, [try place("t:1", middle)])
    let before = try read(path)
    do {
      let writer = try RegionWriter(path: path)
      try writer.add(try place("t:2", middle))
      #expect(access(part, F_OK) == 0)
    }
    #expect(access(part, F_OK) != 0)
    #expect(try read(path) == before)
  }

  @Test func twoWritersOfOneFileAreRefused() throws {
    let writer = try RegionWriter(path: path)
    #expect(throws: StoreError.inProgress(path: path)) { try RegionWriter(path: path) }
    try writer.add(try place("t:1", middle))
    #expect(try writer.finish(RegionInfo(name: "Test")).places == 1)
    // What a killed process leaves is taken over.
    try write([1, 2, 3], to: part)
    try writeRegion(path, [try place("t:2", middle)])
    #expect(opened(directory).places(around: middle, radius: 1, limit: 5).map(\.place.id.text) == ["t:2"])
    #expect(access(part, F_OK) != 0)
  }

  @Test func cancellingEndsTheWriter() throws {
    var isCancelled = false
    let writer = try RegionWriter(path: path) { isCancelled }
    for number in 0..<5000 { try writer.add(try place("t:\(number)", middle)) }
    isCancelled = true
    #expect(throws: StoreError.cancelled) { try writer.finish(RegionInfo(name: "Test")) }
    #expect(access(path, F_OK) != 0)
  }

  @Test func aPathThatCannotBeWrittenIsAnError() throws {
    let error = #expect(throws: StoreError.self) { try RegionWriter(path: directory.file("no/a.places")) }
    #expect(error == .file(call: "open", path: directory.file("no/a.places.part"), code: ENOENT))
    let writer = try RegionWriter(path: path)
    mkdir(path, 0o700)
    #expect(throws: StoreError.file(call: "rename", path: path, code: EISDIR)) {
      try writer.finish(RegionInfo(name: "Test"))
    }
  }

  @Test func onlyRegionFilesAreReplaced() throws {
    try write(Array("{}".utf8), to: path)
    let error = #expect(throws: StoreError.self) { try RegionWriter(path: path) }
    #expect(error == .notARegion(path: path, why: "not an SQLite database"))
    #expect(try read(path) == Array("{}".utf8) && access(part, F_OK) != 0)
    // Another program's database.
    unlink(path)
    let database = try Database(path: path, mode: .create)
    try database.execute("CREATE TABLE t(a)")
    #expect(throws: StoreError.notARegion(path: path, why: "another program's database")) {
      try RegionWriter(path: path)
    }
    unlink(path)
    try write([1], to: part)
    #expect(throws: StoreError.isSource(path: part)) { try RegionWriter(path: path, sources: [part]) }
    try writeRegion(path, [try place("t:1", middle)])
    #expect(throws: StoreError.isSource(path: path)) { try RegionWriter(path: path, sources: [path]) }
    try writeRegion(path, [try place("t:2", middle)])
  }

  @Test func rowsAreInOrderOfCellsThenImportance() throws {
    var random = SeededRandom(seed: 3)
    let places = try (0..<2000).map { number in
      var new = try place(
        "t:\(number)",
        at(Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)))
      if number % 2 == 0 { new.coordinate = middle }
      new.importance = Double.random(in: 0...1, using: &random)
      return new
    }
    try writeRegion(path, places)
    let database = try Database(path: path, mode: .immutable)
    var rows: [(cell: Int64, importance: Int64)] = []
    try database.prepare("SELECT latitude, longitude, importance FROM place ORDER BY rowid").query { row in
      guard let point = GridCoordinate(latitude: row.integer(0), longitude: row.integer(1)) else {
        return false
      }
      rows.append((HilbertCurve.cell(of: point), row.integer(2)))
      return true
    }
    #expect(rows.count == 2000)
    for (a, b) in zip(rows, rows.dropFirst()) {
      #expect(a.cell < b.cell || (a.cell == b.cell && a.importance >= b.importance))
    }
    #expect(
      try database.integer("SELECT count(*) FROM place") == database.integer("SELECT count(*) FROM box"))
    var verdict: String?
    try database.prepare("PRAGMA integrity_check").query { row in
      verdict = row.text(0)
      return false
    }
    #expect(verdict == "ok")
    try database.prepare("SELECT rtreecheck('box')").query { row in
      verdict = row.text(0)
      return false
    }
    #expect(verdict == "ok")
  }

  @Test(
    "the packed tree is one that SQLite would have made", arguments: [1, 50, 51, 52, 102, 2601, 2602, 5000])
  func packedTree(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    var places: [Place] = []
    for number in 0..<count {
      let (north, east) = (
        Double.random(in: 51.9...52.1, using: &random), Double.random(in: 179.9...180, using: &random)
      )
      var new = try place("t:\(number)", at(north, number % 3 == 0 ? -east : east))
      if number % 7 == 0 {
        let corners = [(-20.0, -20.0), (20, -20), (20, 20), (-20, 20)].compactMap {
          new.coordinate.moved(by: PlanePoint(east: $0.0, north: $0.1))
        }
        new.footprint = Footprint(rings: [corners])
      }
      places.append(new)
    }
    try writeRegion(path, places)
    let database = try Database(path: path, mode: .immutable)
    for check in ["SELECT rtreecheck('box')", "PRAGMA integrity_check"] {
      var verdict: String?
      try database.prepare(check).query { row in
        verdict = row.text(0)
        return false
      }
      #expect(verdict == "ok")
    }
    #expect(try database.integer("SELECT count(*) FROM box") == Int64(count))
    // Whatever is asked for, it is found where it is.
    let set = RegionSet(directories: [directory.path])
    set.reload()
    for place in places.prefix(100) {
      let found = set.places(around: place.coordinate, radius: 1, limit: 300)
      #expect(found.contains { $0.place.id == place.id })
    }
  }

  @Test(
    "ids are stored so that they come back",
    arguments: [
      "osm:node/0", "osm:node/12345678901", "osm:way/7", "osm:relation/99", "osm:node/007", "osm:node/-1",
      "osm:node/",
      "osm:node/99999999999999999999", "osm:changeset/1", "overture:08f2a1072b64d1a9037c4ae7a3bd5f1d", "t:1",
    ])
  func idsComeBack(text: String) throws {
    try writeRegion(path, [try place(text, middle)])
    let set = RegionSet(directories: [directory.path])
    set.reload()
    let id = try #require(PlaceID(text))
    #expect(set.place(id)?.id == id)
    #expect(set.places(around: middle, radius: 1, limit: 1).first?.place.id == id)
  }

  @Test func theCurveGoesFromNeighbourToNeighbour() throws {
    // Every step along the curve is one square east, west, north or south.
    let side = 3_600_000_000 / 32_768
    func point(_ x: Int, _ y: Int) throws -> GridCoordinate {
      try #require(
        GridCoordinate(
          latitude: Int64(y * side + side / 2 - 900_000_000),
          longitude: Int64(x * side + side / 2 - 1_800_000_000)))
    }
    var squares: [Int64: (x: Int, y: Int)] = [:]
    for x in 0..<64 { for y in 0..<64 { squares[HilbertCurve.cell(of: try point(x, y))] = (x, y) } }
    #expect(squares.count == 4096 && squares.keys.min() == 0 && squares.keys.max() == 4095)
    for number in 1..<Int64(4096) {
      let (a, b) = (try #require(squares[number - 1]), try #require(squares[number]))
      #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1)
    }
  }

  @Test func boxesGoTheShortWayRound() throws {
    for (longitudes, west, east) in [
      ([170.0, -170], 170.0, -170.0), ([-179, 179, 180], 179, -179), ([-10, 10], -10, 10),
      ([180, -180], 180, 180),
      ([0, 90, 179], 0, 179), ([-90, 0, 90, 179.9], -90, 179.9), ([177, 178.5, -178.2], 177, -178.2),
    ] {
      try writeRegion(
        path, try longitudes.enumerated().map { try place("t:\($0.offset)", at(5, $0.element)) })
      let set = opened(directory)
      let box = try #require(set.regions.first?.info?.box)
      #expect(box.west == west && box.east == east, "\(longitudes)")
      for longitude in longitudes { #expect(set.coverage(of: at(5, longitude)) == .covered) }
    }
  }
}
