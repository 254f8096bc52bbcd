import LinuxIO
import PlacesCore
import StateStore

/// What each user said about where the device was, as it is kept.
@Loop
final class Histories {
  private(set) var histories: [UInt32: PersonalHistory]
  private var off: Set<UInt32>
  /// Whether the configuration lets histories be kept and used.
  var isAllowed: Bool

  /// For further users none is kept: it bounds what lists cost and the state takes.
  static let mostUsers = 64

  init(_ kept: (histories: [UInt32: PersonalHistory], off: Set<UInt32>), isAllowed: Bool) {
    (histories, off) = kept
    self.isAllowed = isAllowed
  }

  /// Whether a user's history is kept and used.
  func isOn(for uid: UInt32) -> Bool { isAllowed && !off.contains(uid) }

  /// The histories that lists are made with.
  var used: [UInt32: PersonalHistory] { histories.filter { isOn(for: $0.key) && !$0.value.entries.isEmpty } }

  /// Keeps something that a user said; false if nothing is kept of that user.
  func add(_ entry: PersonalHistory.Entry, of uid: UInt32, in state: KeptState) throws(StateError) -> Bool {
    guard isOn(for: uid), histories[uid] != nil || histories.count < Histories.mostUsers else { return false }
    try state.addHistory(entry, of: uid)
    histories[uid, default: PersonalHistory()].add(entry)
    return true
  }

  /// Forgets what a user said of a place, or all; the result is how many entries that were.
  func clear(of uid: UInt32, place: PlaceID?, in state: KeptState) throws(StateError) -> Int {
    try state.clearHistory(of: uid, place: place)
    let removed = histories[uid]?.forget(place) ?? 0
    if histories[uid]?.entries.isEmpty == true { histories[uid] = nil }
    return removed
  }

  func set(_ isOn: Bool, for uid: UInt32, in state: KeptState) throws(StateError) {
    try state.setHistory(of: uid, isOn: isOn)
    if isOn { off.remove(uid) } else { off.insert(uid) }
  }
}
