import Configuration
import Gpsd
import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore

/// The daemon's engine with a recording for its receiver and one subscriber, who is told everything.
struct Replay {
  /// What a recording came to.
  struct Summary: Hashable {
    /// Reports, and what should have been some.
    var lines: Int
    /// How many of them were passed over, and the line in the file of the first.
    var broken: Int
    var firstBroken: Int?
    /// Reports of a position, or of none.
    var positions: Int
    var fixes: Int
    /// By their reasons.
    var deliveries: [DeliveryReason: Int]
  }

  private let receiver: RecordedReceiver
  private var engine = Engine()
  private let regions: RegionSet
  private var zones = LocalZones()
  private let wish: ListWish
  private let show: (Instant, Wire.Update) throws(ReplayError) -> Void
  private var sequence: Int64 = 0
  private var fixes = 0
  private var passedOver = 0
  private var firstBroken: Int?
  private var lastMoment = Instant(nanoseconds: 0)
  private var deliveries: [DeliveryReason: Int] = [:]

  private static let subscriber = SubscriberID(1)

  /// A replay with these settings that hands each state, with its moment, to `show`. Likely places are looked up only
  /// where there are region files.
  init(_ settings: Settings, show: @escaping (Instant, Wire.Update) throws(ReplayError) -> Void)
    throws(ReplayError)
  {
    guard let receiver = RecordedReceiver(settings: GpsdSettings(settings)) else { throw .noMemory }
    self.receiver = receiver
    self.show = show
    regions = RegionSet(directories: settings.places.directories)
    regions.reload()
    wish = ListWish(limit: settings.places.likelyLimit)
    let topics: Set<Topic> =
      settings.places.directories.isEmpty ? [.receiver, .location] : [.receiver, .location, .likelyPlaces]
    let interest = Interest(
      topics: topics, distanceFilter: nil, fallback: settings.location.distanceFilter,
      desiredAccuracy: settings.location.desiredAccuracy)
    _ = engine.handle(.subscribe(Replay.subscriber, interest))
  }

  /// Takes the next report, of this line of the file; false if it is none.
  mutating func take(_ report: ArraySlice<UInt8>, line: Int?) throws(ReplayError) -> Bool {
    guard let events = receiver.receive(report) else {
      if firstBroken == nil { firstBroken = line }
      return false
    }
    try perform(events)
    return true
  }

  /// Counts a line of the file that is no report.
  mutating func passOver(line: Int) {
    passedOver += 1
    if firstBroken == nil { firstBroken = line }
  }

  /// What comes next was recorded at another time.
  func beginPart() { receiver.beginPart() }

  /// Ends the recording.
  mutating func finish() throws(ReplayError) -> (Instant, Summary) {
    try perform(receiver.finish())
    let counts = receiver.counts
    return (
      max(receiver.now, lastMoment),
      Summary(
        lines: counts.all + passedOver, broken: counts.broken + passedOver, firstBroken: firstBroken,
        positions: counts.positions, fixes: fixes, deliveries: deliveries)
    )
  }

  private mutating func perform(_ events: [RecordedReceiver.Event]) throws(ReplayError) {
    for event in events {
      if case .fix = event.event { fixes += 1 }
      lastMoment = event.moment
      try perform(.source(event.event), at: event.moment)
    }
  }

  private mutating func perform(_ input: Engine.Input, at moment: Instant) throws(ReplayError) {
    for effect in engine.handle(input) {
      switch effect {
      case .find(let query):
        let time = query.fix.time.map { zones.localTime($0, at: query.center, regions) }
        try perform(regions.answer(query, at: time), at: moment)
      case .notify(let id, let topics):
        sequence += 1
        var update = EngineView(engine: engine, regions: regions, now: moment).update(
          topics, for: id, uid: 0, wish: wish)
        update.sequence = sequence
        if topics.contains(.location), let reason = engine.delivery(to: id)?.reason {
          deliveries[reason, default: 0] += 1
        }
        try show(moment, update)
      // Nobody selects a place.
      case .save: break
      }
    }
  }
}
