import PlaceEngine
import PlacesCore

/// A recording of gpsd's reports, turned into what the engine would have been told when they came: the same rules
/// as in `GpsdLink`, in simulated time.
package final class RecordedReceiver {
  /// An event and its moment.
  package struct Event: Hashable {
    package let moment: Instant
    package let event: FixEvent
  }

  /// How many lines there were.
  package struct LineCounts: Hashable, Sendable {
    package var all = 0
    /// Reports of a position, or of none.
    package var positions = 0
    /// Lines that were no whole report.
    package var broken = 0
  }

  package private(set) var counts = LineCounts()
  private let gpsd: OfflineGpsd
  private var tracker: ReceiverTracker
  private var clock = RecordingClock()
  private var dates = RecordedDates()

  /// A receiver that gpsd was just asked about. Nil without memory.
  package init?(settings: GpsdSettings) {
    guard let gpsd = OfflineGpsd() else { return nil }
    self.gpsd = gpsd
    var settings = settings
    settings.acceptsAnyYear = true
    tracker = ReceiverTracker(settings: settings)
    _ = tracker.switchedOn()
  }

  /// The moment of the last line, counted from 0 at the first.
  package var now: Instant { clock.now }

  /// Takes the next line, without its end, and tells what came of it and of the time that passed before it; nil for
  /// a line that is no whole report, which changes nothing.
  package func receive(_ line: ArraySlice<UInt8>) -> [Event]? {
    counts.all += 1
    guard let line = RecordedLine(line) else {
      counts.broken += 1
      return nil
    }
    let report = gpsd.report(of: line.report)
    if let stamp = line.stamp {
      clock.advance(to: stamp, of: .recorder)
    } else if case .position(let position) = report, let time = position.time.flatMap(Timestamp.init) {
      clock.advance(to: time, of: .receiver(position.device))
    }
    switch report {
    case .position: counts.positions += 1
    case .broken:
      counts.broken += 1
      return nil
    case .sky, .device, .devices, .version, .other: break
    }
    let wall: Timestamp
    if case .position(let position) = report {
      let time = position.time.flatMap(Timestamp.init)
      wall = dates.time(of: time, from: position.device, stamp: line.stamp)
    } else {
      wall = Timestamp(microseconds: 0)
    }
    let now = clock.now
    return passTime(until: now)
      + tracker.receive(report, at: now, wall: wall).map { Event(moment: now, event: $0) }
  }

  /// What comes next was recorded at another time, before or after.
  package func beginPart() { dates.beginAnew() }

  /// The recording has ended: tells what still waited for the rest of its epoch.
  package func finish() -> [Event] {
    passTime(until: clock.now + ReceiverTracker.completionTime + .nanoseconds(1))
  }

  /// What falls due before a moment, each at its own.
  private func passTime(until end: Instant) -> [Event] {
    var events: [Event] = []
    while let due = tracker.deadline, due < end {
      events += tracker.tick(due).map { Event(moment: due, event: $0) }
    }
    return events
  }
}
