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
    guard engine.presentStay(at: now) != nil,
      let entry = engine.entry(
        verdict, place, at: now, time: time, utcOffset: { localTime(at: $0).utcOffset })
    else { return false }
    return try histories.add(entry, of: uid, in: state)
  }

  /// Lists are made with the histories as they are now.
  func historiesChanged() { perform(.histories(histories.used)) }
}
