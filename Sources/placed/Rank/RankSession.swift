import Gpsd
import JSON
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacesCore

/// Puts visits through the daemon's engine: each visit through one of its own, in simulated time, with the history of the
/// user who asks.
struct RankSession {
  /// The engine of a visit, and the moment and time of its question.
  private struct Visit {
    var id: String
    var engine: Engine
    var moment: Instant
    var time: Timestamp
    var zones: LocalZones
  }

  private let regions: RegionSet
  /// Users by their names, with the ids that the engine knows them by.
  private var users: [String: UInt32] = [:]
  private var histories: [UInt32: PersonalHistory] = [:]
  /// The last visit of each user, for what that user confirms then.
  private var visits: [UInt32: Visit] = [:]

  private static let firstUser: UInt32 = 1000

  init(regions: RegionSet) { self.regions = regions }

  /// The answer to a line; nil for a blank one.
  mutating func answer(_ line: ArraySlice<UInt8>, number: Int) -> JSONObject? {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    do throws(RankInput.Fault) {
      switch try RankInput(line) {
      case .visit(let visit): return try rank(visit)
      case .selection(let selection): return try select(selection)
      }
    } catch {
      return RankSession.answer(to: error, line: number)
    }
  }

  /// What is told of a line that cannot be taken.
  static func answer(to fault: RankInput.Fault, line: Int) -> JSONObject {
    var object: JSONObject = ["error": .string("line \(line): \(fault)"), "line": .int(line)]
    if let field = fault.field { object["field"] = .string(field) }
    return object
  }

  // MARK: Visits

  private mutating func rank(_ input: RankVisit) throws(RankInput.Fault) -> JSONObject {
    var zones = LocalZones()
    if let name = input.timeZone {
      guard let zone = TimeZone(named: name) else {
        throw RankInput.Fault(field: "tz", what: "no time zone of that name is known here")
      }
      zones.system = zone
    }
    let uid: UInt32? = if let user = input.user { self.uid(of: user) } else { nil }
    var visit = Visit(
      id: input.id, engine: Engine(), moment: Instant(nanoseconds: 0),
      time: Timestamp(microseconds: Int64(input.queryTime * 1e6)), zones: zones)
    if let uid { perform(.histories([uid: histories[uid] ?? PersonalHistory()]), in: &visit) }
    guard let receiver = RecordedReceiver(settings: GpsdSettings()) else {
      throw RankInput.Fault(what: "no memory")
    }
    for report in input.reports {
      let line = RankSession.line(report.time, report.report)
      perform(receiver.receive(line) ?? [], in: &visit)
    }
    // The time up to the question passes too.
    perform(receiver.receive(RankSession.line(input.queryTime, ["class": "WATCH"])) ?? [], in: &visit)
    visit.moment = receiver.now
    perform(.listWanted(at: visit.moment), in: &visit)
    let ranking = visit.engine.list.map { list in uid.map { list.ranking(for: $0) } ?? list.ranking }
    let places = ranking?.list(limit: .max).places ?? []
    if let uid { visits[uid] = visit }
    return ["visit_id": .string(input.id), "places": .array(places.map(RankSession.entry))]
  }

  /// As `gpspipe -u` writes a report of gpsd's.
  private static func line(_ time: Double, _ report: JSONObject) -> ArraySlice<UInt8> {
    let microseconds = Int64((time * 1e6).rounded())
    let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    return Array("\(microseconds / 1_000_000).\(fraction): \(JSONValue.object(report).text)".utf8)[...]
  }

  private static func entry(_ entry: PlaceLikelihood) -> JSONValue {
    let id = entry.place.id.text
    guard id.hasPrefix("osm:"), let slash = id.firstIndex(of: "/"),
      let number = Int64(id[id.index(after: slash)...])
    else { return ["id": .string(id), "likelihood": .double(entry.likelihood)] }
    return [
      "osm_type": .string(String(id[..<slash].dropFirst(4))), "osm_id": .int(Int(number)),
      "likelihood": .double(entry.likelihood),
    ]
  }

  // MARK: Selections

  /// What becomes of a choice in the daemon: the engine's selection, and the user's history.
  private mutating func select(_ input: RankSelection) throws(RankInput.Fault) -> JSONObject {
    guard let uid = users[input.user], var visit = visits[uid], visit.id == input.visit else {
      throw RankInput.Fault(field: "visit_id", what: "not the last visit of this user")
    }
    let place = input.place.flatMap(regions.place)
    guard input.place == nil || place != nil else {
      throw RankInput.Fault(field: "osm_id", what: "no such place is known")
    }
    if let place {
      let selection = Selection(place: place, source: .likely, since: visit.time)
      perform(.select(selection), in: &visit)
    }
    let regions = regions
    let entry = visit.engine.entry(
      place == nil ? .nowhere : .here, place, at: visit.moment, time: visit.time,
      utcOffset: { visit.zones.localTime(visit.time, at: $0, regions).utcOffset })
    if let entry { histories[uid, default: PersonalHistory()].add(entry) }
    visits[uid] = visit
    return ["visit_id": .string(input.visit), "kept": .bool(entry != nil)]
  }

  private mutating func uid(of user: String) -> UInt32 {
    if let known = users[user] { return known }
    let uid = RankSession.firstUser + UInt32(users.count)
    users[user] = uid
    return uid
  }

  // MARK: Engine

  private func perform(_ events: [RecordedReceiver.Event], in visit: inout Visit) {
    for event in events { perform(.source(event.event), in: &visit) }
  }

  private func perform(_ input: Engine.Input, in visit: inout Visit) {
    for effect in visit.engine.handle(input) {
      switch effect {
      case .find(let query):
        let time = visit.zones.localTime(visit.time, at: query.center, regions)
        perform(regions.answer(query, at: time), in: &visit)
      case .save(let change): perform(.saved(change, at: visit.time), in: &visit)
      // Nobody has subscribed.
      case .notify: break
      }
    }
  }
}
