import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing

/// `placed rank` as a program, on a small region of its own.
@Suite struct RankTests {
  private let directory: TemporaryDirectory

  /// A café, and a bank six metres further east: no fix can tell them apart.
  private static let places: [(id: String, name: String, type: String, at: Coordinate)] = [
    ("osm:node/1", "Mill Café", "cafe", .p0), ("osm:way/2", "Mill Bank", "bank", .p0.moved(east: 6)),
    ("osm:node/3", "Clock Museum", "museum", .p0.moved(north: 300)),
  ]

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.file("places"), 0o700)
    try DaemonHarness.importPlaces(RankTests.places, named: "test", in: directory)
  }

  /// The answers to these lines.
  private func rank(_ lines: [String], _ arguments: [String]? = nil) throws -> [JSONObject] {
    let input = directory.file("input")
    try AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: input)
    let run = try RunningProgram(
      "placed", ["rank"] + (arguments ?? ["--places-dir", directory.file("places")]), input: input,
      in: directory.path)
    #expect(try run.waitForExit() == 0, "\(run.errorText)")
    return try run.outputText.split(separator: "\n").map {
      try #require(JSONValue(parsing: Array($0.utf8)).objectValue)
    }
  }

  /// A second's report at a position; the middle of the café by itself.
  private static func fix(_ time: Int, east: Double = 0, north: Double = 0, speed: Double = 0) -> String {
    let at = Coordinate.p0.moved(north: north, east: east)
    return """
      {"t":\(time),"lat":\(at.latitude),"lon":\(at.longitude),"eph_95":12,"speed":\(speed),"mode":3}
      """
  }

  private static func visit(
    _ fixes: [String], id: String = "v", at time: Int = 1_750_000_000, user: String? = nil
  )
    -> String
  {
    let user = user.map { #""user":"\#($0)","# } ?? ""
    return """
      {"type":"visit","visit_id":"\(id)","tz":"Europe/Berlin",\(user)"query_t":\(time),\
      "fixes":[\(fixes.joined(separator: ","))]}
      """
  }

  /// Half a minute of fixes in the café, up to this time.
  private static func stay(until time: Int = 1_750_000_000) -> [String] {
    (0...30).map { fix(time - 30 + $0) }
  }

  /// The places of an answer with their likelihoods, in order.
  private func places(_ answer: JSONObject) throws -> [(id: String, likelihood: Double)] {
    try #require(answer["places"]?.arrayValue).map { place in
      let kind = try #require(place["osm_type"]?.stringValue)
      return (
        "\(kind)/\(try #require(place["osm_id"]?.intValue))", try #require(place["likelihood"]?.doubleValue)
      )
    }
  }

  @Test func `a visit is answered with its places, the likeliest first, and blank lines with nothing`() throws
  {
    let answers = try rank([
      "", Self.visit(Self.stay(), id: "one"), "  ", Self.visit(Self.stay(), id: "two"), "",
    ])
    #expect(answers.map { $0["visit_id"]?.stringValue } == ["one", "two"])
    let found = try places(answers[0])
    #expect(found.map(\.id) == ["node/1", "way/2"])
    #expect(found[0].likelihood > found[1].likelihood && found[1].likelihood > 0.005)
    #expect(found.reduce(0) { $0 + $1.likelihood } < 1)
    #expect(answers[0]["places"] == answers[1]["places"])
  }

  @Test func `what comes after the question changes nothing`() throws {
    let later = (1...20).map { Self.fix(1_750_000_000 + $0, north: 300) }
    let answers = try rank([Self.visit(Self.stay()), Self.visit(later + Self.stay() + later)])
    #expect(answers[0] == answers[1])
  }

  @Test func `a question after the fix was lost is answered from the stay before`() throws {
    let lost = (1...60).map { #"{"t":\#(1_750_000_000 + $0),"mode":1}"# }
    for fixes in [Self.stay() + lost, Self.stay()] {
      let answer = try rank([Self.visit(fixes, at: 1_750_000_060)])[0]
      #expect(try places(answer).first?.id == "node/1")
    }
    #expect(try places(rank([Self.visit([#"{"t":1,"mode":1}"#])])[0]).isEmpty)
    #expect(try places(rank([Self.visit([])])[0]).isEmpty)
  }

  @Test func `a user's choice counts for that user alone`() throws {
    func ask(_ user: String?) -> String { Self.visit(Self.stay(), user: user) }
    func choose(_ user: String) -> String {
      #"{"type":"select","visit_id":"v","user":"\#(user)","osm_type":"way","osm_id":2}"#
    }
    let answers = try rank([ask("a"), choose("a"), ask("b"), ask("a"), ask(nil), ask("b")])
    let first = try [0, 2, 3, 4, 5].map { try places(answers[$0])[0].id }
    #expect(first == ["node/1", "node/1", "way/2", "node/1", "node/1"])
    #expect(answers[1]["kept"]?.boolValue == true)
    #expect(answers[2]["places"] == answers[0]["places"] && answers[4]["places"] == answers[0]["places"])
  }

  @Test func `none of the places is learned from too`() throws {
    let none = #"{"type":"select","visit_id":"v","user":"a","osm_type":null,"osm_id":null}"#
    let ask = Self.visit(Self.stay(), user: "a")
    let answers = try rank([ask, none, ask])
    let sums = try [0, 2].map { try places(answers[$0]).reduce(0) { $0 + $1.likelihood } }
    #expect(sums[1] < sums[0] - 0.05)
  }

  /// What is wrong, and the field that is named.
  private static let faults: [(line: String, field: String?)] = [
    ("{", nil), ("[1]", nil), ("7", nil), ("\u{0}", nil), (#"{"type":"visit"}"#, "visit_id"),
    (#"{"visit_id":"v"}"#, "type"), (#"{"type":"guess"}"#, "type"), (#"{"type":7}"#, "type"),
    (#"{"type":"visit","visit_id":"v"}"#, "query_t"),
    (#"{"type":"visit","visit_id":"v","query_t":1e400,"fixes":[]}"#, "query_t"),
    (#"{"type":"visit","visit_id":"v","query_t":-1,"fixes":[]}"#, "query_t"),
    (#"{"type":"visit","visit_id":"v","query_t":1}"#, "fixes"),
    (#"{"type":"visit","visit_id":"v","query_t":1,"fixes":{}}"#, "fixes"),
    (#"{"type":"visit","visit_id":"v","query_t":1,"fixes":[3]}"#, "fixes[0]"),
    (#"{"type":"visit","visit_id":"v","query_t":1,"tz":"Mars/North","fixes":[]}"#, "tz"),
    (#"{"type":"visit","visit_id":"v","query_t":1,"user":3,"fixes":[]}"#, "user"),
    (visit([#"{"mode":1}"#]), "fixes[0].t"), (visit([#"{"t":1}"#]), "fixes[0].mode"),
    (visit([#"{"t":1,"mode":9}"#]), "fixes[0].mode"), (visit([#"{"t":1,"mode":2.5}"#]), "fixes[0].mode"),
    (visit([#"{"t":1,"mode":3,"lon":1}"#]), "fixes[0].lat"),
    (visit([fix(1), #"{"t":2,"mode":3,"lat":1,"lon":181}"#]), "fixes[1].lon"),
    (visit([#"{"t":1,"mode":3,"lat":1,"lon":"east"}"#]), "fixes[0].lon"),
    (visit([#"{"t":1,"mode":3,"lat":1,"lon":1,"eph_95":-3}"#]), "fixes[0].eph_95"),
    (visit([#"{"t":1,"mode":3,"lat":1,"lon":1,"track":400}"#]), "fixes[0].track"),
    (#"{"type":"select","visit_id":"v","user":"nobody"}"#, "visit_id"),
    (#"{"type":"select","visit_id":"v","user":"a","osm_type":"node"}"#, "osm_id"),
    (#"{"type":"select","visit_id":"v","user":"a","osm_id":3}"#, "osm_type"),
    (#"{"type":"select","visit_id":"v","user":"a","osm_type":"area","osm_id":3}"#, "osm_type"),
    (String(repeating: "x", count: 1_200_000), nil),
  ]

  @Test func `a line that cannot be taken is told with its number and field, and the next is answered`()
    throws
  {
    let good = Self.visit(Self.stay())
    let answers = try rank(Self.faults.flatMap { [$0.line, good] })
    #expect(answers.count == 2 * Self.faults.count)
    for (index, fault) in Self.faults.enumerated() {
      let answer = answers[2 * index]
      #expect(answer["line"]?.intValue == Int64(2 * index + 1), "\(answer)")
      #expect(answer["field"]?.stringValue == fault.field, "\(answer)")
      #expect(answer["error"]?.stringValue?.hasPrefix("line \(2 * index + 1): ") == true)
      #expect(try places(answers[2 * index + 1]).count == 2)
    }
  }

  @Test func `hostile accuracies and places of the earth are answered with likelihoods that are some`() throws
  {
    let odd = [
      #"{"t":1,"mode":3,"lat":90,"lon":0,"eph_95":0}"#, #"{"t":2,"mode":2,"lat":-90,"lon":180,"eph_95":4e7}"#,
      #"{"t":2,"mode":3,"lat":0,"lon":0,"eph_95":1e-300,"speed":1e6,"track":360}"#,
      #"{"t":3,"mode":3,"lat":52.5,"lon":-180,"eph_95":5}"#,
    ]
    let visits = odd.map { Self.visit([$0]) } + [Self.visit(odd), Self.visit(odd + Self.stay())]
    for answer in try rank(visits) {
      #expect(answer["error"] == nil, "\(answer)")
      let found = try places(answer)
      #expect(found.allSatisfy { (0...1).contains($0.likelihood) })
      #expect(found.reduce(0) { $0 + $1.likelihood } <= 1 + 1e-9)
    }
  }

  @Test func `without a directory of region files nothing is ranked`() throws {
    for arguments in [[], ["--places-dir", "/nowhere"], ["--places-dir", "/tmp", "--config", "/dev/null"]] {
      let run = try RunningProgram("placed", ["rank"] + arguments, in: directory.path)
      #expect(try run.waitForExit() == 2)
      #expect(run.errorText.contains("--places-dir"))
    }
  }

  @Test func `each line is answered before the next is written`() throws {
    var pipes: [Int32] = [0, 0]
    // The program must not hold the other end itself.
    #expect(pipe(&pipes) == 0 && fcntl(pipes[1], F_SETFD, FD_CLOEXEC) == 0)
    let run = try RunningProgram(
      "placed", ["rank", "--places-dir", directory.file("places")], input: "/dev/fd/\(pipes[0])",
      in: directory.path)
    for count in 1...3 {
      let line = Array((Self.visit(Self.stay(), id: "v\(count)") + "\n").utf8)
      #expect(write(pipes[1], line, line.count) == line.count)
      #expect(poll { run.outputText.split(separator: "\n").count == count ? true : nil } == true)
    }
    close(pipes[1])
    close(pipes[0])
    #expect(try run.waitForExit() == 0)
  }
}
