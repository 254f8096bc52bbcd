import Glibc
import PlacedTestKit
import SQLite
import Testing

@Suite struct DatabaseTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("data %?#ä.db") }

  init() throws { directory = try TemporaryDirectory() }

  private func filled(rows: Int = 200) throws -> Database {
    let database = try Database(path: path, mode: .create)
    try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
    let insert = try database.prepare("INSERT INTO t(v) VALUES(?)")
    try database.transaction { () throws(SQLiteError) in
      for row in 0..<rows { try insert.run([.text(String(repeating: "x", count: 100 + row % 50))]) }
    }
    return database
  }

  @Test(arguments: [
    SQLValue.null, .integer(.min), .integer(.max), .real(151.199), .text(""), .text("Café\u{0}\u{301}"),
    .blob([]), .blob([0, 255]),
  ]) func valuesComeBack(value: SQLValue) throws {
    let database = try Database(path: path, mode: .create)
    var answer: SQLValue?
    try database.prepare("SELECT ?1, typeof(?1)").query([value]) { row in
      answer =
        switch row.text(1) {
        case "integer": .integer(row.integer(0))
        case "real": .real(row.real(0))
        case "text": .text(row.text(0) ?? "-")
        case "blob": .blob(row.blob(0) ?? [1])
        default: row.isNull(0) && row.text(0) == nil && row.blob(0) == nil ? .null : .text("?")
        }
      return true
    }
    #expect(answer == value)
  }

  @Test func textThatIsNotUTF8IsRepaired() throws {
    let database = try Database(path: path, mode: .create)
    var text: String?
    try database.prepare("SELECT CAST(x'4B6166E9' AS TEXT)").query { row in
      text = row.text(0)
      return true
    }
    #expect(text == "Kaf\u{FFFD}")
  }

  @Test func transactionsAreUndoneByErrors() throws {
    let database = try filled(rows: 3)
    #expect(throws: SQLiteError.damaged) {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DELETE FROM t")
        #expect(database.changes == 3)
        throw SQLiteError.damaged
      }
    }
    #expect(try database.integer("SELECT count(*) FROM t") == 3)
  }

  @Test("SQL-10: no statement stays open between calls")
  func readersDoNotPinTheLog() throws {
    let writer = try filled(rows: 3)
    try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 50")
    let reader = try Database(path: path, mode: .readWrite)
    let list = try reader.prepare("SELECT id FROM t")
    var seen = 0
    // A reader that stops in the middle of its list, and is never asked again.
    try list.query { _ in
      seen += 1
      return false
    }
    let replace = try writer.prepare("UPDATE t SET v = ? WHERE id = 1")
    for number in 0..<2000 { try replace.run([.text("value \(number)")]) }
    #expect(seen == 1)
    var status = stat()
    #expect(stat(path + "-wal", &status) == 0 && status.st_size < 4 << 20)
  }

  @Test func busyIsTold() throws {
    let first = try filled(rows: 1)
    let second = try Database(path: path, mode: .readWrite)
    try first.execute("BEGIN EXCLUSIVE")
    second.setBusyTimeout(milliseconds: 20)
    let error = #expect(throws: SQLiteError.self) { try second.execute("DELETE FROM t") }
    #expect(error?.kind == .busy)
  }

  @Test func missingFilesAndForeignFiles() throws {
    let missing = #expect(throws: SQLiteError.self) { try Database(path: path, mode: .immutable) }
    #expect(missing?.kind == .cannotOpen)
    #expect(missing?.systemCode == ENOENT)
    try write(Array("this is not a database, whatever its name says".utf8), to: path)
    let foreign = #expect(throws: SQLiteError.self) {
      try Database(path: path, mode: .immutable).integer("SELECT count(*) FROM sqlite_schema")
    }
    #expect(foreign?.kind == .notADatabase)
  }

  @Test("SQL-01: damage is an error, never a trap", arguments: [nil, 0, 1, 100, 4095, 4096, 5000, 8192])
  func damageIsAnError(cut: Int?) throws {
    _ = try filled(rows: 2000)
    let whole = try read(path)
    var broken = whole
    if let cut {
      broken = Array(whole.prefix(cut))
    } else {
      broken.replaceSubrange(4096..<8192, with: repeatElement(0xff, count: 4096))
    }
    try write(broken, to: path)
    let error = #expect(throws: SQLiteError.self) {
      let database = try Database(path: path, mode: .immutable)
      try database.prepare("SELECT v FROM t").query { row in row.text(0) != "" }
    }
    let expected: [SQLiteError.Kind] = [.damaged, .notADatabase, .other]  // .other: no such table
    #expect(error.map { expected.contains($0.kind) } == true)
    #expect(error.map { "\($0)".contains("xxxx") } == false)
  }

  @Test("SQL-03: an immutable file needs no lock and no writable directory")
  func immutableFilesLeaveNoTrace() throws {
    _ = try filled(rows: 5)
    #expect(chmod(path, 0o400) == 0 && chmod(directory.path, 0o500) == 0)
    defer { chmod(directory.path, 0o700) }
    let database = try Database(path: path, mode: .immutable)
    #expect(try database.integer("SELECT count(*) FROM t") == 5)
    let error = #expect(throws: SQLiteError.self) { try database.execute("DELETE FROM t") }
    #expect(error?.kind == .readOnly)
  }

  @Test func bestFirstQueriesGiveRowsByScore() throws {
    let database = try Database(path: path, mode: .create)
    try database.execute("CREATE VIRTUAL TABLE tree USING rtree_i32(id, a0, a1, b0, b1)")
    let insert = try database.prepare("INSERT INTO tree VALUES(?, ?, ?, ?, ?)")
    var random = SystemRandomNumberGenerator()
    for id in 1...2000 {
      let (a, b) = (
        Int.random(in: -1000...1000, using: &random), Int.random(in: -1000...1000, using: &random)
      )
      try insert.run([id, a, a + 3, b, b + 2].map { SQLValue($0) })
    }
    let score: RTreeScore = { parameters, box in
      let gap = max(box.first.lowerBound - parameters[0], parameters[0] - box.first.upperBound, 0)
      let other = max(box.second.lowerBound - parameters[1], parameters[1] - box.second.upperBound, 0)
      let distance = gap * gap + other * other
      return distance <= parameters[2] ? distance : nil
    }
    try database.addRTreeQuery("nearest", score: score)
    var scores: [Double] = []
    let query = try database.prepare("SELECT a0, a1, b0, b1 FROM tree WHERE id MATCH nearest(?, ?, ?)")
    for _ in 0..<2 {
      scores = []
      try query.query([.integer(10), .integer(-20), .integer(90_000)]) { row in
        let box = RTreeBox(first: row.real(0)...row.real(1), second: row.real(2)...row.real(3))
        let values = [10.0, -20, 90_000]
        scores.append(score(values.span, box) ?? .infinity)
        return true
      }
      #expect(scores.count > 50 && scores == scores.sorted() && scores.allSatisfy { $0 <= 90_000 })
    }
  }
}

func read(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
  return bytes
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw KitError("fwrite: errno \(errno)") }
}
