import PlaceEngine
import PlacesCore

/// Makes fixes and states out of gpsd's reports: which receiver counts, one fix for each epoch, when a fix is stale.
///
/// It knows no clock: each event brings its moment, and `deadline` says when `tick` is wanted at the latest.
struct ReceiverTracker {
  /// What is known of a receiver that is there.
  private struct Device {
    var driver: String?
    var hdop: (value: Double, at: Instant)?
    var lastFix: Fix?
    /// Since when it has been clearly better than the receiver in use.
    var betterSince: Instant?
  }

  /// A fix that waits a moment for a later report of its epoch to complete it.
  private struct Pending {
    var report: PositionReport
    var fix: Fix
  }

  private(set) var settings: GpsdSettings
  /// The state as last told.
  private(set) var state: ReceiverState
  private let rules: FixRules
  private var devices: [String: Device] = [:]
  /// The receiver whose fixes count.
  private var current: String?
  private var pending: Pending?
  /// The last fix that was told, to know later reports of its epoch by.
  private var told: Fix?
  private var lastReport: Instant?
  /// Whether a report has come from who was dialled.
  private var isGpsd = false
  /// After how long a fix is stale: longer than configured while the receiver rests between fixes.
  private var staleAfter: Duration
  /// When the fix that was told last is stale.
  private var staleAt = Instant(nanoseconds: 0)
  private var events: [FixEvent] = []

  /// How long a report without accuracy or height waits for its epoch's next one. gpsd sends several until it has
  /// learned which sentence ends the receiver's cycle.
  static let completionTime: Duration = .milliseconds(150)
  /// Reports further apart are no epoch, even if the receiver's clock stands still.
  static let epochLength: Duration = .milliseconds(500)
  /// Another receiver takes over when it has been clearly better for this long: so that none does for a moment only.
  static let takeoverTime: Duration = .seconds(10)
  /// Clearly better is an accuracy of at most this part of the other's.
  static let clearlyBetter = 0.5
  /// gpsd serves at most this many receivers at once, with room to spare; more names than that are a fault.
  static let maximumDevices = 16

  init(settings: GpsdSettings) {
    self.settings = settings
    rules = FixRules(
      acceptsNullIsland: settings.acceptsNullIsland, acceptsAnyYear: settings.acceptsAnyYear)
    staleAfter = settings.staleAfter
    state = ReceiverState(.off)
  }

  /// When `tick` has something to do: a fix waits to be told, or will be stale.
  var deadline: Instant? {
    if let pending { return pending.fix.arrival + ReceiverTracker.completionTime }
    return state.hasFix && told != nil ? staleAt : nil
  }

  // MARK: Events

  /// Positioning is switched on: gpsd is being dialled.
  mutating func switchedOn() -> [FixEvent] {
    become(ReceiverState(.absent, why: "connecting to gpsd at \(settings.address)"))
    return takeEvents()
  }

  /// Positioning is switched off.
  mutating func switchedOff(why: String? = nil) -> [FixEvent] {
    forget()
    become(ReceiverState(.off, why: why))
    return takeEvents()
  }

  /// There is no connection to gpsd; `why`, if it is not because nobody answers.
  mutating func unreachable(why: String? = nil) -> [FixEvent] {
    forget()
    become(ReceiverState(.absent, why: why ?? "gpsd unreachable at \(settings.address)"))
    return takeEvents()
  }

  /// A line of gpsd's.
  mutating func receive(_ report: GpsdReport, at now: Instant, wall: Timestamp) -> [FixEvent] {
    lastReport = now
    if report != .broken { isGpsd = true }
    switch report {
    case .position(let report): receive(report, now, wall)
    case .sky(let path, let hdop):
      if let hdop { update(path) { $0.hdop = (hdop, now) } }
    case .device(let device):
      note(device)
      devicesChanged()
    case .devices(let list):
      let listed = Set(list.map(\.path))
      for path in devices.keys where !listed.contains(path) { devices[path] = nil }
      for device in list { note(device) }
      devicesChanged()
    case .version:
      if state.kind == .absent { become(ReceiverState(.absent, why: "gpsd has not named a receiver yet")) }
    case .other: break
    case .broken:
      if !isGpsd, state.kind == .absent {
        become(
          ReceiverState(
            .absent, why: "what answers at \(settings.address) does not write reports as gpsd does"))
      }
    }
    return takeEvents()
  }

  /// Time has passed.
  mutating func tick(_ now: Instant) -> [FixEvent] {
    if let pending, now >= pending.fix.arrival + ReceiverTracker.completionTime { tell(pending.fix) }
    if state.hasFix, let told, now >= staleAt {
      become(state(.stale, why: staleness(now, since: told.arrival), of: current))
    }
    return takeEvents()
  }

