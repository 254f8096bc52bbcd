import LinuxIO
import PlaceEngine
import PlacesCore

/// The connection to gpsd: dials, reads, notices silence and dials again. There is never more than one connection.
///
/// It ends with `stop`; until then it holds itself through its timers and its watch.
@Loop
package final class GpsdLink {
  private enum Phase {
    case stopped
    /// The worker resolves and connects.
    case dialling
    case connected(GpsdConnection, since: Instant)
    case waiting(LoopTimer)
  }

  package private(set) var settings: GpsdSettings
  /// The libgps API that this was compiled for: "11.0".
  package static var libraryVersion: String { GpsdConnection.apiVersion }
  /// gpsd's release while it is connected.
  package private(set) var release: String?
  /// How many lines were of no use: of classes that say nothing about the position, and broken ones.
  package private(set) var ignoredLines = 0
  package private(set) var brokenLines = 0

  private let time: any TimeSource
  private let random: () -> Double
  private let onEvent: @Loop (GpsdEvent) -> Void
  /// Its own worker: a host that does not answer keeps it for minutes.
  private let work = BlockingWork(name: "gpsd-dial")
  private var phase = Phase.stopped
  private var isDialling = false
  private var isPaused = false
  private var redial = Redial()
  private var outageTold = false
  private var tracker: ReceiverTracker
  private var silence: SilenceWatch?
  private var timer: (due: Instant, timer: LoopTimer)?

  /// Lines taken in one turn of the loop, so that a flood leaves room for everything else.
  private static let linesPerTurn = 256
  /// Of several fixes that have piled up only the newest count: three, so that an outlier can be told from a move.
  private static let fixesPerTurn = 3
  /// A connection that held this long was a good one: the next redial starts from the shortest wait.
  private static let goodConnection: Duration = .seconds(10)

  /// A link that does nothing until `start`; `random` gives values in 0...1.
  package init(
    settings: GpsdSettings, time: any TimeSource = SystemTime.shared,
    random: @escaping () -> Double = { .random(in: 0...1) },
    onEvent: @escaping @Loop (GpsdEvent) -> Void
  ) {
    self.settings = settings
    self.time = time
    self.random = random
    self.onEvent = onEvent
    tracker = ReceiverTracker(settings: settings)
  }

  /// How positioning stands.
  package var receiver: ReceiverState { tracker.state }

  /// Dials gpsd and asks for reports, until `stop`.
  package func start() {
    guard case .stopped = phase else { return }
    tell(tracker.switchedOn())
    dial()
  }

  /// Hangs up, so that gpsd may let the receiver sleep; `why` is for whoever looks at the state of positioning.
  package func stop(why: String? = nil) {
    switch phase {
    case .stopped: return
    case .dialling: break
    case .connected(let connection, _): hangUp(connection)
    case .waiting(let timer): timer.cancel()
    }
    phase = .stopped
    isPaused = false
    redial.reset()
    outageTold = false
    tell(tracker.switchedOff(why: why))
    schedule()
  }

  /// Asks gpsd for no reports until `resume`, and stays connected: the last fix goes on to count until it is stale.
  package func pause() {
    guard !isPaused else { return }
    isPaused = true
    guard case .connected(let connection, _) = phase else { return }
    silence = nil
    if connection.unwatch() { schedule() } else { lost("gpsd hung up") }
  }

  /// Asks for reports again.
  package func resume() {
    guard isPaused else { return }
    isPaused = false
    guard case .connected(let connection, _) = phase else { return }
    silence = SilenceWatch(from: now)
    if connection.watch() { schedule() } else { lost("gpsd hung up") }
  }

  /// Takes another configured time after which a fix is stale; the connection stays.
  package func change(configuredStaleAfter: Duration) {
    settings.staleAfter = configuredStaleAfter
    tracker.change(configuredStaleAfter: configuredStaleAfter)
  }

  /// Changes after how long a fix is stale: a receiver that rests between fixes gives them rarely.
  package func change(staleAfter: Duration) {
    tracker.change(staleAfter: staleAfter, at: now)
    schedule()
  }

  // MARK: Dialling

  private func dial() {
    phase = .dialling
    // One that was begun before a stop still runs on the worker, and is as good.
    guard !isDialling else { return }
    isDialling = true
    work.run { [settings] () -> Result<GpsdConnection, GpsdConnection.Failure> in
      Result { () throws(GpsdConnection.Failure) in
        try GpsdConnection(host: settings.host, port: settings.port)
      }
    } then: { result in
      self.isDialling = false
      guard case .dialling = self.phase else { return }
      switch result {
      case .success(let connection): self.connected(connection)
      case .failure(let failure): self.lost(failure.text)
      }
    }
  }

  private func connected(_ connection: GpsdConnection) {
    let now = self.now
    phase = .connected(connection, since: now)
    do {
      try Loop.shared.watch(connection.descriptor, for: .readable) { _ in self.readable() }
    } catch {
      return lost("\(error)")
    }
    if !isPaused {
      guard connection.watch() else { return lost("gpsd hung up") }
      silence = SilenceWatch(from: now)
    }
    schedule()
  }

  /// There is no connection any more, or still none: dials again after a while.
  private func lost(_ why: String, state: String? = nil) {
    if case .connected(let connection, let since) = phase {
      hangUp(connection)
      if now.since(since) >= GpsdLink.goodConnection { redial.reset() }
    }
    let wait = redial.next(random: random())
    phase = .waiting(
      time.timer(after: wait) {
        guard case .waiting = self.phase else { return }
        self.dial()
      })
    schedule()
    tell(tracker.unreachable(why: state))
    if !outageTold {
      outageTold = true
      onEvent(.lost(why: why, redial: wait))
    }
  }

  private func hangUp(_ connection: GpsdConnection) {
    Loop.shared.unwatch(connection.descriptor)
    silence = nil
    release = nil
    // The connection closes itself with its last reference.
    phase = .stopped
  }

  // MARK: Reading

  private func readable() {
    silence?.heard(now)
    read()
  }

  private func read() {
    guard case .connected(let connection, _) = phase else { return }
    var events: [GpsdEvent] = []
    var end: GpsdConnection.Step?
    lines: for line in 0... {
      if line == GpsdLink.linesPerTurn {
        // Further lines may be in the buffer, of which the descriptor says nothing.
        Loop.post { if self.isConnected(by: connection) { self.read() } }
        break
      }
      switch connection.next() {
      case .report(let report): events += receive(report)
      case .nothing: break lines
      case let step:
        end = step
        break lines
      }
    }
    for event in events.keepingLastFixes(GpsdLink.fixesPerTurn) {
      onEvent(event)
      // The owner may stop the link on what it is told.
      guard isConnected(by: connection) else { return }
    }
    switch end {
    case .closed: lost("gpsd hung up")
    case .overfull:
      let longest = "\(GpsdConnection.longestLine) bytes without the end of a line"
      lost(
        "\(longest), which gpsd never sends",
        state: "what answers at \(settings.address) is no gpsd: it sent \(longest)")
    default: schedule()
    }
  }

  private func isConnected(by connection: GpsdConnection) -> Bool {
    if case .connected(let present, _) = phase { present === connection } else { false }
  }

  private func receive(_ report: GpsdReport) -> [GpsdEvent] {
    var events: [GpsdEvent] = []
    switch report {
    case .version(let version):
      // Once for each connection, however often gpsd says it.
      guard release == nil else { break }
      release = version
      outageTold = false
      events.append(.connected(release: version))
    case .other: ignoredLines += 1
    case .broken: brokenLines += 1
    case .position, .sky, .device, .devices: break
    }
    let wall = Timestamp(microseconds: time.wallMicroseconds)
    return events + tracker.receive(report, at: now, wall: wall).map { .source($0) }
  }

  // MARK: Time

  private var now: Instant { Instant(nanoseconds: time.bootNanoseconds) }

  /// Sets the timer to the next deadline. One that goes off too early looks again; that is cheaper than setting it
  /// anew with every fix.
  private func schedule() {
    guard let due = [tracker.deadline, silence?.deadline].compactMap({ $0 }).min() else {
      timer?.timer.cancel()
      timer = nil
      return
    }
    if let timer {
      guard due < timer.due else { return }
      timer.timer.cancel()
    }
    timer = (due, time.timer(after: due.since(now)) { self.deadlinePassed() })
  }

  private func deadlinePassed() {
    timer = nil
    tell(tracker.tick(now))
    if case .connected(let connection, _) = phase {
      switch silence?.check(now) {
      case nil, .some(.none): break
      case .ask: if !connection.askDevices() { return lost("gpsd hung up") }
      case .giveUp: return lost("gpsd does not answer")
      }
    }
    schedule()
  }

  private func tell(_ events: [FixEvent]) {
    for event in events { onEvent(.source(event)) }
  }
}

extension [GpsdEvent] {
  /// The same events without fixes but the last few.
  fileprivate func keepingLastFixes(_ count: Int) -> [GpsdEvent] {
    var surplus = -count
    for case .source(.fix) in self { surplus += 1 }
    guard surplus > 0 else { return self }
    return filter { event in
      guard case .source(.fix) = event, surplus > 0 else { return true }
      surplus -= 1
      return false
    }
  }
}
