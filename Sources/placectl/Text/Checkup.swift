import JSON
import LinuxIO
import PlacedInterface
import Terminal

/// What is well and what is not, from the daemon to the places around.
struct Checkup: Equatable {
  private(set) var checks: [Check] = []
  /// Where region files belong.
  private var directory = "/var/lib/placed/places"
  /// What stands before commands that change the daemon's files.
  private var sudo = "sudo "

  /// The daemon cannot be asked.
  init(_ failure: Failure) {
    let name = failure.code == .noAccess ? "access" : "daemon"
    add(
      name, failure.message,
      remedy: failure.remedy ?? "placectl --socket PATH doctor (if placed listens elsewhere)", failure.code)
  }

  /// The daemon has answered.
  ///
  /// `now` is this machine's time in microseconds since 1970.
  init(_ status: Wire.Status, socket: String, now: Int64 = Clock.wallMicroseconds()) {
    if socket != SocketChoice.system { (directory, sudo) = ("~/.local/share/placed/places", "") }
    if let first = status.regionDirectories?.first { directory = Checkup.quoted(first) }
    add("daemon", "placed \(status.versions.placed) answers on \(socket)")
    guard ["authorized_always", "authorized_when_in_use"].contains(status.authorization.status) else {
      let failure = Failure.notAuthorized(status: status.authorization.status)
      add("access", failure.message, remedy: failure.remedy ?? "sudo placectl doctor", .noAccess)
      return
    }
    add("access", status.authorization.text)
    checkReceiver(status)
    checkClock(status, now)
    checkRegions(status)
    checkDisk(status)
  }

  private mutating func checkReceiver(_ status: Wire.Status) {
    let receiver = status.receiver
    if let version = status.versions.gpsd {
      add("gpsd", "gpsd \(version) is connected")
    } else if receiver.state == "off" || receiver.state == "absent" {
      add(
        "gpsd", "gpsd is not connected" + (receiver.why.map { " (\($0))" } ?? ""),
        remedy: Checkup.gpsdRemedy(receiver.why), .noFix)
      return
    } else {
      add("gpsd", "gpsd is connected")
    }
    if receiver.state == "absent" || receiver.state == "off" {
      add("receiver", receiver.text, remedy: "sudo gpsdctl add /dev/ttyACM0 (the receiver's device)", .noFix)
      return
    }
    add("receiver", receiver.device ?? "a receiver works")
    let current = receiver.state.hasPrefix("fix")
    guard let location = status.location, current, !status.stale else {
      let age =
        status.location?.ageMSec.map { "; the last one is \(Wording.age(milliseconds: $0)) old" } ?? ""
      add(
        "fix", "there is no current fix\(age)",
        remedy: "placectl watch --topics receiver,location (under open sky)", .noFix)
      return
    }
    add("fix", location.summary)
  }

  /// The receiver knows the time; what differs much is this machine's clock, or a receiver's that counts weeks wrong.
  private mutating func checkClock(_ status: Wire.Status, _ now: Int64) {
    guard let location = status.location, !status.stale, location.simulated != true,
      let time = location.timestampUSec
    else { return }
    let (then, overflow) = time.addingReportingOverflow(
      (location.ageMSec ?? 0).multipliedReportingOverflow(by: 1000).partialValue)
    let (difference, overflow2) = now.subtractingReportingOverflow(then)
    guard !overflow, !overflow2, difference.magnitude <= Checkup.clockTolerance, location.timeSuspect != true
    else {
      return add(
        "clock", "this machine's clock and the receiver's differ much",
        remedy: "timedatectl (if this machine is right, the receiver is wrong)")
    }
    add("clock", "this machine's clock agrees with the receiver's")
  }

  /// A minute: opening hours and times of day are right enough within it.
  private static let clockTolerance: UInt64 = 60_000_000