  /// Another time is configured after which a fix is stale; the one in force is changed by itself.
  mutating func change(configuredStaleAfter: Duration) { settings.staleAfter = configuredStaleAfter }

  /// Fixes are stale after another time from now on. One that would be at once has as long as a new one may take.
  mutating func change(staleAfter: Duration, at now: Instant) {
    defer { self.staleAfter = staleAfter }
    guard let told else { return }
    staleAt = staleAfter < self.staleAfter ? min(staleAt, now + staleAfter) : told.arrival + staleAfter
  }

  // MARK: Positions

  private mutating func receive(_ report: PositionReport, _ now: Instant, _ wall: Timestamp) {
    update(report.device) { _ in }
    guard settings.device == nil || settings.device == report.device else { return devicesChanged() }
    if let current, current != report.device, !isFree(current, now),
      !takesOver(report, from: current, now, wall)
    {
      return
    }
    let sameEpoch = pending.map { isSameEpoch($0.fix, report, now) } ?? false
    if let pending, !sameEpoch { tell(pending.fix) }
    let whole = pending.map { report.completed(by: $0.report) } ?? report
    let context = context(of: report.device, arrival: pending?.fix.arrival ?? now, now, wall)
    switch rules.fix(from: whole, in: context) {
    case .success(let fix): consider(fix, of: whole, now)
    case .failure(let rejection): refuse(rejection, of: report.device)
    }
  }

  private func context(of path: String, arrival: Instant, _ now: Instant, _ wall: Timestamp)
    -> FixRules.Context
  {
    let device = devices[path]
    return FixRules.Context(
      arrival: arrival, wall: wall, driver: device?.driver,
      hdop: device?.hdop.flatMap { now.since($0.at) < settings.staleAfter ? $0.value : nil },
      previous: device?.lastFix.flatMap { now.since($0.arrival) < settings.staleAfter ? $0 : nil })
  }

  /// Tells a fix, lets it wait for the rest of its epoch, or drops it as a repetition: some receivers give two
  /// solutions of one moment, a metre or two apart. Another position in the same epoch only counts where the two
  /// contradict each other.
  private mutating func consider(_ fix: Fix, of report: PositionReport, _ now: Instant) {
    if pending == nil, let told, isSameEpoch(told, report, now),
      told.coordinate.distance(to: fix.coordinate) <= told.effectiveAccuracy
    {
      return
    }
    if current != report.device { current = report.device }
    let isComplete = fix.dimension == .three && fix.horizontalAccuracy != nil
    if isComplete || fix.time == nil {
      tell(fix)
    } else {
      pending = Pending(report: report, fix: fix)
    }
  }

  private mutating func tell(_ fix: Fix) {
    pending = nil
    told = fix
    staleAt = fix.arrival + staleAfter
    update(fix.device ?? "") { $0.lastFix = fix }
    become(state(fix.dimension == .three ? .fix3D : .fix2D, of: current))
    events.append(.fix(fix))
  }

  private mutating func refuse(_ rejection: FixRules.Rejection, of path: String) {
    // Of several receivers without a fix, the one that is shown stays.
    if state.kind == .searching, let shown = state.device, shown != path, devices[shown] != nil { return }
    switch rejection {
    case .noFix:
      become(state(.searching, why: "the receiver reports no fix", of: path))
    case .noCoordinates:
      becomeUnlessFixed(state(.searching, why: "the receiver reports a fix without a position", of: path))
    case .nullIsland:
      becomeUnlessFixed(
        state(.searching, why: "the receiver reports 0/0, which counts as no position", of: path))
    }
  }

  /// One bad report among good ones changes nothing: the last fix just grows old, and stale.
  private mutating func becomeUnlessFixed(_ state: ReceiverState) {
    if !self.state.hasFix, self.state.kind != .stale { become(state) }
  }

  /// Whether a report is of a fix's moment. A receiver whose messages are dated 1024 weeks apart, as gpsd makes them where
  /// it repairs the week number of one and not of the other, means the same moment.
  private func isSameEpoch(_ fix: Fix, _ report: PositionReport, _ now: Instant) -> Bool {
    guard let time = report.time.flatMap(Timestamp.init), let known = fix.time,
      (fix.device ?? "") == report.device, now.since(fix.arrival) < ReceiverTracker.epochLength
    else { return false }
    let (difference, overflow) = time.microseconds.subtractingReportingOverflow(known.microseconds)
    return !overflow && difference % GPSWeeks.rollover == 0
  }

