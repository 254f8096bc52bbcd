import LinuxIO
import PlaceEngine
import PlacesCore
import StateStore

/// What users say about where the device is, and what becomes of it.
extension Daemon {
  /// Keeps what a user said of a place, or of none, where the device is now; false if nothing is kept of that user, or
  /// it is not known where the device really is.
  func remember(_ verdict: PersonalHistory.Verdict, _ place: Place? = nil, of uid: UInt32) throws(StateError)
    -> Bool
  {
    guard let fix = engine.current, !fix.simulated else { return false }
    if verdict == .here, let place {
      // A place that was chosen from afar is no visit.
      let distance =
        place.footprint?.distance(from: fix.coordinate) ?? place.coordinate.distance(to: fix.coordinate)
      guard distance <= LikelihoodRanking.searchRadius(for: fix) else { return false }
    }
    let local = localTime(at: fix.coordinate)
    return try histories.add(
      PersonalHistory.Entry(
        verdict, place: place?.id, name: place?.name, at: fix.coordinate, time: time,
        utcOffset: local.utcOffset),
      of: uid, in: state)
  }

  /// Lists are made with the histories as they are now.
  func historiesChanged() { perform(.histories(histories.used)) }
}
