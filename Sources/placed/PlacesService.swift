import JSON
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore
import StateStore
import Varlink

/// Answers the methods of `io.placed.Places`.
@Loop
final class PlacesService {
  let daemon: Daemon
  private let receiver: ReceiverKeeper
  private let versions: @Loop () -> Wire.Versions

  init(daemon: Daemon, receiver: ReceiverKeeper, versions: @escaping @Loop () -> Wire.Versions) {
    self.daemon = daemon
    self.receiver = receiver
    self.versions = versions
  }

  /// The methods that work; the interface's others answer MethodNotImplemented.
  var methods: [String: VarlinkService.Method] {
    [
      "GetStatus": open { [self] call in getStatus(call) },
      "RequestAuthorization": open { [self] call throws(ParameterError) in try requestAuthorization(call) },
      "GetLocation": located { [self] call throws(ParameterError) in try getLocation(call) },
      "GetLikelyPlaces": exact { [self] call throws(ParameterError) in try getLikelyPlaces(call) },
      "Subscribe": open(requiresMore: true) { [self] call throws(ParameterError) in try subscribe(call) },
      "SelectPlace": exact { [self] call throws(ParameterError) in try selectPlace(call) },
      "ClearSelection": exact { [self] call in clearSelection(call) },
      "GetSelectedPlace": exact { [self] call throws(ParameterError) in try getSelectedPlace(call) },
      "RejectPlaces": exact { [self] call throws(ParameterError) in try rejectPlaces(call) },
      "ListHistory": exact { [self] call throws(ParameterError) in try listHistory(call) },
      "ClearHistory": exact { [self] call throws(ParameterError) in try clearHistory(call) },
      "SetHistory": exact { [self] call throws(ParameterError) in try setHistory(call) },
      "FetchPlace": open { [self] call throws(ParameterError) in try fetchPlace(call) },
    ]
  }

  private typealias Handler = @Loop (VarlinkCall) throws(ParameterError) -> Void

  /// A method for everybody, which looks itself at what the caller may see.
  private func open(requiresMore: Bool = false, _ handle: @escaping Handler) -> VarlinkService.Method {
    VarlinkService.Method(requiresMore: requiresMore) { call in
      do throws(ParameterError) {
        try handle(call)
      } catch {
        call.invalidParameter(error.path)
      }
    }
  }

  /// A method for callers who may know the location, roughly at least.
  private func located(_ handle: @escaping Handler) -> VarlinkService.Method {
    open { [self] call throws(ParameterError) in
      if let refusal = refusal(of: call, needsFull: false) { return Self.refuse(call, refusal) }
      try handle(call)
    }
  }

  /// A method for callers who may know the exact location, and what else the user does.
  private func exact(_ handle: @escaping Handler) -> VarlinkService.Method {
    open { [self] call throws(ParameterError) in
      if let refusal = refusal(of: call, needsFull: true) { return Self.refuse(call, refusal) }
      try handle(call)
    }
  }

  private func refusal(of call: VarlinkCall, needsFull: Bool) -> Absence? {
    let access = daemon.access(of: call.peer)
    return switch access.sight {
    case .none: .noAccess(access)
    case .reduced: needsFull ? .fullAccuracyRequired : nil
    case .full: nil
    }
  }

  private static func refuse(_ call: VarlinkCall, _ absence: Absence) {
    call.error(errorName(absence.error), absence.parameters)
  }

  private static func errorName(_ name: String) -> String { PlacesInterface.errorName(name) }

  // MARK: Status

  private func getStatus(_ call: VarlinkCall) {
    let (engine, settings) = (daemon.engine, daemon.settings)
    let access = daemon.access(of: call.peer)
    var status = Wire.Status(
      authorization: access.wire, receiver: Wire.Receiver(engine.receiver), providers: [],
      regions: daemon.regions.regions.map(Wire.Region.init),
      regionDirectories: settings.places.directories, selection: Wire.Selection(engine.selection),
      location: engine.lastKnown.map { Wire.Location($0, reason: nil, now: daemon.now) },
      stale: engine.current == nil,
      defaultLocation: settings.location.defaultLocation.map(Wire.Coordinate.init), zoomHint: 15,
      distanceFilter: settings.location.distanceFilter.value,
      desiredAccuracy: settings.location.desiredAccuracy.rawValue, versions: versions(),
      problems: daemon.stateTrouble.map { [Wire.Problem(error: Self.errorName("NotSaved"), message: $0)] }
        ?? [])
    switch access.sight {
    case .full: break
    case .reduced:
      status.receiver = daemon.reducedReceiver
      status.selection = Wire.Selection()
      status.location = daemon.presentReduced.map(Wire.Location.init)
      status.stale = status.location == nil
      status.zoomHint = 10
      for index in status.regions.indices { status.regions[index].path = nil }
      status.regionDirectories = nil
    case .none:
      // Neither how the receiver stands nor for which regions there is data: both tell of where the device is.
      status.receiver = Wire.Receiver(state: "hidden", why: access.why)
      status.selection = Wire.Selection()
      (status.location, status.stale, status.zoomHint) = (nil, true, 10)
      (status.regions, status.regionDirectories) = ([], nil)
      (status.problems, status.versions.gpsd) = (nil, nil)
    }
    call.reply(status.object)
  }

