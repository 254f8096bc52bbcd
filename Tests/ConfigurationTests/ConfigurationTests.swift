import Foundation
import PlacesCore
import Testing

@testable import Configuration

private let defaults = Settings(paths: .system)

private func decode(_ texts: (name: String, text: String)...) throws(ConfigurationError) -> Configuration {
  let files = texts.map { ConfigurationFile(parsing: Array($0.text.utf8), file: $0.name) }
  return try Configuration(files, names: texts.map(\.name), defaults: defaults)
}

private func errors(_ text: String) -> [String] {
  let error = #expect(throws: ConfigurationError.self) { try decode(("f", text)) }
  guard case .invalid(let findings) = error else { return [] }
  return findings.map(\.description)
}

@Test func everyKeyIsDecoded() throws {
  let read = try decode(
    (
      "f",
      """
      \u{FEFF}# a comment
      ; another
      [Gpsd]
      Address = gps.example:2948
      Device=/dev/ttyACM0
      AllowZeroZero=yes\r
      ReleaseAfterSec=90
      [Location]
      DistanceFilterM=12.5
      DesiredAccuracy=kilometer
      StaleAfterSec=2.5
      DefaultLatitude=-33.8694
      DefaultLongitude=151.199
      [Places]
      Directory=/a:/b c
      LikelyLimit=7
      [Socket]
      Path=/s
      Mode=0660
      MaxConnections=10
      MaxConnectionsPerUser=9
      MaxSubscriptionsPerUser=8
      MaxMessageBytes=65536
      [State]
      Directory=/state
      [Log]
      Level=debug
      """
    ))
  var expected = defaults
  expected.gpsd = .init(
    address: HostPort(host: "gps.example", port: 2948), device: "/dev/ttyACM0", allowsZeroZero: true,
    releaseAfter: .seconds(90))
  expected.location = .init(
    distanceFilter: 12.5, desiredAccuracy: .kilometer, staleAfter: .milliseconds(2500),
    defaultLocation: Coordinate(latitude: -33.8694, longitude: 151.199))
  expected.places = .init(directories: ["/a", "/b c"], likelyLimit: 7)
  expected.socket = .init(
    path: "/s", mode: 0o660, maxConnections: 10, maxConnectionsPerUser: 9, maxSubscriptionsPerUser: 8,
    maxMessageBytes: 65_536)
  expected.state.directory = "/state"
  expected.log.level = .debug
  #expect(read.settings == expected)
  #expect(read.warnings.isEmpty)
}

@Test func emptyFilesAndValuesMeanTheDefaults() throws {
  #expect(try decode(("f", "")).settings == defaults)
  let read = try decode(
    ("a", "[Location]\nDistanceFilterM=1\nDefaultLatitude=1\n"),
    ("b", "[Location]\nDistanceFilterM=\nDefaultLatitude="))
  #expect(read.settings == defaults)
}

@Test func unknownNamesAreWarnings() throws {
  let read = try decode(("f", "[Location]\nDistanceFilter=9\n\n[Plaecs]\nLikelyLimit=9"))
  #expect(read.settings == defaults)
  #expect(
    read.warnings.map(\.description) == [
      "f:2: unknown key 'DistanceFilter' in [Location], ignored",
      "f:5: unknown section [Plaecs], 'LikelyLimit' ignored",
    ])
}