  private mutating func checkDisk(_ status: Wire.Status) {
    guard let problems = status.problems else { return }
    if let problem = problems.first(where: { $0.error.hasSuffix(".NotSaved") }) {
      add("disk", problem.message, remedy: "df -h (and free some space there)")
    } else {
      add("disk", "selections can be kept")
    }
    for problem in problems where !problem.error.hasSuffix(".NotSaved") {
      add("daemon", problem.message, remedy: "journalctl -u placed")
    }
  }

  /// How to get gpsd to answer. The daemon's words name the address: only of the usual one is it known who serves it.
  private static func gpsdRemedy(_ why: String?) -> String {
    let isUsual = why.map { !$0.contains(" at ") || $0.hasSuffix(" at localhost:2947") } ?? true
    return isUsual
      ? "sudo systemctl enable --now gpsd.socket"
      : "start gpsd there, or correct Address in section [Gpsd] of placed.conf"
  }

  private mutating func checkRegions(_ status: Wire.Status) {
    let ready = status.regions.filter { $0.state == "ready" }
    for (region, text) in zip(status.regions, status.regions.texts)
    where region.state != "ready" && region.state != "loading" {
      add("regions", text, remedy: remedy(for: region))
    }
    guard !ready.isEmpty else {
      if status.regions.contains(where: { $0.state == "loading" }) {
        add("regions", "region files are being loaded", remedy: "placectl doctor (again in a moment)")
      } else {
        add(
          "regions", "no region file is ready: no places are known", remedy: importing("REGION"))
      }
      return
    }
    add("regions", ready.texts.joined(separator: "; "))
    guard let here = status.location?.coordinate else { return }
    let covering = ready.filter { $0.box?.contains(here) ?? true }
    if covering.isEmpty {
      add("coverage", "no region file covers this location", remedy: importing("REGION"))
    } else {
      add("coverage", "this location is in " + covering.map(\.name).joined(separator: ", "))
    }
  }

  /// What makes a region file of this name where the daemon looks for it.
  private func importing(_ name: String) -> String {
    "\(sudo)placed-import FILE -o \(directory)/\(Checkup.quoted(name + ".places"))"
  }

  /// What is to be done with a file that cannot be used. What is no region file may be precious: it is moved aside.
  private func remedy(for region: Wire.Region) -> String {
    guard let path = region.path.map(Checkup.quoted) else { return importing(region.name) }
    return switch region.state {
    case "foreign": "\(sudo)mv \(path) \(path).aside"
    case "unreadable": "\(sudo)chmod a+rX \(path)"
    default: "\(sudo)placed-import FILE -o \(path)"
    }
  }

  /// The text as a shell takes it for one word.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+,@%".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }

  private mutating func add(
    _ name: String, _ finding: String, remedy: String? = nil, _ code: ExitCode = .failed
  ) {
    checks.append(Check(name: name, finding: finding, remedy: remedy, code: code))
  }

  /// Success, or how the first thing that is not well ends the program.
  var code: ExitCode { checks.first { $0.remedy != nil }?.code ?? .success }

  /// All checks, as one object.
  var reply: JSONObject { ["checks": .array(checks.map(\.json))] }

  func lines(_ layout: Layout) -> [String] {
    checks.flatMap { check in
      let mark = layout.palette.apply(
        check.remedy == nil ? .green : .red, to: check.remedy == nil ? " ok " : "FAIL")
      let head = "\(mark)  \(check.name)"
      return layout.lines(head: head, headWidth: 6 + check.name.count, column: 16, beside: check.texts)
    }
  }
}

extension Wire.Rectangle {
  /// Whether a point is in it; of the two readings of its longitudes the narrower one holds.
  func contains(_ point: Wire.Coordinate) -> Bool {
    let latitudes = [southWest.latitude, northEast.latitude].sorted()
    guard point.latitude >= latitudes[0], point.latitude <= latitudes[1] else { return false }
    let longitudes = [southWest.longitude, northEast.longitude].sorted()
    let inside = point.longitude >= longitudes[0] && point.longitude <= longitudes[1]
    return longitudes[1] - longitudes[0] <= 180
      ? inside : point.longitude <= longitudes[0] || point.longitude >= longitudes[1]
  }
}
