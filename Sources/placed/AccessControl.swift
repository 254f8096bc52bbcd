import Configuration
import Glibc
import LinuxIO
import PlacedInterface
import PlacesCore
import StateStore
import Systemd

/// Who may know where this device is: what the rules say, and what was decided while the daemon ran.
@Loop
final class AccessControl {
  /// The rules of the configuration.
  var rules: AccessRules
  private var grants: [UInt32: AccessGrant]
  /// What users without a decision ask for: the reason, which may be shown to whoever decides.
  private var requests: [UInt32: String] = [:]

  /// Users who may wait for a decision at once: more than a device has.
  static let maximumRequests = 256
  /// Characters of a purpose: a sentence or two.
  static let longestPurpose = 256

  init(rules: AccessRules, grants: [AccessGrant]) {
    self.rules = rules
    self.grants = Dictionary(grants.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
  }

  /// Root and the daemon's own user: they see and decide everything.
  static func isAdministrator(_ peer: PeerCredentials) -> Bool { peer.uid == 0 || peer.uid == geteuid() }

  /// What a caller may see. A decision stands over the rules, but not over one that restricts.
  func access(of peer: PeerCredentials) -> Access {
    if AccessControl.isAdministrator(peer) { return Access(.authorizedAlways, .full) }
    let uid = peer.uid
    let ruled = rules.access(
      of: AccessRules.Caller(uid: uid, groups: peer.groups, unit: peer.unit) {
        LoginMonitor.isActive(uid: uid)
      })
    if ruled?.status == .restricted { return Access(.restricted) }
    return grants[uid]?.access ?? ruled ?? Access(.notDetermined)
  }

  /// Notes what a caller asks access for; the newest reason counts. Whether the user had not asked before.
  func request(_ purpose: String, by peer: PeerCredentials) -> Bool {
    let isNew = requests[peer.uid] == nil
    guard !isNew || requests.count < AccessControl.maximumRequests else { return false }
    requests[peer.uid] = purpose
    return isNew
  }

  /// All decisions and all who wait for one, by uid.
  var list: [AccessGrant] {
    let waiting = requests.map { AccessGrant(uid: $0.key, access: Access(.notDetermined), purpose: $0.value) }
    return (grants.values + waiting).sorted { $0.uid < $1.uid }
  }

  /// Decides about a user, durably; not determined takes a decision back.
  func decide(_ access: Access, of uid: UInt32, in state: KeptState) throws(StateError) {
    let purpose = requests[uid] ?? grants[uid]?.purpose
    let grant =
      access.status == .notDetermined ? nil : AccessGrant(uid: uid, access: access, purpose: purpose)
    try state.saveGrant(grant, of: uid)
    grants[uid] = grant
    requests[uid] = nil
  }
}

extension Access {
  var wire: Wire.Authorization {
    Wire.Authorization(status: status.rawValue, accuracy: accuracy.rawValue)
  }

  /// Why nothing is seen, in words.
  var why: String {
    Wire.Authorization.words(for: status.rawValue)
      ?? (accuracy == .full
        ? "this user may know the location" : "this user may know the location only roughly")
  }
}