  private func requestAuthorization(_ call: VarlinkCall) throws(ParameterError) {
    let purpose = CallParameters(object: call.parameters).string("purpose") ?? ""
    guard (1...AccessControl.longestPurpose).contains(purpose.unicodeScalars.count)
    else { throw ParameterError(path: "purpose") }
    let access = daemon.access(of: call.peer)
    if access.status == .notDetermined, daemon.access.request(purpose, by: call.peer) {
      daemon.log.info("User \(call.peer.uid) asks for access to the location: placectl access pending.")
    }
    call.reply(["authorization": access.wire.json])
  }

  // MARK: Location

  /// Answers now or as soon as `attempt` gives a reply, with its error when the time is up.
  private func answer(
    _ call: VarlinkCall, within timeout: Duration, for mode: DesiredAccuracy, needsFull: Bool,
    _ attempt: @escaping @Loop () -> Result<JSONObject, Absence>
  ) {
    let wasReleased = receiver.state == .released
    receiver.wanted(mode)
    let waiting = daemon.wait(timeout, for: mode) { [self] isLast in
      // What the caller may see may have changed while it waited.
      let outcome = refusal(of: call, needsFull: needsFull).map { .failure($0) } ?? attempt()
      switch outcome {
      case .failure where isLast && wasReleased && timeout == .zero:
        call.error(Self.errorName(Absence.resting.error), Absence.resting.parameters)
      case .success(let reply): call.reply(reply)
      case .failure(let absence) where isLast || absence.isFinal:
        call.error(Self.errorName(absence.error), absence.parameters)
      case .failure: return false
      }
      // Who has waited long has wanted it until now.
      receiver.wanted(mode)
      return true
    }
    if let waiting { call.onCancel = { waiting.end() } }
  }

  private func getLocation(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    let accuracy = try parameters.desiredAccuracy() ?? .best
    let maximumAge = try parameters.duration("maximumAgeMSec")
    let timeout = try parameters.duration("timeoutMSec") ?? .zero
    if accuracy == .reduced || daemon.access(of: call.peer).sight == .reduced {
      return answer(call, within: timeout, for: .reduced, needsFull: false) { [daemon] in
        guard let location = daemon.presentReduced else { return .failure(.notReduced) }
        if let maximumAge, daemon.now.since(location.since) > maximumAge { return .failure(.tooOld) }
        return .success(["location": Wire.Location(location).json])
      }
    }
    answer(call, within: timeout, for: accuracy, needsFull: true) { [daemon] in
      let fix: Fix
      if let maximumAge {
        guard let known = daemon.engine.current ?? daemon.engine.lastKnown
        else { return .failure(Absence(daemon.engine.receiver)) }
        if daemon.now.since(known.arrival) > maximumAge { return .failure(.tooOld) }
        fix = known
      } else {
        switch daemon.present(for: accuracy) {
        case .success(let present): fix = present
        case .failure(let absence): return .failure(absence)
        }
      }
      guard accuracy.accepts(fix) else { return .failure(.notAccurate) }
      return .success(["location": Wire.Location(fix, reason: .refresh, now: daemon.now).json])
    }
  }

  private func getLikelyPlaces(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    let wish = try parameters.listWish(defaultLimit: daemon.settings.places.likelyLimit)
    let timeout = try parameters.duration("timeoutMSec") ?? .zero
    let accuracy = daemon.settings.location.desiredAccuracy
    answer(call, within: timeout, for: accuracy, needsFull: true) { [daemon] in
      if case .failure(let absence) = daemon.present(for: accuracy) { return .failure(absence) }
      daemon.perform(.listWanted(at: daemon.now))
      guard let list = daemon.engine.list else { return .failure(Absence(daemon.engine.receiver)) }
      return .success(["likelyPlaces": daemon.view.likelyPlaces(list, wish, uid: call.peer.uid).json])
    }
  }

  // MARK: Subscriptions

