import Gpsd
import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore

@testable import placed

/// One subscriber's engine, the link to a gpsd and who lets it work, on a clock that is moved: the daemon's own parts.
@Loop
final class DutyBench {
  /// What a mode came to.
  struct Outcome: CustomStringConvertible {
    var seconds = 0
    /// Of so many of them gpsd was asked for reports.
    var watched = 0
    /// Times that gpsd was asked anew.
    var rounds = 0
    var deliveries = 0
    var queries = 0
    /// States after the first fix that were none of a fix.
    var gaps: [ReceiverState] = []

    var share: Double { Double(watched) / Double(max(1, seconds)) }
    var description: String {
      let percent = "\((share * 1000).rounded() / 10) %"
      return "WATCH \(percent) in \(rounds) rounds, \(deliveries) deliveries, \(queries) queries"
    }
  }

  private let gpsd: FakeGpsd
  private let clock = ManualClock()
  private let link: GpsdLink
  private let mode: DesiredAccuracy
  private var engine = Engine()
  private var keeper: ReceiverKeeper?
  private let events = Recorder<GpsdEvent>()
  private var orders = 1
  private var isWatched = true
  private var outcome = Outcome()
  private static let id = SubscriberID(1)

  init(_ mode: DesiredAccuracy) async throws {
    self.mode = mode
    let gpsd = try FakeGpsd()
    self.gpsd = gpsd
    var settings = GpsdSettings()
    settings.host = "127.0.0.1"
    settings.port = "\(gpsd.port)"
    let events = events
    link = GpsdLink(
      settings: settings, time: clock, random: { 0.5 }, onEvent: { events.append($0) })
    link.start()
    try await gpsd.serve()
    try await events.first("connection") { if case .connected = $0 { true } else { false } }
    keeper = ReceiverKeeper(
      patience: .milliseconds(1), time: clock, held: { [mode] in [mode] },
      give: { [unowned self] in perform($0) })
    perform(
      .subscribe(
        DutyBench.id,
        Interest(
          topics: [.location, .likelyPlaces], distanceFilter: nil, fallback: 50, desiredAccuracy: mode)))
    clock.advance(by: .milliseconds(1))
  }

  func close() {
    keeper = nil
    link.stop()
    gpsd.close()
  }

  private func perform(_ order: ReceiverKeeper.Order) {
    switch order {
    case .pause:
      link.pause()
      (isWatched, orders) = (false, orders + 1)
    case .resume:
      link.resume()
      (isWatched, orders) = (true, orders + 1)
      outcome.rounds += 1
    case .staleAfter(let mode): link.change(staleAfter: mode.staleAfter(atLeast: .seconds(10)))
    case .start, .stop: break
    }
  }

  private func perform(_ input: Engine.Input) {
    for effect in engine.handle(input) {
      switch effect {
      case .find(let query):
        outcome.queries += 1
        perform(.found(query, [], .covered))
      case .notify(_, let topics): if topics.contains(.location) { outcome.deliveries += 1 }
      case .save: break
      }
    }
  }

  private func take(_ events: ArraySlice<GpsdEvent>) {
    for case .source(let event) in events {
      perform(.source(event))
      switch event {
      case .fix(let fix): if engine.current == fix { keeper?.received(fix, roundEnd: nil) }
      case .receiver(let state): if outcome.deliveries > 0, !state.hasFix { outcome.gaps.append(state) }
      }
    }
  }

  /// Lets the receiver give these fixes, one each second while it is asked for them.
  func run(_ fixes: [Fix]) async throws -> Outcome {
    for fix in fixes {
      let seen = events.all.count
      clock.advance(by: .seconds(1))
      try await gpsd.heard.eventually("orders") { watchLines == orders ? true : nil }
      outcome.seconds += 1
      if isWatched {
        outcome.watched += 1
        let time = Timestamp(microseconds: clock.wallMicroseconds / 1_000_000 * 1_000_000)
        let eph = fix.effectiveAccuracy.value * 1.62
        gpsd.send(
          #"{"class":"TPV","device":"DEV_A","mode":3,"time":"\#(time.text)","lat":\#(fix.coordinate.latitude),"#
            + #""lon":\#(fix.coordinate.longitude),"eph":\#(eph),"speed":\#(fix.speed ?? 0)}"#)
        try await events.first(skipping: seen, "fix") { if case .source(.fix) = $0 { true } else { false } }
      }
      take(events.all[seen...])
    }
    return outcome
  }

  private var watchLines: Int {
    gpsd.heard.all.count { if case .line(let line) = $0 { line.hasPrefix("?WATCH=") } else { false } }
  }
}