  // MARK: Devices

  /// Whether another receiver may take over from this one: it is gone, or its last fix is stale.
  private func isFree(_ path: String, _ now: Instant) -> Bool {
    guard let device = devices[path] else { return true }
    guard let fix = device.lastFix else { return pending == nil }
    return now.since(fix.arrival) >= settings.staleAfter
  }

  /// Whether a report is of a receiver that has been clearly better than the one in use for long enough.
  private mutating func takesOver(
    _ report: PositionReport, from path: String, _ now: Instant, _ wall: Timestamp
  ) -> Bool {
    guard
      case .success(let fix) = rules.fix(
        from: report, in: context(of: report.device, arrival: now, now, wall))
    else {
      update(report.device) { $0.betterSince = nil }
      return false
    }
    // Without an estimate it says nothing either way: the rest of its epoch may.
    guard let accuracy = fix.horizontalAccuracy, let present = devices[path]?.lastFix?.effectiveAccuracy
    else { return false }
    guard accuracy.value <= ReceiverTracker.clearlyBetter * present.value else {
      update(report.device) { $0.betterSince = nil }
      return false
    }
    let since = devices[report.device]?.betterSince ?? now
    update(report.device) { $0.betterSince = since }
    guard now.since(since) >= ReceiverTracker.takeoverTime else { return false }
    if let pending { tell(pending.fix) }
    for path in devices.keys { devices[path]?.betterSince = nil }
    return true
  }

  private mutating func update(_ path: String, _ change: (inout Device) -> Void) {
    guard devices[path] != nil || devices.count < ReceiverTracker.maximumDevices else { return }
    change(&devices[path, default: Device()])
  }

  private mutating func note(_ device: GpsdReport.Device) {
    if device.isActive {
      update(device.path) { if !device.driver.isEmpty { $0.driver = device.driver } }
    } else {
      devices[device.path] = nil
    }
  }

  /// A receiver came, went or told its driver.
  private mutating func devicesChanged() {
    if let current, devices[current] == nil {
      // What waits for the rest of its epoch is a fix all the same.
      if let pending { tell(pending.fix) }
      devices[current] = nil
      self.current = nil
      become(presence())
    } else if state.kind == .absent || state.kind == .searching {
      become(presence())
    }
  }

  /// The state as far as it follows from which receivers are there.
  private func presence() -> ReceiverState {
    let present = devices.keys.filter { !$0.isEmpty }.sorted()
    if let wanted = settings.device, devices[wanted] == nil {
      let others = present.isEmpty ? "" : "; \(present.joined(separator: ", ")) is there"
      return ReceiverState(.absent, why: "configured receiver \(wanted) is absent\(others)")
    }
    let shown = state.device.flatMap { devices[$0] == nil ? nil : $0 }
    guard let path = settings.device ?? shown ?? present.first else {
      return ReceiverState(.absent, why: "no receiver attached to gpsd")
    }
    // What a receiver has said of itself stays said.
    let why = state.kind == .searching && state.device == path ? state.why : nil
    return self.state(.searching, why: why, of: path)
  }

  // MARK: State

  private func state(_ kind: ReceiverState.Kind, why: String? = nil, of path: String?) -> ReceiverState {
    let path = path.flatMap { $0.isEmpty ? nil : $0 }
    return ReceiverState(kind, why: why, device: path, driver: path.flatMap { devices[$0]?.driver })
  }

  private func staleness(_ now: Instant, since fix: Instant) -> String {
    let silence = now.since(lastReport ?? fix)
    // Half of the time tells a gpsd that fell silent with the fix from one that goes on without a position.
    if silence >= staleAfter / 2 { return "no data from gpsd for \(wholeSeconds(silence)) s" }
    return "no valid position for \(wholeSeconds(now.since(fix))) s"
  }

  private func wholeSeconds(_ duration: Duration) -> Int64 { Int64(duration.seconds.rounded()) }

  private mutating func become(_ state: ReceiverState) {
    guard state != self.state else { return }
    // A receiver that rests between fixes begins each time without one: the last one stands until it is stale.
    if staleAfter > settings.staleAfter, told != nil, self.state.hasFix,
      state.kind == .searching || state.kind == .absent
    {
      return
    }
    self.state = state
    events.append(.receiver(state))
  }

  private mutating func forget() {
    isGpsd = false
    devices = [:]
    current = nil
    pending = nil
    told = nil
  }

  private mutating func takeEvents() -> [FixEvent] {
    defer { events = [] }
    return events
  }
}