@Test(
  "a bad value names file, line, key and what is expected",
  arguments: [
    ("[Gpsd]\nAddress=host:0", "f:2: Address: expected HOST:PORT, not 'host:0'"),
    ("[Gpsd]\nAllowZeroZero=maybe", "f:2: AllowZeroZero: expected yes or no, not 'maybe'"),
    (
      "[Location]\n\nDistanceFilterM=-1", "f:3: DistanceFilterM: expected metres from 0 to 20037508, not '-1'"
    ),
    (
      "[Location]\nDistanceFilterM=nan", "f:2: DistanceFilterM: expected metres from 0 to 20037508, not 'nan'"
    ),
    (
      "[Location]\nDistanceFilterM=1e400",
      "f:2: DistanceFilterM: expected metres from 0 to 20037508, not '1e400'"
    ),
    (
      "[Location]\nDesiredAccuracy=reduced",
      "f:2: DesiredAccuracy: expected one of best_for_navigation, best, nearest_ten_meters, hundred_meters, "
        + "kilometer, three_kilometers, not 'reduced'"
    ),
    ("[Location]\nStaleAfterSec=0", "f:2: StaleAfterSec: expected seconds from 1 to 86400, not '0'"),
    ("[Location]\nDefaultLatitude=91", "f:2: DefaultLatitude: expected degrees from -90 to 90, not '91'"),
    (
      "[Location]\nDefaultLatitude=9\n[Log]",
      "f:2: DefaultLatitude: expected DefaultLatitude and DefaultLongitude together"
    ),
    ("[Places]\nDirectory=/a:b", "f:2: Directory: expected absolute paths separated by colons, not '/a:b'"),
    ("[Places]\nLikelyLimit=51", "f:2: LikelyLimit: expected a whole number from 1 to 50, not '51'"),
    ("[Socket]\nPath=placed", "f:2: Path: expected an absolute path, not 'placed'"),
    ("[Socket]\nMode=0888", "f:2: Mode: expected an octal mode such as 0660, not '0888'"),
    ("[Socket]\nMode=07777", "f:2: Mode: expected an octal mode such as 0660, not '07777'"),
    ("[Log]\nLevel=Info", "f:2: Level: expected one of error, warning, info, debug, not 'Info'"),
    ("[Log\nLevel=info", "f:1: expected a section such as [Location]"),
    ("Level=info", "f:1: expected a section such as [Location] before the first key"),
    ("[Log]\nLevel", "f:2: expected Key=value"),
    ("[Log]\n=info", "f:2: expected Key=value"),
    ("[Log]\nLevel=\0", "f:2: the line is not UTF-8 text"),
  ])
func badValues(text: String, message: String) {
  #expect(errors(text).first == message)
}

@Test func allErrorsAreToldAtOnce() {
  #expect(errors("[Log]\nLevel=x\n[Socket]\nMode=9\n").count == 2)
}

@Test func bytesThatAreNotTextAreAnError() {
  let file = ConfigurationFile(parsing: [0x5B, 0x41, 0x5D, 0x0A, 0xFF, 0x3D, 0x31], file: "f")
  #expect(file.errors.map(\.description) == ["f:2: the line is not UTF-8 text"])
}

@Test(
  "an address of gpsd",
  arguments: [
    ("localhost", "localhost:2947"), ("host:1", "host:1"), ("192.0.2.1:65535", "192.0.2.1:65535"),
    ("::1", "[::1]:2947"), ("[::1]:2948", "[::1]:2948"), ("[2001:db8::1]", "[2001:db8::1]:2947"),
    ("", nil), (":2947", nil), ("host:", nil), ("host:65536", nil), ("host:-1", nil), ("ho st", nil),
    ("[::1", nil), ("[::1]2947", nil), ("gpsd://x/y", nil),
  ])
func addresses(text: String, shown: String?) {
  #expect(HostPort(parsing: text)?.description == shown)
}

@Test func dropInsWinInTheOrderOfTheirNames() throws {
  let directory = FileManager.default.temporaryDirectory.path + "/placed-configuration-\(UUID())"
  try FileManager.default.createDirectory(
    atPath: directory + "/placed.conf.d", withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
  let main = directory + "/placed.conf"
  let none = try Configuration(file: main, defaults: defaults)
  #expect(none.files.isEmpty && none.settings == defaults)
  #expect(throws: ConfigurationError.unreadable(main, ENOENT)) {
    try Configuration(file: main, required: true, defaults: defaults)
  }
  try write("[Places]\nLikelyLimit=1\n[Socket]\nMode=0600\n", to: main)
  try write("[Places]\nLikelyLimit=3\n", to: main + ".d/20-b.conf")
  try write("[Places]\nLikelyLimit=2\nMistake=1\n", to: main + ".d/10-a.conf")
  try write("[Places]\nLikelyLimit=9\n", to: main + ".d/30-c.conf.bak")
  try write("[Places]\nLikelyLimit=9\n", to: main + ".d/.hidden.conf")
  let read = try Configuration(file: main, defaults: defaults)
  #expect(read.settings.places.likelyLimit == 3)
  #expect(read.settings.socket.mode == 0o600)
  #expect(read.files == [main, main + ".d/10-a.conf", main + ".d/20-b.conf"])
  #expect(
    read.warnings.map(\.description) == ["\(main).d/10-a.conf:3: unknown key 'Mistake' in [Places], ignored"])
  #expect(throws: ConfigurationError.unreadable(directory, EISDIR)) {
    try Configuration(file: directory, defaults: defaults)
  }
  try write(String(repeating: "#", count: ConfigurationFile.maximumSize + 1), to: main)
  #expect(throws: ConfigurationError.unreadable(main, EFBIG)) {
    try Configuration(file: main, defaults: defaults)
  }
}

