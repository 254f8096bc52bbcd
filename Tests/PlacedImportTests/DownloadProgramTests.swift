import Glibc
import JSON
import PlaceStore
import PlacedTestKit
import PlacesCore
import Synchronization
import Testing

/// The built `placed-import` against a server on this machine.
@Suite("placed-import downloads")
struct DownloadProgramTests {
  /// A server with one extract, whose state tests change.
  final class Mirror: Sendable {
    struct Content: Sendable {
      var bytes: [UInt8]
      var changed = "Sat, 21 Nov 2026 20:20:00 GMT"
      var status: String?
      /// Where connections break; they break so often.
      var cut: (at: Int, times: Int)?
    }

    let server: LoopbackHTTP

    init(_ bytes: [UInt8]) throws {
      let content = Shared(Content(bytes: bytes))
      shared = content
      server = try LoopbackHTTP { request in
        content.value.withLock { now in
          if let status = now.status { return .init(Array("<html>".utf8), status: status) }
          guard request.target.hasSuffix("/monaco-latest.osm.pbf") else {
            return .init(status: "404 Not Found")
          }
          var response = LoopbackHTTP.Response.file(now.bytes, changed: now.changed, to: request)
          if let cut = now.cut, cut.times > 0 {
            response.cut = cut.at
            now.cut?.times -= 1
          }
          return response
        }
      }
    }

    private let shared: Shared

    private final class Shared: Sendable {
      let value: Mutex<Content>
      init(_ content: Content) { value = Mutex(content) }
    }

    var bytes: [UInt8] { shared.value.withLock { $0.bytes } }

    func change(_ body: (inout sending Content) -> Void) { shared.value.withLock { body(&$0) } }
  }

  let directory: TemporaryDirectory
  var places: String { directory.file("places") }
  var region: String { places + "/europe-monaco.places" }

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> (code: Int32, out: String, errors: String) {
    let child = try RunningProgram("placed-import", arguments + ["--places-dir", places], in: directory.path)
    let code = try child.waitForExit(within: 60)
    return (code, child.outputText, child.errorText)
  }

  /// An extract with these cafés, made by osmium.
  private func extract(_ names: String...) throws -> [UInt8] {
    let (text, path) = (directory.file("in.opl"), directory.file("made.osm.pbf"))
    let file = try #require(fopen(text, "w"))
    for (index, name) in names.enumerated() {
      fputs(
        "n\(index + 1) v1 dV t2026-11-20T00:00:00Z Tamenity=cafe,name=\(name) x7.42\(index) y43.73\n", file)
    }
    fclose(file)
    let osmium = try RunningProgram("/usr/bin/osmium", ["cat", text, "-o", path, "-O"], in: directory.path)
    #expect(try osmium.waitForExit() == 0, "\(osmium.errorText)")
    return bytes(of: path)
  }

  private func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  private var names: [String] {
    let set = RegionSet(directories: [places])
    set.reload()
    guard let center = Coordinate(latitude: 43.73, longitude: 7.42) else { return [] }
    return set.places(around: center, radius: 100_000, limit: 50).map(\.place.name).sorted()
  }

  /// Files beside the region file.
  private var leftovers: [String] {
    guard let stream = opendir(places) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      found.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return found.filter { ![".", "..", "europe-monaco.places"].contains($0) }
  }

  @Test func aRegionByItsName() throws {
    let mirror = try Mirror(try extract("Une", "Deux"))
    let result = try run("europe/monaco", "--mirror", mirror.server.address, "--time-zone", "Europe/Monaco")
    #expect(result.code == 0, "\(result.errors)")
    #expect(mirror.server.requests.first?.target == "/europe/monaco-latest.osm.pbf")
    #expect(names == ["Deux", "Une"])
    #expect(leftovers.isEmpty)
    let info = try RegionInfo(ofFile: region)
    #expect(info.name == "europe/monaco")
    #expect(info.origins.map(\.address) == [mirror.server.address + "/europe/monaco-latest.osm.pbf"])
  }

