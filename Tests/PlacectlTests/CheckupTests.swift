import PlacedInterface
import Terminal
import Testing

@testable import placectl

private let box = Wire.Rectangle(
  southWest: .init(latitude: -34, longitude: 151), northEast: .init(latitude: -33, longitude: 152))

private func status(
  _ state: String = "fix_3d", gpsd: String? = "3.22", access: String = "authorized_always",
  stale: Bool = false,
  regions: [Wire.Region] = [.init(name: "sydney", state: "ready", places: 62, box: box)],
  latitude: Double? = -33.87, time: Int64? = nil, timeSuspect: Bool? = nil, problems: [Wire.Problem]? = nil
) -> Wire.Status {
  let location = latitude.map { latitude in
    Wire.Location(
      coordinate: .init(latitude: latitude, longitude: 151.2), horizontalAccuracy: 8, accuracy: "full",
      timestampUSec: time, ageMSec: 1000, timeSuspect: timeSuspect)
  }
  return Wire.Status(
    authorization: .init(status: access, accuracy: "full"),
    receiver: .init(state: state, device: "/dev/ttyACM0"), providers: [],
    regions: regions, selection: .init(), location: location, stale: stale, zoomHint: 15, distanceFilter: 50,
    desiredAccuracy: "best", versions: .init(placed: "0.1.0", libgps: "3.22", gpsd: gpsd),
    problems: problems)
}

/// A moment at which the checks are made, in microseconds since 1970.
private let now: Int64 = 1_796_000_000_000_000

@Test func allIsWell() {
  let checkup = Checkup(status(time: now - 1_500_000, problems: []), socket: "/s", now: now)
  #expect(checkup.code == .success)
  #expect(
    checkup.checks.map(\.name) == [
      "daemon", "access", "gpsd", "receiver", "fix", "clock", "regions", "coverage", "disk",
    ])
  #expect(checkup.lines(Layout())[7] == " ok   coverage  this location is in sydney")
}

@Test(
  "each fault names what failed, what to do, and its exit code",
  arguments: [
    (
      status("absent", gpsd: nil, latitude: nil), "gpsd", "systemctl enable --now gpsd.socket", ExitCode.noFix
    ),
    (status("absent", latitude: nil), "receiver", "gpsdctl add", .noFix),
    (status("searching", latitude: nil), "fix", "placectl watch --topics receiver,location", .noFix),
    (status("stale", stale: true), "fix", "placectl watch", .noFix),
    (status(access: "denied"), "access", "sudo placectl", .noAccess),
    (status(access: "something_new"), "access", "sudo placectl", .noAccess),
    (status(regions: []), "regions", "placed-import FILE -o", .failed),
    (
      status(regions: [.init(name: "x", state: "damaged", why: "short")]), "regions",
      "~/.local/share/placed/places/x.places", .failed
    ),
    (status(regions: [.init(name: "x", state: "loading")]), "regions", "again in a moment", .failed),
    (status(latitude: 10), "coverage", "placed-import FILE -o", .failed),
    (status(time: now - 90_000_000), "clock", "timedatectl", .failed),
    (status(time: now + 90_000_000), "clock", "timedatectl", .failed),
    (status(time: .max), "clock", "timedatectl", .failed),
    (status(time: .min), "clock", "timedatectl", .failed),
    (status(time: now, timeSuspect: true), "clock", "timedatectl", .failed),
    (
      status(problems: [.init(error: "io.placed.Places.NotSaved", message: "full")]), "disk", "df -h", .failed
    ),
    (
      status(problems: [.init(error: "io.placed.Places.New", message: "odd")]), "daemon", "journalctl",
      .failed
    ),
  ])
func faults(status: Wire.Status, name: String, remedy: String, code: ExitCode) {
  let checkup = Checkup(status, socket: "/s", now: now)
  let failed = checkup.checks.first { $0.remedy != nil }
  #expect(failed?.name == name)
  #expect(failed?.remedy?.contains(remedy) == true)
  #expect(checkup.code == code)
  for line in checkup.lines(Layout()) { #expect(DisplayText(line.replacing(" ", with: "_")).width <= 80) }
}

@Test(
  "how to get gpsd to answer depends on where it is",
  arguments: [
    (nil, "gpsd.socket"), ("positioning is off", "gpsd.socket"),
    ("gpsd unreachable at localhost:2947", "gpsd.socket"),
    ("connecting to gpsd at localhost:2948", "start gpsd there"),
    ("gpsd unreachable at gps.example.org:2947", "start gpsd there"),
  ])
func gpsdElsewhere(why: String?, remedy: String) {
  var status = status("absent", gpsd: nil, latitude: nil)
  status.receiver.why = why
  #expect(Checkup(status, socket: "/s").checks.last { $0.name == "gpsd" }?.remedy?.contains(remedy) == true)
}

@Test(
  "a box across the 180th meridian",
  arguments: [(179.5, true), (-179.5, true), (178.0, false), (0, false), (-178, false)])
func antimeridian(longitude: Double, inside: Bool) {
  let box = Wire.Rectangle(
    southWest: .init(latitude: -20, longitude: 179), northEast: .init(latitude: -10, longitude: -179))
  #expect(box.contains(.init(latitude: -15, longitude: longitude)) == inside)
}

@Test(
  "what to do about a region file names that file, and moves what may be precious",
  arguments: [
    ("damaged", "/d/x.places", "placed-import FILE -o /d/x.places"),
    ("older", "/d/my x.places", "placed-import FILE -o '/d/my x.places'"),
    ("foreign", "/d/it's.places", #"mv '/d/it'\''s.places' '/d/it'\''s.places'.aside"#),
    ("unreadable", "/d/x.places", "chmod a+rX /d/x.places"),
  ])
func regionRemedies(state: String, path: String, remedy: String) {
  let status = status(regions: [.init(name: "x", path: path, state: state)])
  #expect(Checkup(status, socket: "/s").checks.first { $0.name == "regions" }?.remedy == remedy)
  let system = Checkup(status, socket: SocketChoice.system)
  #expect(system.checks.first { $0.name == "regions" }?.remedy == "sudo " + remedy)
}

@Test func importsGoWhereTheDaemonLooks() {
  var status = status(regions: [])
  status.regionDirectories = ["/srv/my places", "/other"]
  let remedy = Checkup(status, socket: "/s").checks.last?.remedy
  #expect(remedy == "placed-import FILE -o '/srv/my places'/REGION.places")
}

@Test func filesOfOneNameAreToldApart() {
  let regions = ["/a/x.places", "/b/x.places"].map {
    Wire.Region(name: "x", path: $0, state: "ready", places: 1, box: box)
  }
  let findings = Checkup(status(regions: regions), socket: "/s").checks.map(\.finding)
  #expect(findings.contains("x: ready, 1 places, /a/x.places; x: ready, 1 places, /b/x.places"))
}

@Test func theSystemsDaemonHasItsOwnDirectory() {
  let checkup = Checkup(status(regions: []), socket: SocketChoice.system)
  #expect(checkup.checks.last?.remedy == "sudo placed-import FILE -o /var/lib/placed/places/REGION.places")
}
