import JSON
import LinuxIO
import PlacedInterface
import PlacesCore
import StateStore
import Varlink

/// The methods about what the caller said earlier: always of the calling user, by the kernel's word.
extension PlacesService {
  /// Adds a selected place to the caller's history. The selection is kept already: without room for more it holds.
  func remember(_ place: Place, _ call: VarlinkCall) {
    do throws(StateError) {
      if try daemon.remember(.here, place, of: call.peer.uid) { daemon.historiesChanged() }
    } catch {
      daemon.log.warning("The history could not be saved: \(error). The selection holds.")
    }
  }

  func rejectPlaces(_ call: VarlinkCall) throws(ParameterError) {
    let names = CallParameters(object: call.parameters).strings("placeIds") ?? []
    guard names.count <= Int(CallParameters.largestList) else { throw ParameterError(path: "placeIds") }
    var places: [Place] = []
    for name in names {
      guard let place = knownPlace(name)?.place else { return refuseUnknown(name, call) }
      places.append(place)
    }
    if case .failure(let absence) = daemon.present(for: daemon.settings.location.desiredAccuracy) {
      return call.error(PlacesInterface.errorName(absence.error), absence.parameters)
    }
    let selected = daemon.engine.selection.selection?.place.id
    keep(call) { () throws(StateError) in
      var isKept = false
      if places.isEmpty { isKept = try daemon.remember(.nowhere, of: call.peer.uid) }
      for place in places { isKept = try daemon.remember(.notHere, place, of: call.peer.uid) || isKept }
      daemon.historiesChanged()
      if selected != nil, places.isEmpty || places.contains(where: { $0.id == selected }) {
        try daemon.performSaving(.select(nil))
      }
      return ["kept": .bool(isKept)]
    }
  }

  func listHistory(_ call: VarlinkCall) throws(ParameterError) {
    let limit = try CallParameters(object: call.parameters).int("limit", in: 1...Int64(PersonalHistory.limit))
    let entries = daemon.histories.histories[call.peer.uid]?.entries ?? []
    let shown = entries.reversed().prefix(limit.map(Int.init) ?? PersonalHistory.limit)
    call.reply([
      "enabled": .bool(daemon.histories.isOn(for: call.peer.uid)),
      "entries": .array(
        shown.map { entry in
          Wire.HistoryEntry(
            verdict: entry.verdict.rawValue, placeId: entry.place?.text, name: entry.name,
            coordinate: Wire.Coordinate(entry.coordinate), timeUSec: entry.time.microseconds
          ).json
        }),
    ])
  }

  func clearHistory(_ call: VarlinkCall) throws(ParameterError) {
    let text = CallParameters(object: call.parameters).string("placeId")
    let place = text.flatMap { PlaceID($0) }
    guard text == nil || place != nil else { throw ParameterError(path: "placeId") }
    keep(call) { () throws(StateError) in
      let removed = try daemon.histories.clear(of: call.peer.uid, place: place, in: daemon.state)
      daemon.historiesChanged()
      return ["removed": .int(removed)]
    }
  }

  func setHistory(_ call: VarlinkCall) throws(ParameterError) {
    let isOn = CallParameters(object: call.parameters).flag("enabled")
    keep(call) { () throws(StateError) in
      try daemon.histories.set(isOn, for: call.peer.uid, in: daemon.state)
      daemon.historiesChanged()
      return [:]
    }
  }

  private func keep(_ call: VarlinkCall, _ work: @Loop () throws(StateError) -> JSONObject) {
    do throws(StateError) {
      call.reply(try work())
    } catch {
      daemon.log.error("The history could not be saved: \(error).")
      call.error(PlacesInterface.errorName("NotSaved"), ["reason": .string("\(error)")])
    }
  }
}