@Test func pathsOfAUser() throws {
  #expect(
    try Paths.user(environment: ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000"])
      == Paths(
        configurationFile: "/home/ada/.config/placed/placed.conf",
        accessFile: "/home/ada/.config/placed/access.conf",
        stateDirectory: "/home/ada/.local/state/placed",
        placesDirectories: ["/home/ada/.local/share/placed/places", "/var/lib/placed/places"],
        socket: "/run/user/1000/placed/io.placed.Places"))
  #expect(
    try Paths.user(environment: [
      "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "relative",
    ])
      == Paths(
        configurationFile: "/c/placed/placed.conf", accessFile: "/c/placed/access.conf",
        stateDirectory: "/s/placed",
        placesDirectories: ["/d/placed/places", "/var/lib/placed/places"],
        socket: "/s/placed/io.placed.Places"))
  #expect(throws: ConfigurationError.noHome) { try Paths.user(environment: ["HOME": ""]) }
}

@Test func theSampleHasEveryKeyAtItsDefault() throws {
  let text = try String(contentsOfFile: root + "/etc/placed/placed.conf", encoding: .utf8)
  // As it is, it changes nothing; with the comment signs taken off, it is every key in the code's order.
  #expect(ConfigurationFile(parsing: Array(text.utf8), file: "f").entries.isEmpty)
  let opened = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
  }.joined(separator: "\n")
  let file = ConfigurationFile(parsing: Array(opened.utf8), file: "f")
  #expect(file.errors.isEmpty)
  let draft = Draft(defaults)
  #expect(
    file.entries.map { "[\($0.section)] \($0.key)=\($0.value)" }
      == Key.all.map { "[\($0.section)] \($0.name)=\($0.shown(draft))" })
  #expect(try Configuration([file], names: ["f"], defaults: defaults).settings == defaults)
  #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
}

@Test func theManualHasEveryKey() throws {
  let text = try String(contentsOfFile: root + "/docs/man/placed.conf.5", encoding: .utf8)
  let documented = text.split(separator: "\n").compactMap { line in
    line.hasPrefix(".BI ") ? line.dropFirst(4).split(separator: "=").first.map(String.init) : nil
  }
  #expect(documented.filter { !$0.hasPrefix("[") } == Key.all.map(\.name))
}

@Test(
  "the manual and the sample offer the accuracies that are taken",
  arguments: ["docs/man/placed.conf.5", "etc/placed/placed.conf"])
func accuraciesAreDocumented(file: String) throws {
  let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
  for accuracy in DesiredAccuracy.allCases where accuracy != .reduced {
    #expect(text.contains(accuracy.rawValue))
  }
}

/// The top of the repository.
private let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

@Test func eachValueSaysWhereItComesFrom() throws {
  var read = try decode(
    ("/a", "[Location]\nDistanceFilterM=10\nStaleAfterSec=20\n[Places]\nLikelyLimit=9\n"),
    ("/b", "[Location]\n\nDistanceFilterM=15.5\nStaleAfterSec=\n"))
  read.overrule("Gpsd", "Address", by: "--gpsd") { $0.gpsd.address = HostPort(host: "::1", port: 7) }
  let values = read.values
  func origin(_ key: String) -> String? { values.first { $0.key == key }.map { "\($0.value) \($0.origin)" } }
  #expect(values.count == Key.all.count)
  #expect(origin("DistanceFilterM") == "15.5 /b:3")
  #expect(origin("StaleAfterSec") == "10 default")
  #expect(origin("LikelyLimit") == "9 /a:5")
  #expect(origin("Address") == "[::1]:7 --gpsd")
  #expect(origin("Device") == " default")
  let text = values.text
  #expect(text.hasPrefix("[Gpsd]\nAddress=[::1]:7"))
  #expect(text.contains("\n\n[Location]\nDistanceFilterM=15.5 "))
  // It is a configuration again, but for the origins.
  #expect(text.split(separator: "\n").contains { $0.hasPrefix("LikelyLimit=9 ") && $0.hasSuffix("  /a:5") })
}
