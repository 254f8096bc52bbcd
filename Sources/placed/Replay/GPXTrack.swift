import JSON
import PlacesCore
import XML

/// The points of a GPX track as what gpsd would have reported of them, so that they go the same way as its reports.
///
/// A point without `fix` counts as 3D if it has a height, one without a time as a second later than the one before. GPX
/// knows no error estimate but `hdop`.
struct GPXTrack {
  /// What of an open point is known.
  private struct Point {
    var line: Int
    var latitude: Double
    var longitude: Double
    var values: [String: String] = [:]
  }

  /// Whether it has shown that it is GPX.
  private(set) var isGPX = false
  /// Whether no point that can be used has come yet.
  private(set) var isEmpty = true
  private var point: Point?
  /// Points without a time so far: their seconds.
  private var untimed = 0

  /// What follows is no part of the point that is open.
  mutating func dropPoint() { point = nil }

  /// The lines that one more event completes; a point that cannot be used is an error, after which the next event may be
  /// taken all the same.
  mutating func take(_ event: XMLEvent, line: Int) throws(ReplayError) -> [String] {
    switch event {
    case .start(let name, let attributes):
      guard isGPX || name == "gpx" else { throw .notGPX(line: line) }
      isGPX = true
      guard name == "trkpt" else { return [] }
      let unended = point?.line
      point = nil
      guard let latitude = GPXTrack.number(attributes["lat"]),
        let longitude = GPXTrack.number(attributes["lon"]),
        Coordinate(latitude: latitude, longitude: longitude) != nil
      else { throw .badPoint(line: line, what: "no latitude and longitude") }
      point = Point(line: line, latitude: latitude, longitude: longitude)
      if let unended { throw .badPoint(line: unended, what: "it does not end before the next begins") }
      return []
    case .end(let name, let text):
      guard let point else { return [] }
      guard name == "trkpt" else {
        self.point?.values[name] = text.trimmed
        return []
      }
      self.point = nil
      let lines = try lines(of: point)
      isEmpty = false
      return lines
    }
  }

  private mutating func lines(of point: Point) throws(ReplayError) -> [String] {
    var report: JSONObject = ["class": "TPV", "device": "gpx"]
    let height = try number("ele", of: point)
    report["mode"] = .int(try GPXTrack.mode(of: point) ?? (height == nil ? 2 : 3))
    var stamp = ""
    if let text = point.values["time"] {
      guard let time = Timestamp(text: text.utf8) else {
        throw .badPoint(line: point.line, what: "a time that cannot be read")
      }
      report["time"] = .string(time.text)
    } else {
      stamp = "\(untimed): "
      untimed += 1
    }
    report["lat"] = .double(point.latitude)
    report["lon"] = .double(point.longitude)
    if let height { report["altMSL"] = .double(height) }
    if let course = try number("course", of: point) { report["track"] = .double(course) }
    if let speed = try number("speed", of: point) { report["speed"] = .double(speed) }
    let line = stamp + JSONValue.object(report).text
    guard let hdop = try number("hdop", of: point) else { return [line] }
    return [stamp + JSONValue.object(["class": "SKY", "device": "gpx", "hdop": .double(hdop)]).text, line]
  }

  private static func mode(of point: Point) throws(ReplayError) -> Int? {
    switch point.values["fix"] {
    case nil: nil
    case "none": 1
    case "2d": 2
    case "3d", "dgps", "pps": 3
    default: throw .badPoint(line: point.line, what: "an unknown kind of fix")
    }
  }

  private func number(_ name: String, of point: Point) throws(ReplayError) -> Double? {
    guard let text = point.values[name], !text.isEmpty else { return nil }
    guard let number = GPXTrack.number(text) else {
      throw .badPoint(line: point.line, what: "<\(name)> is no number")
    }
    return number
  }

  private static func number(_ text: String?) -> Double? {
    text.flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
    guard let first = firstIndex(where: { !blanks.contains($0) }),
      let last = lastIndex(where: { !blanks.contains($0) })
    else { return "" }
    return String(self[first...last])
  }
}
