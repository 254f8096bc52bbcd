import LinuxIO
import PlacesCore
import StateStore

/// The state store, tried again at each write while it cannot be had: a full disk does not keep the daemon from its
/// work, and room that comes back is used.
@Loop
final class KeptState {
  private let directory: String
  private var store: StateStore?

  /// What was kept when the daemon started.
  let selection: Selection?
  let grants: [AccessGrant]
  let histories: (histories: [UInt32: PersonalHistory], off: Set<UInt32>)
  /// Where a damaged state was set aside to, if there was one.
  let setAside: String?
  /// Why the state cannot be kept at present, if it cannot.
  let trouble: StateError?

  /// Opens the store. Only what no free room mends is thrown: another daemon's state, a later version's, no right.
  init(directory: String) throws(StateError) {
    self.directory = directory
    do throws(StateError) {
      let store = try StateStore(directory: directory)
      let (kept, decided) = (try store.loadSelection(), try store.loadGrants())
      let said = (histories: try store.loadHistories(), off: try store.loadUsersWithoutHistory())
      (selection, grants, histories) = (kept, decided, said)
      (self.store, setAside, trouble) = (store, store.setAside, nil)
    } catch {
      guard error.isWantOfRoom else { throw error }
      (store, selection, grants, setAside, trouble) = (nil, nil, [], nil, error)
      histories = ([:], [])
    }
  }

  /// Why nothing could be kept so far, if that is so.
  var presentTrouble: StateError? { store == nil ? trouble : nil }

  /// Why choices may soon not be kept, as far as it can be told beforehand.
  var foreseenTrouble: String? {
    guard let free = FreeSpace.bytes(at: directory), free < KeptState.leastSpace else { return nil }
    return "its file system has \(free >> 10) KiB left"
  }

  /// Below this many bytes the next writes are about to fail: a log that has grown, and the database's new pages.
  private static let leastSpace: UInt64 = 1 << 20

  /// Keeps what was decided for a user; nil forgets it.
  func saveGrant(_ grant: AccessGrant?, of uid: UInt32) throws(StateError) {
    if store == nil { store = try StateStore(directory: directory) }
    try store?.saveGrant(grant, of: uid)
  }

  func addHistory(_ entry: PersonalHistory.Entry, of uid: UInt32) throws(StateError) {
    if store == nil { store = try StateStore(directory: directory) }
    try store?.addHistory(entry, of: uid)
  }

  /// Forgets what a user said of a place; all, without one.
  func clearHistory(of uid: UInt32, place: PlaceID?) throws(StateError) {
    if store == nil { store = try StateStore(directory: directory) }
    try store?.clearHistory(of: uid, place: place)
  }

  func setHistory(of uid: UInt32, isOn: Bool) throws(StateError) {
    if store == nil { store = try StateStore(directory: directory) }
    try store?.setHistory(of: uid, isOn: isOn)
  }

  func saveSelection(_ selection: Selection?) throws(StateError) {
    if store == nil { store = try StateStore(directory: directory) }
    try store?.saveSelection(selection)
  }
}
