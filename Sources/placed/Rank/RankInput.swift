import JSON
import PlacesCore

/// One line of what `placed rank` is asked.
enum RankInput {
  case visit(RankVisit)
  case selection(RankSelection)

  /// What is wrong with a line. Values are not repeated, as they may be positions.
  struct Fault: Error, CustomStringConvertible {
    /// Where it is: `fixes[3].lat`; nil for the line as a whole.
    var field: String?
    var what: String

    var description: String { field.map { "\($0): \(what)" } ?? what }
  }

  init(_ line: ArraySlice<UInt8>) throws(Fault) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: Array(line))
    } catch {
      throw Fault(what: "no JSON: \(error)")
    }
    guard let object = value.objectValue else { throw Fault(what: "no JSON object") }
    let members = RankMembers(object)
    switch try members.string("type") {
    case "visit": self = .visit(try RankVisit(members))
    case "select": self = .selection(try RankSelection(members))
    default: throw Fault(field: "type", what: "neither \"visit\" nor \"select\"")
    }
  }
}

/// Fixes up to a question, and whose question it is.
struct RankVisit {
  /// What the receiver told in one second.
  struct Report {
    /// Seconds since 1970.
    var time: Double
    /// As gpsd would have told it, with its members that are known.
    var report: JSONObject
  }

  var id: String
  /// The name of a time zone, for where the region files name none.
  var timeZone: String?
  /// The moment of the question, in seconds since 1970.
  var queryTime: Double
  var user: String?
  /// Those up to the question, in order.
  var reports: [Report]

  /// More make no visit: a day of them.
  static let mostFixes = 86_400

  init(_ members: RankMembers) throws(RankInput.Fault) {
    id = try members.string("visit_id")
    timeZone = try members.optionalString("tz")
    user = try members.optionalString("user")
    let queryTime = try members.time("query_t")
    self.queryTime = queryTime
    guard let fixes = members["fixes"]?.arrayValue else {
      throw RankInput.Fault(field: "fixes", what: "no array")
    }
    guard fixes.count <= RankVisit.mostFixes else {
      throw RankInput.Fault(field: "fixes", what: "more than \(RankVisit.mostFixes)")
    }
    var reports: [Report] = []
    for (index, fix) in fixes.enumerated() {
      let report = try RankVisit.report(fix, "fixes[\(index)]")
      if report.time <= queryTime { reports.append(report) }
    }
    // In order of time; those of one moment as they came.
    let order = reports.indices.sorted { (reports[$0].time, $0) < (reports[$1].time, $1) }
    self.reports = order.map { reports[$0] }
  }

  private static func report(_ fix: JSONValue, _ path: String) throws(RankInput.Fault) -> Report {
    guard let object = fix.objectValue else { throw RankInput.Fault(field: path, what: "no object") }
    let members = RankMembers(object, path: path)
    let time = try members.time("t")
    let mode = try members.number("mode", in: 0...3)
    guard let mode, mode == mode.rounded() else {
      throw RankInput.Fault(field: members.path(of: "mode"), what: "none of 0, 1, 2, 3")
    }
    var report: JSONObject = ["class": "TPV", "mode": .int(Int(mode))]
    guard mode >= 2 else { return Report(time: time, report: report) }
    let names = [
      ("lat", "lat", -90.0...90), ("lon", "lon", -180...180), ("eph_95", "eph", 0...4e7),
      ("speed", "speed", 0...1e6), ("track", "track", 0...360),
    ]
    for (name, gpsdName, range) in names {
      let value = try members.number(name, in: range)
      if value == nil, name == "lat" || name == "lon" {
        throw RankInput.Fault(field: members.path(of: name), what: "missing")
      }
      if let value { report[gpsdName] = .double(value) }
    }
    return Report(time: time, report: report)
  }
}

/// What a user confirmed after a visit.
struct RankSelection {
  var visit: String
  var user: String
  /// Nil: none of the places.
  var place: PlaceID?

  init(_ members: RankMembers) throws(RankInput.Fault) {
    visit = try members.string("visit_id")
    user = try members.string("user")
    let kind = try members.optionalString("osm_type")
    let number = try members.number("osm_id", in: 0...9e15)
    switch (kind, number) {
    case (nil, nil): place = nil
    case (let kind?, let number?):
      guard ["node", "way", "relation"].contains(kind) else {
        throw RankInput.Fault(field: "osm_type", what: "none of \"node\", \"way\", \"relation\"")
      }
      guard number == number.rounded(), let id = PlaceID("osm:\(kind)/\(Int64(number))") else {
        throw RankInput.Fault(field: "osm_id", what: "no whole number")
      }
      place = id
    case (nil, _?): throw RankInput.Fault(field: "osm_type", what: "missing")
    case (_?, nil): throw RankInput.Fault(field: "osm_id", what: "missing")
    }
  }
}

/// The members of an object, read with errors that name them.
struct RankMembers {
  private let object: JSONObject
  private let prefix: String

  init(_ object: JSONObject, path: String? = nil) {
    self.object = object
    prefix = path.map { $0 + "." } ?? ""
  }

  /// The member's value; nil where it is missing or null.
  subscript(name: String) -> JSONValue? { object[name].flatMap { $0.isNull ? nil : $0 } }

  func path(of name: String) -> String { prefix + name }

  func string(_ name: String) throws(RankInput.Fault) -> String {
    guard let text = try optionalString(name) else {
      throw RankInput.Fault(field: path(of: name), what: "missing")
    }
    return text
  }

  func optionalString(_ name: String) throws(RankInput.Fault) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.stringValue else {
      throw RankInput.Fault(field: path(of: name), what: "no string")
    }
    return text
  }

  /// A number within a range; nil where it is missing or null.
  func number(_ name: String, in range: ClosedRange<Double>) throws(RankInput.Fault) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.doubleValue else {
      throw RankInput.Fault(field: path(of: name), what: "no number")
    }
    guard range.contains(number) else {
      throw RankInput.Fault(
        field: path(of: name),
        what: "not from \(RankMembers.text(range.lowerBound)) to \(RankMembers.text(range.upperBound))")
    }
    return number
  }

  /// Seconds since 1970; those of this and the next two centuries.
  func time(_ name: String) throws(RankInput.Fault) -> Double {
    guard let time = try number(name, in: 0...9_000_000_000) else {
      throw RankInput.Fault(field: path(of: name), what: "missing")
    }
    return time
  }

  private static func text(_ number: Double) -> String { "\(Int64(number))" }
}