  @Test func updatesFetchOnlyWhatIsNew() throws {
    let mirror = try Mirror(try extract("Une"))
    #expect(
      try run(
        "europe/monaco", "--mirror", mirror.server.address, "--time-zone", "Europe/Monaco", "--attribution",
        "Us"
      ).code == 0)
    let unchanged = try run("--update")
    #expect(unchanged.code == 0 && unchanged.out == "europe-monaco: nothing new\n")
    let new = try extract("Une", "Deux")
    mirror.change {
      $0.bytes = new
      $0.changed = "Sun, 22 Nov 2026 20:20:00 GMT"
    }
    let updated = try run("--update", "europe/monaco")
    #expect(updated.code == 0, "\(updated.errors)")
    #expect(names == ["Deux", "Une"])
    #expect(leftovers.isEmpty)
    let info = try RegionInfo(ofFile: region)
    #expect(info.name == "europe/monaco" && info.timeZone == "Europe/Monaco")
    #expect(info.attributions.map(\.text).contains("Us") && info.givenAttributions == ["Us"])
    #expect(try run("--update").out == "europe-monaco: nothing new\n")
  }

  @Test func oneRegionThatFailsDoesNotKeepOthersFromIt() throws {
    let (first, second) = (try Mirror(try extract("Une")), try Mirror(try extract("Une")))
    #expect(try run("europe/monaco", "--mirror", first.server.address).code == 0)
    #expect(
      try run(second.server.address + "/monaco-latest.osm.pbf", "-o", places + "/other.places").code == 0)
    let local = directory.file("in.opl")
    #expect(try run(local, "-o", places + "/own.places").code == 0)
    let before = bytes(of: region)
    let new = try extract("Zwei")
    first.change { $0.status = "500 Internal Server Error" }
    second.change {
      $0.bytes = new
      $0.changed = "Sun, 22 Nov 2026 20:20:00 GMT"
    }
    let result = try run("--update", "--json")
    #expect(result.code == 1)
    #expect(
      result.errors.contains(
        "europe-monaco: \(first.server.address)/europe/monaco-latest.osm.pbf: the server answers with HTTP status 500; the region file is unchanged"
      ))
    #expect(
      result.out.contains(#""places":1"#)
        && result.out.contains(#"own.places","left":"local"}"#))
    #expect(bytes(of: region) == before)
    #expect(
      try RegionInfo(ofFile: places + "/other.places").origins.first?.changed?.microseconds
        == 1_795_378_800_000_000)
    #expect(try run("--update", "nowhere").code == 1)
  }

  @Test func aDownloadThatBrokeOffGoesOnWithTheNextRun() throws {
    let whole = try extract("Une", "Deux", "Trois")
    let mirror = try Mirror(whole)
    mirror.change { $0.cut = (at: 40, times: 100) }
    // Forty bytes at a time, five times.
    let broken = try run("europe/monaco", "--mirror", mirror.server.address)
    #expect(broken.code == 1)
    #expect(broken.errors.contains("nothing was written"))
    #expect(leftovers == [".downloads"])
    mirror.change { $0.cut = nil }
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 0)
    #expect(mirror.server.requests.last { $0.target.hasSuffix("pbf") }?.headers["range"] == "bytes=200-")
    #expect(names.count == 3)
    #expect(leftovers.isEmpty)
  }

  @Test(
    "what is no map is refused, and the old region stays",
    arguments: [
      "<!doctype html><html>Please log in</html>", "", "no map at all",
      "\u{0}\u{0}\u{0}\u{D}\u{A}\u{9}OSMHeader",
    ])
  func noMap(text: String) throws {
    let mirror = try Mirror(try extract("Une"))
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 0)
    let before = bytes(of: region)
    mirror.change {
      $0.bytes = Array(text.utf8)
      $0.changed = "Sun, 22 Nov 2026 20:20:00 GMT"
    }
    let result = try run("--update")
    #expect(result.code == 1)
    #expect(result.errors.contains("the region file is unchanged"))
    #expect(bytes(of: region) == before)
    #expect(leftovers.isEmpty)
    // The same for who asks anew.
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 1)
    #expect(bytes(of: region) == before)
    #expect(leftovers.isEmpty)
  }

  @Test("a disk that becomes full ends the download, and the old region stays") func fullDisk() throws {
    let mirror = try Mirror(try extract("Une"))
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 0)
    let server = try LoopbackHTTP { _ in
      var response = LoopbackHTTP.Response([UInt8](repeating: 10, count: 4 << 20))
      response.length = nil
      return response
    }
    // A file system of 1 MiB in a mount namespace that ends with the program.
    let script = """
      mount -t tmpfs -o size=1m none "$1" && cp "$2" "$1/europe-monaco.places" &&
        "$0" europe/monaco --mirror "$3" --places-dir "$1"
      code=$?; ls -A "$1"; find "$1/.downloads" -type f; cmp "$2" "$1/europe-monaco.places" && echo old; exit $code
      """
    mkdir(directory.file("small"), 0o700)
    let child = try RunningProgram(
      "/usr/bin/unshare",
      [
        "-Urm", "sh", "-c", script, "\(RunningProgram.folder)/placed-import", directory.file("small"), region,
        server.address,
      ],
      in: directory.path)
    #expect(try child.waitForExit(within: 60) == 1)
    #expect(child.errorText.contains("No space left on device"), "\(child.errorText)")
    #expect(child.outputText == "europe-monaco.places\nold\n")
  }

  @Test("a download shows how far it is, and Ctrl-C ends it") func terminal() throws {
    let whole = try extract("Une", "Deux")
    let server = try LoopbackHTTP { request in
      var response = LoopbackHTTP.Response.file(whole, changed: "Sat, 21 Nov 2026 20:20:00 GMT", to: request)
      response.body = Array(whole.prefix(whole.count / 2))
      response.hangs = true
      return response
    }
    let terminal = try PseudoTerminal()
    let child = try terminal.run(
      "placed-import", ["europe/monaco", "--mirror", server.address, "--places-dir", places],
      in: directory.path)
    #expect(
      poll { terminal.text.contains("downloading monaco-latest.osm.pbf [###########") ? true : nil } == true,
      "\(terminal.text)")
    terminal.type("\u{3}")
    #expect(try child.waitForExit() == 130)
    #expect(terminal.text.contains("what has arrived is kept for the next run"))
  }

  @Test("of two at once the second waits, and neither spoils the other's file") func twoAtOnce() throws {
    let whole = try extract("Une", "Deux")
    let held = Mutex(true)
    let server = try LoopbackHTTP { request in
      guard request.target.hasSuffix("pbf") else { return .init(status: "404 Not Found") }
      var response = LoopbackHTTP.Response.file(whole, changed: "Sat, 21 Nov 2026 20:20:00 GMT", to: request)
      if held.withLock({ $0 }) {
        response.body = Array(whole.prefix(50))
        response.hangs = true
      }
      return response
    }
    let arguments = ["europe/monaco", "--mirror", server.address, "--places-dir", places]
    let first = try RunningProgram("placed-import", arguments, in: directory.path)
    #expect(poll { server.requests.isEmpty ? nil : true } == true)
    let second = try RunningProgram("placed-import", arguments, in: directory.path)
    #expect(poll { second.errorText.contains("waiting for another placed-import\n") ? true : nil } == true)
    #expect(server.requests.count == 1)
    held.withLock { $0 = false }
    first.signal(SIGINT)
    #expect(try first.waitForExit() == 130)
    #expect(try second.waitForExit(within: 60) == 0, "\(second.errorText)")
    #expect(names == ["Deux", "Une"])
    #expect(leftovers.isEmpty)
  }

  @Test func whatFollowsAQuestionMarkIsNotShown() throws {
    let server = try LoopbackHTTP { _ in .init(status: "403 Forbidden") }
    let result = try run(server.address + "/a.osm.pbf?key=secret")
    #expect(result.code == 1 && result.errors.contains("/a.osm.pbf: the server answers with HTTP status 403"))
    #expect(!result.errors.contains("secret"))
  }

  @Test("a key in an address is in no file, and --update leaves the region as it is") func keys() throws {
    let mirror = try Mirror(try extract("Une"))
    let server = try LoopbackHTTP { request in
      guard request.target.hasSuffix("?token=secret") else { return .init(status: "403 Forbidden") }
      return .file(mirror.bytes, changed: "Sat, 21 Nov 2026 20:20:00 GMT", to: request)
    }
    let file = places + "/a.places"
    let result = try run(server.address + "/monaco-latest.osm.pbf?token=secret", "-o", file)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("note: --update will pass the region over"))
    #expect(!(result.errors + result.out).contains("secret"))
    #expect(!bytes(of: file).contains(text: "secret"))
    let info = try RegionInfo(ofFile: file)
    #expect(info.origins.isEmpty && info.source == server.address + "/monaco-latest.osm.pbf")
    #expect(try run("--update").code == 0)
    // What breaks off leaves a file, whose name anybody may read.
    let broken = try LoopbackHTTP { _ in
      var response = LoopbackHTTP.Response(Array("part".utf8))
      response.length = 100
      return response
    }
    #expect(try run(broken.address + "/x.osm.pbf?token=secret").code == 1)
    let listing = try RunningProgram("/usr/bin/find", [places], in: directory.path)
    #expect(try listing.waitForExit() == 0)
    #expect(listing.outputText.contains("x.osm.pbf") && !listing.outputText.contains("secret"))
  }

  @Test("a server that knows files by tags only is asked by them") func tags() throws {
    let state = Mutex((bytes: try extract("Une"), tag: "\"one\""))
    let server = try LoopbackHTTP { request in
      guard request.target.hasSuffix(".pbf") else { return .init(status: "404 Not Found") }
      let now = state.withLock { $0 }
      let isKnown = request.headers["if-none-match"] == now.tag
      return .init(
        isKnown ? [] : now.bytes, status: isKnown ? "304 Not Modified" : "200 OK",
        headers: [("ETag", now.tag)])
    }
    #expect(try run("europe/monaco", "--mirror", server.address).code == 0)
    #expect(try RegionInfo(ofFile: region).origins.first?.tag == "\"one\"")
    #expect(try run("--update").out == "europe-monaco: nothing new\n")
    let new = try extract("Une", "Deux")
    state.withLock { $0 = (new, "W/\"two\"") }
    #expect(try run("--update").code == 0)
    #expect(names == ["Deux", "Une"])
    #expect(try run("--update").out == "europe-monaco: nothing new\n")
  }

  @Test("a page in the place of a checksum is told") func oddChecksum() throws {
    let whole = try extract("Une")
    for page in ["<!DOCTYPE html><html>", String(repeating: "x", count: 100_000)] {
      let server = try LoopbackHTTP { request in
        request.target.hasSuffix(".md5") ? .init(Array(page.utf8)) : .init(whole)
      }
      let result = try run("europe/monaco", "--mirror", server.address)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors.contains("monaco-latest.osm.pbf.md5 is no checksum"), "\(result.errors)")
    }
    let mirror = try Mirror(whole)
    #expect(!(try run("europe/monaco", "--mirror", mirror.server.address).errors.contains("warning")))
  }

  @Test("what killed runs left goes with the next one") func abandoned() throws {
    let mirror = try Mirror(try extract("Une"))
    let downloads = places + "/.downloads"
    #expect(mkdir(places, 0o700) == 0 && mkdir(downloads, 0o700) == 0)
    let ages: [(path: String, days: Int)] = [
      ("\(downloads)/whole.osm.pbf", 0), ("\(downloads)/old.osm.pbf.part", 8),
      ("\(downloads)/young.osm.pbf.part", 6), ("\(places)/old.places.part", 1),
      ("\(places)/young.places.part", 0), ("\(places)/old.part", 99),
    ]
    for (path, days) in ages {
      let file = open(path, O_CREAT | O_WRONLY, 0o600)
      close(file)
      let then = timespec(tv_sec: time(nil) - days * 86_400, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, path, [then, then], 0) == 0)
    }
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 0)
    let left = ages.map(\.path).filter { access($0, F_OK) == 0 }
    #expect(left == [ages[2].path, ages[4].path, ages[5].path])
  }

  @Test("an interrupted download keeps what has arrived", arguments: [SIGINT, SIGTERM, SIGKILL])
  func interrupted(signal: Int32) throws {
    let whole = try extract("Une", "Deux")
    let server = try LoopbackHTTP { request in
      var response = LoopbackHTTP.Response.file(whole, changed: "Sat, 21 Nov 2026 20:20:00 GMT", to: request)
      response.body = Array(whole.prefix(50))
      response.hangs = true
      return response
    }
    let child = try RunningProgram(
      "placed-import", ["europe/monaco", "--mirror", server.address, "--places-dir", places],
      in: directory.path)
    #expect(poll { server.requests.isEmpty ? nil : true } == true)
    child.signal(signal)
    #expect(try child.waitForExit() == (signal == SIGKILL ? 128 + SIGKILL : 130))
    #expect(bytes(of: region).isEmpty)
    let mirror = try Mirror(whole)
    #expect(try run("europe/monaco", "--mirror", mirror.server.address).code == 0)
    #expect(names == ["Deux", "Une"])
  }

  @Test(
    "command lines that cannot be meant so",
    arguments: [
      (["ftp://host/x.osm.pbf"], "an address begins with http:// or https://"),
      (["http://me:secret@host/x.osm.pbf"], "no user name or password can be given in an address"),
      ([], "INPUT is missing"), (["europe/monaco", "europe/andorra"], "where to? Give -o OUT.places"),
      (["--update", "--types"], "--update goes with neither --types nor -o"),
      (["--update", "-o", "x.places"], "--update goes with neither --types nor -o"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let child = try RunningProgram("placed-import", arguments, in: directory.path)
    #expect(try child.waitForExit() == 2)
    #expect(child.errorText.contains(message) && !child.errorText.contains("secret"))
  }
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
