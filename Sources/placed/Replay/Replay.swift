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
    var lines: RecordedReceiver.LineCounts
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

  /// Takes the next line; false if it was of no use.
  mutating func take(_ line: ArraySlice<UInt8>) throws(ReplayError) -> Bool {
    guard let events = receiver.receive(line) else { return false }
    try perform(events)
    return true
  }

  /// Ends the recording.
  mutating func finish() throws(ReplayError) -> (Instant, Summary) {
    try perform(receiver.finish())
    return (
      max(receiver.now, lastMoment), Summary(lines: receiver.counts, fixes: fixes, deliveries: deliveries)
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
        let center = query.fix.coordinate
        let places = regions.places(around: center, radius: query.radius, limit: query.limit)
        let time = query.fix.time.map { zones.localTime($0, at: center, regions) }
        try perform(.found(query, places, regions.coverage(of: center), at: time), at: moment)
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
