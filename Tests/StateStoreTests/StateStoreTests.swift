import Glibc
import PlacedTestKit
import PlacesCore
import StateStore
import Testing

@Suite struct StateStoreTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("state") }
  var database: String { "\(path)/state.db" }

  init() throws { directory = try TemporaryDirectory() }

  private func selection(_ number: Int64) throws -> Selection {
    let place = Place(
      id: try #require(PlaceID("t:\(number)")), name: "Place \(number)",
      coordinate: try #require(Coordinate(latitude: 52.1, longitude: 10.2)), types: [.establishment])
    return Selection(place: place, source: .likely, since: Timestamp(microseconds: number))
  }

  @Test func theSelectionOutlivesTheStore() throws {
    var full = try selection(7)
    full.source = .search
    full.place.name = "Rathaus „O'Neill\"\n%"
    let corners = [(52.1, 10.2), (52.1, 10.201), (52.101, 10.2)].compactMap {
      Coordinate(latitude: $0, longitude: $1)
    }
    full.place.footprint = Footprint(rings: [corners])
    full.place.entrances = [corners[0]]
    full.place.types = [.pointOfInterest, .establishment]
    full.place.names = [PlaceName(key: "de", text: "Rathaus=1"), PlaceName(key: "alt", text: "Town Hall")]
    full.place.address.houseNumber = "1a"
    full.place.address.street = "Markt"
    full.place.address.locality = "Ort"
    full.place.address.region = "Land"
    full.place.address.postalCode = "38100"
    full.place.address.countryCode = "DE"
    full.place.address.freeform = "Markt 1a"
    full.place.phoneNumber = "+49 1"
    full.place.website = "https://example.org/"
    full.place.openingHours = "24/7"
    full.place.importance = 0.123456789
    full.place.closed = true
    full.place.container = PlaceID("t:8")
    do {
      let store = try StateStore(directory: path)
      #expect(store.setAside == nil)
      #expect(try store.loadSelection() == nil)
      try store.saveSelection(try selection(6))
      try store.saveSelection(full)
      #expect(try store.loadSelection() == full)
    }
    do {
      let store = try StateStore(directory: path)
      #expect(try store.loadSelection() == full)
      try store.saveSelection(nil)
    }
    #expect(try StateStore(directory: path).loadSelection() == nil)
  }

  @Test func decisionsOutliveTheStore() throws {
    let grants = [
      AccessGrant(uid: 0, access: Access(.denied)),
      AccessGrant(
        uid: 1000, access: Access(.authorizedAlways, .reduced), purpose: "for the weather's \"sake\""),
      AccessGrant(uid: .max - 1, access: Access(.authorizedWhenInUse, .full)),
    ]
    do {
      let store = try StateStore(directory: path)
      #expect(try store.loadGrants().isEmpty)
      for grant in grants { try store.saveGrant(grant, of: grant.uid) }
      try store.saveGrant(AccessGrant(uid: 1000, access: Access(.denied)), of: 1000)
      try store.saveGrant(grants[1], of: 1000)
    }
    do {
      let store = try StateStore(directory: path)
      #expect(try store.loadGrants() == grants)
      try store.saveGrant(nil, of: 1000)
    }
    #expect(try StateStore(directory: path).loadGrants().map(\.uid) == [0, .max - 1])
  }

  @Test func nobodyElseCanReadIt() throws {
    let store = try StateStore(directory: directory.file("made/on/the/way"))
    try store.saveSelection(try selection(1))
    for (name, mode) in [("", 0o700), ("/state.db", 0o600), ("/state.db-wal", 0o600), ("/state.lock", 0o600)]
    {
      var status = stat()
      #expect(stat(directory.file("made/on/the/way") + name, &status) == 0)
      #expect(Int(status.st_mode & 0o777) == mode)
    }
  }

  @Test func aSecondOpenerIsRefused() throws {
    let store = try StateStore(directory: path)
    #expect(throws: StateError.inUse(directory: path)) { try StateStore(directory: path) }
    try store.saveSelection(try selection(1))
  }

  /// Damage as it comes: overwritten pages, a cut file, another file altogether.
  @Test("SQL-01: damaged state is set aside and a new one begun", arguments: ["page", "cut", "text"])
  func damageIsSetAside(kind: String) throws {
    do { try StateStore(directory: path).saveSelection(try selection(1)) }
    let damaged: [UInt8]
    let whole = try #require(bytes(of: database))
    switch kind {
    case "page": damaged = whole.prefix(4096) + [UInt8](repeating: 0xff, count: whole.count - 4096)
    case "cut": damaged = Array(whole.prefix(5000))
    default: damaged = Array("no database".utf8)
    }
    try write(damaged, to: database)
    let store = try StateStore(directory: path)
    let aside = try #require(store.setAside)
    #expect(aside.hasPrefix("\(database).damaged-2"))
    #expect(bytes(of: aside) == damaged)
    #expect(try store.loadSelection() == nil)
    try store.saveSelection(try selection(2))
    #expect(try store.loadSelection() == (try selection(2)))
  }

  @Test func stateOfALaterVersionIsLeftAlone() throws {
    do { try StateStore(directory: path).saveSelection(try selection(1)) }
    var later = try #require(bytes(of: database))
    later[63] = 99  // user_version, in the header
    try write(later, to: database)
    #expect(throws: StateError.newer(version: 99)) { try StateStore(directory: path) }
    #expect(bytes(of: database) == later)
  }

  @Test func aDirectoryThatCannotBeMadeIsAnError() throws {
    try write([], to: directory.file("file"))
    let error = #expect(throws: StateError.self) { try StateStore(directory: directory.file("file/state")) }
    #expect(error == .file(call: "mkdir", path: directory.file("file/state"), code: ENOTDIR))
  }

  @Test("SQL-10: the log stays small") func theLogStaysSmall() throws {
    let store = try StateStore(directory: path)
    for number in 0..<1500 {
      var next = try selection(Int64(number))
      next.place.openingHours = String(repeating: "x", count: 5000)
      try store.saveSelection(next)
    }
    var status = stat()
    #expect(stat("\(database)-wal", &status) == 0 && status.st_size <= 4 << 20 + 65536)
  }

  @Test("SQL-04: a full disk is an error, and the old state stays") func aFullDisk() throws {
    // The writer on a file system of its own, of 256 KiB, in a mount namespace that ends with it.
    let script = """
      mount -t tmpfs -o size=256k,mode=700 none "$1" && "$0" "$1/state"
      code=$?; cp -r "$1/state" "$2"; exit $code
      """
    mkdir(directory.file("small"), 0o700)
    let writer = "\(RunningProgram.folder)/state-writer"
    let child = try RunningProgram(
      "/usr/bin/unshare", ["-Urm", "sh", "-c", script, writer, directory.file("small"), path],
      in: directory.path)
    #expect(try child.waitForExit(within: 60) == 1)
    #expect(child.errorText.contains("(SQLite 13)"), "\(child.errorText)")
    let saved = try #require(child.outputText.split(separator: "\n").last.flatMap { Int64($0) })
    let store = try StateStore(directory: path)
    #expect(try store.loadSelection()?.since.microseconds == saved)
    try store.saveSelection(try selection(1))
  }

  @Test("Killed at any moment: the old selection or the new one, never neither") func killedAtAnyMoment()
    throws
  {
    var random = SystemRandomNumberGenerator()
    var last: Int64?
    for round in 0..<50 {
      let child = try RunningProgram("state-writer", [path], in: directory.path)
      // Some are killed before their first selection.
      if round % 10 != 0 {
        try #require(poll { child.outputText.isEmpty ? nil : true } ?? false, "\(child.errorText)")
      }
      usleep(UInt32.random(in: 0..<20_000, using: &random))
      child.signal(SIGKILL)
      #expect(try child.waitForExit() == 128 + SIGKILL)
      let saved = child.outputText.split(separator: "\n").last.flatMap { Int64($0) }
      let store = try StateStore(directory: path)
      #expect(store.setAside == nil)
      let found = try store.loadSelection()
      if let saved {
        // The one whose number was written, or the next, whose number could not be written any more.
        #expect(found?.since.microseconds == saved || found?.since.microseconds == saved + 1)
      } else {
        #expect(found?.since.microseconds == last || found?.since.microseconds == 1)
      }
      if let found { #expect(found.place.id.text == "t:\(found.since.microseconds)") }
      last = found?.since.microseconds
    }
  }
}

private func bytes(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

private func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw KitError("fwrite: errno \(errno)") }
}