  private func subscribe(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    let settings = daemon.settings
    let wish = try parameters.listWish(defaultLimit: settings.places.likelyLimit)
    let topics = try parameters.topics()
    let distanceFilter = try parameters.distance("distanceFilter")
    let minimumInterval = try parameters.duration("minimumIntervalMSec") ?? .zero
    let accuracy = try parameters.desiredAccuracy()
    let limit = settings.socket.maxSubscriptionsPerUser
    guard daemon.subscriptions.values.count(where: { $0.peer.uid == call.peer.uid }) < limit
    else { return call.error(Self.errorName("LimitReached"), ["limit": .int(limit)]) }
    let subscription = Subscription(
      id: SubscriberID(daemon.nextNumber()), call: call, wish: wish,
      access: daemon.access(of: call.peer), settings: settings,
      interest: { settings in
        Interest(
          topics: topics, distanceFilter: distanceFilter, fallback: settings.location.distanceFilter,
          minimumInterval: minimumInterval,
          desiredAccuracy: accuracy ?? settings.location.desiredAccuracy,
          staleAfter: settings.location.staleAfter)
      }, view: { [daemon] in daemon.update($1, for: $0) })
    let id = subscription.id
    call.onCancel = { [daemon, receiver] in
      guard let ended = daemon.subscriptions.removeValue(forKey: id) else { return }
      if let mode = ended.mode { receiver.wanted(mode) }
      daemon.perform(.unsubscribe(id))
    }
    // The engine makes the list first; the subscription joins after it, so that the first reply has it all.
    daemon.perform(.subscribe(id, subscription.interest, at: daemon.now))
    daemon.subscriptions[id] = subscription
    subscription.begin()
    receiver.update()
  }

  // MARK: Selection

  private func selectPlace(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    let text = parameters.string("placeId") ?? ""
    let token = try parameters.sessionToken()
    guard let (place, isLikely) = knownPlace(text) else {
      return refuseUnknown(text, call)
    }
    let source: Selection.Source = token != nil ? .search : isLikely ? .likely : .other
    save(call, .select(Selection(place: place, source: source, since: daemon.time))) { [self] in
      ["selection": Wire.Selection(daemon.engine.selection, attributions: attributions(of: place)).json]
    }
  }

  private func clearSelection(_ call: VarlinkCall) {
    save(call, .select(nil)) { [:] }
  }

  /// Performs a change of the selection; the reply tells that it is kept, the error that nothing changed.
  private func save(_ call: VarlinkCall, _ input: Engine.Input, reply: @Loop () -> JSONObject) {
    do throws(StateError) {
      try daemon.performSaving(input)
      if case .select(let selection?) = input { remember(selection.place, call) }
      call.reply(reply())
    } catch {
      daemon.log.error("The selection could not be saved: \(error). It stays as it was.")
      call.error(Self.errorName("NotSaved"), ["reason": .string("\(error)")])
    }
  }

  private func getSelectedPlace(_ call: VarlinkCall) throws(ParameterError) {
    let fields = try CallParameters(object: call.parameters).fields()
    let selection = daemon.engine.selection
    let attributions = selection.selection.map { self.attributions(of: $0.place) } ?? []
    call.reply(["selection": Wire.Selection(selection, fields: fields, attributions: attributions).json])
  }

  private func fetchPlace(_ call: VarlinkCall) throws(ParameterError) {
    let parameters = CallParameters(object: call.parameters)
    let text = parameters.string("placeId") ?? ""
    let fields = try parameters.fields()
    let language = try parameters.language()
    _ = try parameters.sessionToken()
    let isExact = daemon.access(of: call.peer).sight == .full
    // Who may not see it must not find out by an id what is near, or was chosen.
    guard var place = isExact ? knownPlace(text)?.place : PlaceID(text).flatMap(daemon.regions.place) else {
      return refuseUnknown(text, call)
    }
    if let language, let name = place.name(in: language) { place.name = name }
    call.reply(["place": Wire.Place(place, fields: fields, attributions: attributions(of: place)).json])
  }

  /// A place of the list, of the region files, or the selected one even if its region has gone.
  func knownPlace(_ text: String) -> (place: Place, isLikely: Bool)? {
    guard let id = PlaceID(text) else { return nil }
    if let place = daemon.engine.list?.ranking.places.first(where: { $0.place.id == id })?.place {
      return (place, true)
    }
    if let place = daemon.regions.place(id) { return (place, false) }
    guard let selected = daemon.engine.selection.selection?.place, selected.id == id else { return nil }
    return (selected, false)
  }

  /// There is no such place, unless it may be in a file that is damaged.
  func refuseUnknown(_ text: String, _ call: VarlinkCall) {
    guard let damaged = daemon.regions.regions.first(where: { $0.state == .damaged }) else {
      return call.error(Self.errorName("PlaceNotFound"), ["placeId": .string(text)])
    }
    call.error(Self.errorName("RegionDamaged"), ["name": .string(damaged.name)])
  }

  private func attributions(of place: Place) -> [Attribution] {
    daemon.regions.attributions(at: place.coordinate)
  }
}
