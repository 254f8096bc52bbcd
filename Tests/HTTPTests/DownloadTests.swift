import Glibc
import PlacedTestKit
import Synchronization
import Testing

@testable import HTTP

private let day = "Sat, 21 Nov 2026 20:20:00 GMT"
private let dayAfter = "Sun, 22 Nov 2026 20:20:00 GMT"
private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

/// A directory, and downloads into it.
private struct Place {
  let directory: TemporaryDirectory
  var path: String { directory.file("map.osm.pbf") }

  init() throws { directory = try TemporaryDirectory() }

  func download(_ address: String, known: Int? = nil, limit: Int = 16 << 30) throws(HTTPError)
    -> Download.Result
  {
    var download = Download(try HTTPAddress(address), to: path, userAgent: "test/1")
    download.known = known
    download.sizeLimit = limit
    download.stallSeconds = 1
    return try download.run { _, _ in true }
  }

  /// The error that a download ends with.
  func failure(_ address: String, limit: Int = 16 << 30) -> HTTPError? {
    do throws(HTTPError) {
      _ = try download(address, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  func bytes(_ name: String = "map.osm.pbf") -> [UInt8]? {
    guard let file = fopen(directory.file(name), "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

@Suite("Downloads")
struct DownloadTests {
  @Test func fetchesAFileAndThenNothing() throws {
    let place = try Place()
    let server = try LoopbackHTTP {
      $0.target == "/map.osm.pbf" ? .file(content, changed: day, to: $0) : .init(status: "404 Not Found")
    }
    let first = try place.download(server.address + "/map.osm.pbf")
    #expect(first == .init(kind: .fetched, changed: 1_795_292_400, isChecked: false, bytes: content.count))
    #expect(place.bytes() == content)
    let second = try place.download(server.address + "/map.osm.pbf", known: first.changed)
    #expect(second.kind == .unchanged)
    #expect(place.bytes("map.osm.pbf.part") == nil)
    #expect(server.requests.first?.headers["user-agent"] == "test/1")
    #expect(server.requests.first?.headers["accept-encoding"] == nil)
  }

  @Test func comparesTheChecksumOfTheFileThatItCameFrom() throws {
    let place = try Place()
    // "-latest" leads to a file with a date, as extracts of maps do.
    let sum = Mutex("900150983cd24fb0d6963f7d28e17f72  map-261121.osm.pbf\n")
    let server = try LoopbackHTTP { request in
      switch request.target {
      case "/map-latest.osm.pbf": .init(status: "302 Found", headers: [("Location", "/map-261121.osm.pbf")])
      case "/map-261121.osm.pbf": .file(Array("abc".utf8), changed: day, to: request)
      case "/map-261121.osm.pbf.md5": .init(Array(sum.withLock { $0 }.utf8))
      default: .init(status: "404 Not Found")
      }
    }
    #expect(try place.download(server.address + "/map-latest.osm.pbf").isChecked)
    sum.withLock { $0 = String(repeating: "0", count: 32) }
    unlink(place.path)
    #expect(place.failure(server.address + "/map-latest.osm.pbf") == .checksum)
    #expect(place.bytes() == nil && place.bytes("map.osm.pbf.part") == nil)
    // A page that is no checksum is none.
    sum.withLock { $0 = "<html>not found</html>" }
    #expect(try !place.download(server.address + "/map-latest.osm.pbf").isChecked)
  }

  @Test func goesOnWhereItBrokeOff() throws {
    let place = try Place()
    let breaks = Mutex(3)
    let server = try LoopbackHTTP { request in
      guard request.target == "/m" else { return .init(status: "404 Not Found") }
      var response = LoopbackHTTP.Response.file(content, changed: day, to: request)
      breaks.withLock {
        if $0 > 0 { response.cut = 50_000 }
        $0 -= 1
      }
      return response
    }
    let result = try place.download(server.address + "/m")
    #expect(result.kind == .fetched && place.bytes() == content)
    #expect(
      server.requests.filter { $0.target == "/m" }.map { $0.headers["range"] } == [
        nil, "bytes=50000-", "bytes=100000-", "bytes=150000-",
      ])
    #expect(server.requests.dropFirst().first?.headers["if-range"] == day)
  }

  @Test func beginsAgainWhenTheFileIsAnotherOne() throws {
    let place = try Place()
    let changed = Mutex(day)
    let server = try LoopbackHTTP { request in
      guard request.target == "/m" else { return .init(status: "404 Not Found") }
      var response = LoopbackHTTP.Response.file(content, changed: changed.withLock { $0 }, to: request)
      if changed.withLock({ $0 }) == day { response.cut = 1000 }
      return response
    }
    // Breaks off for good: the server brings ever less than is wanted.
    #expect(place.failure(server.address + "/m") != nil)
    #expect(place.bytes("map.osm.pbf.part")?.count ?? 0 >= 1000)
    changed.withLock { $0 = dayAfter }
    #expect(try place.download(server.address + "/m").kind == .fetched)
    #expect(place.bytes() == content)
  }

  @Test func aPartThatIsLongerThanTheFileIsThrownAway() throws {
    let place = try Place()
    let server = try LoopbackHTTP {
      $0.target == "/m" ? .file(content, changed: day, to: $0) : .init(status: "404 Not Found")
    }
    let file = try #require(fopen(place.path + ".part", "w"))
    fwrite(content + content, 1, 2 * content.count, file)
    fclose(file)
    // With the right time the server is asked for a rest that there is not.
    var times = [timespec(tv_sec: 1_795_292_400, tv_nsec: 0), timespec(tv_sec: 1_795_292_400, tv_nsec: 0)]
    utimensat(AT_FDCWD, place.path + ".part", &times, 0)
    #expect(try place.download(server.address + "/m").kind == .fetched)
    #expect(place.bytes() == content)
  }

  @Test("HTTP-03: what never ends is ended", arguments: [0, 10])
  func hangs(bytes: Int) throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in
      var response = LoopbackHTTP.Response(Array(content.prefix(bytes)))
      response.length = content.count
      response.hangs = true
      return response
    }
    #expect(place.failure(server.address + "/m") == .transfer(code: 28))
  }

  @Test("HTTP-03: what only trickles is ended") func trickle() throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in
      var response = LoopbackHTTP.Response(content)
      response.trickles = true
      return response
    }
    // Each further attempt brings a little; a server that cannot go on brings no more than before.
    let error = place.failure(server.address + "/m")
    #expect(error == .transfer(code: 28) || error == .range)
  }

  @Test(
    "a rest that is another one than was asked for is not put behind what is there", arguments: [true, false])
  func wrongRest(isShifted: Bool) throws {
    let place = try Place()
    let server = try LoopbackHTTP { request in
      guard request.target == "/m" else { return .init(status: "404 Not Found") }
      guard request.headers["range"] != nil else {
        return .file(content, changed: dayAfter, to: request)
      }
      // Heeds the range without its condition, or gives another range.
      let start = isShifted ? 100 : 1000
      return .init(
        Array(content[start...]), status: "206 Partial Content",
        headers: [
          ("Last-Modified", isShifted ? day : dayAfter),
          ("Content-Range", "bytes \(start)-\(content.count - 1)/\(content.count)"),
        ])
    }
    let file = try #require(fopen(place.path + ".part", "w"))
    fwrite([UInt8](repeating: 7, count: 1000), 1, 1000, file)
    fclose(file)
    var times = [timespec(tv_sec: 1_795_292_400, tv_nsec: 0), timespec(tv_sec: 1_795_292_400, tv_nsec: 0)]
    utimensat(AT_FDCWD, place.path + ".part", &times, 0)
    #expect(try place.download(server.address + "/m").changed == 1_795_378_800)
    #expect(place.bytes() == content)
    #expect(server.requests.first?.headers["range"] == "bytes=1000-")
  }

  @Test(
    "answers to questions that were not asked",
    arguments: [("206 Partial Content", HTTPError.range), ("304 Not Modified", .status(304))])
  func unasked(status: String, error: HTTPError) throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in
      .init(
        status.hasPrefix("304") ? [] : content, status: status, headers: [("Content-Range", "bytes 0-9/10")])
    }
    #expect(place.failure(server.address + "/m") == error)
    #expect(place.bytes() == nil)
  }

  @Test("HTTP-06: compressed answers are not unpacked") func compressed() throws {
    let place = try Place()
    // The beginning of a gzip stream, as sent by who packs without being asked.
    let packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + content.prefix(90)
    let server = try LoopbackHTTP {
      $0.target == "/m"
        ? .init(packed, headers: [("Content-Encoding", "gzip")]) : .init(status: "404 Not Found")
    }
    #expect(try place.download(server.address + "/m").bytes == 100)
    #expect(place.bytes() == packed)
  }

  @Test func aCertificateThatNobodyVouchesForIsRefused() throws {
    let place = try Place()
    let make = """
      openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key -out cert -days 2 &&
      exec openssl s_server -accept 127.0.0.1:0 -cert cert -key key -www
      """
    let server = try RunningProgram(
      "/bin/sh", ["-c", "cd \"$0\" && " + make, place.directory.path], in: place.directory.path)
    defer { server.signal(SIGTERM) }
    let line = try #require(
      poll { server.outputText.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") } })
    let port = try #require(line.split(separator: ":").last)
    #expect(place.failure("https://localhost:\(port)/m") == .transfer(code: 60))
    #expect(place.bytes("map.osm.pbf.part") == nil)
  }

  @Test(
    "answers that are no file",
    arguments: [
      ("404 Not Found", HTTPError.status(404)), ("403 Forbidden", .status(403)),
      ("429 Too Many Requests", .status(429)),
      ("500 Internal Server Error", .status(500)),
    ])
  func statuses(status: String, error: HTTPError) throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in .init(Array("<html>sorry</html>".utf8), status: status) }
    #expect(place.failure(server.address + "/m") == error)
    #expect(place.bytes() == nil && place.bytes("map.osm.pbf.part") == nil)
  }

  @Test func aWebPageIsNoFile() throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in .init(Array("\n <!DOCTYPE html><html>Log in to this network".utf8)) }
    #expect(place.failure(server.address + "/m") == .webPage)
    #expect(place.bytes() == nil && place.bytes("map.osm.pbf.part") == nil)
  }

  @Test func tooManyBytesAreRefused() throws {
    let place = try Place()
    let server = try LoopbackHTTP { request in
      var response = LoopbackHTTP.Response(content)
      if request.target == "/endless" { response.length = nil }
      return response
    }
    for target in ["/said", "/endless"] {
      #expect(place.failure(server.address + target, limit: 100_000) == .tooLarge(limit: 100_000))
      #expect(place.bytes("map.osm.pbf.part") == nil)
    }
  }

  @Test func moreThanTheDiskHasIsRefusedAtOnce() throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in
      var response = LoopbackHTTP.Response(Array(content.prefix(10)))
      response.length = 1 << 60
      response.hangs = true
      return response
    }
    guard case .noRoom? = place.failure(server.address + "/m", limit: .max) else {
      Issue.record("it began to download")
      return
    }
  }

  @Test func redirectionsInACircleEnd() throws {
    let place = try Place()
    let server = try LoopbackHTTP { _ in .init(status: "302 Found", headers: [("Location", "/again")]) }
    #expect(place.failure(server.address + "/m") == .redirection)
    let away = try LoopbackHTTP { _ in
      .init(status: "302 Found", headers: [("Location", "file:///etc/passwd")])
    }
    guard case .address? = place.failure(away.address + "/m") else {
      Issue.record("followed to a file")
      return
    }
  }

  @Test func whoAsksMayStopIt() throws {
    let place = try Place()
    let server = try LoopbackHTTP {
      $0.target == "/m" ? .file(content, changed: day, to: $0) : .init(status: "404 Not Found")
    }
    let download = Download(try HTTPAddress(server.address + "/m"), to: place.path, userAgent: "test/1")
    let error = #expect(throws: HTTPError.self) { try download.run { done, _ in done == 0 } }
    #expect(error == .cancelled)
    #expect(place.bytes() == nil)
  }

  @Test func aFileThatCannotBeMadeIsSaid() throws {
    let server = try LoopbackHTTP { .file(content, changed: day, to: $0) }
    let download = Download(try HTTPAddress(server.address + "/m"), to: "/dev/null/x", userAgent: "test/1")
    let error = #expect(throws: HTTPError.self) { try download.run { _, _ in true } }
    #expect(error == .file(call: "open", code: ENOTDIR))
  }

  @Test("HTTP-07: this machine is never reached through a proxy") func noProxyForLoopback() throws {
    setenv("http_proxy", "http://127.0.0.1:9", 1)
    defer { unsetenv("http_proxy") }
    let place = try Place()
    let server = try LoopbackHTTP {
      $0.target == "/m" ? .file(content, changed: day, to: $0) : .init(status: "404 Not Found")
    }
    #expect(try place.download(server.address + "/m").kind == .fetched)
  }
}

@Test(
  "addresses that cannot be fetched",
  arguments: [
    "ftp://host/x", "file:///etc/passwd", "http://", "https:///x", "http://user:secret@host/x",
    "http://host/a b", "x", "",
  ])
func wrongAddresses(text: String) {
  #expect(throws: HTTPError.self) { try HTTPAddress(text) }
}

@Test(
  "parts of addresses",
  arguments: [
    (
      "https://Download.example/europe/monaco-latest.osm.pbf?x=/y", "download.example",
      "monaco-latest.osm.pbf"
    ),
    ("http://[::1]:8080/", "::1", ""), ("http://host", "host", ""), ("http://host:80/a/b#c", "host", "b"),
  ])
func parts(text: String, host: String, name: String) throws {
  let address = try HTTPAddress(text)
  #expect(address.host == host)
  #expect(address.fileName == name)
}
