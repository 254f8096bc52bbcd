import Glibc
import PlacesCore

/// Who may know where this device is: the rules of `access.conf`, of which the first that fits a caller holds.
package struct AccessRules: Equatable, Sendable {
  /// A caller, as the kernel knows it.
  package struct Caller: Sendable {
    package var uid: UInt32
    package var groups: Set<UInt32>
    /// The system's unit that its process belongs to.
    package var unit: String?
    /// Whether the user has an active session at a seat of this device; looked at only where a rule needs it.
    package var isActive: @Sendable () -> Bool

    package init(
      uid: UInt32, groups: Set<UInt32> = [], unit: String? = nil,
      isActive: @escaping @Sendable () -> Bool = { false }
    ) {
      self.uid = uid
      self.groups = groups
      self.unit = unit
      self.isActive = isActive
    }
  }

  /// Whom a rule speaks of.
  enum Subject: Equatable {
    /// Nil for a name that nobody has.
    case user(UInt32?)
    case group(UInt32?)
    case unit(String)
    case activeSession
  }

  struct Rule: Equatable {
    let subject: Subject
    let access: Access
    /// As written, with single blanks.
    let text: String
    let file: String
    let line: Int
  }

  private(set) var rules: [Rule] = []
  /// Names that nobody has.
  package private(set) var warnings: [Finding] = []

  /// No rules: only root and the daemon's own user have access.
  package init() {}

  /// Reads the rules; without a file there are none. The error has every wrong line.
  package init(file: String) throws(ConfigurationError) {
    try self.init(parsing: ConfigurationFile.bytes(of: file) ?? [], file: file)
  }

  init(parsing bytes: [UInt8], file: String) throws(ConfigurationError) {
    var errors: [Finding] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      func finding(_ message: String) -> Finding { Finding(file: file, line: index + 1, message: message) }
      guard let line = String(validating: bytes, as: UTF8.self), !line.utf8.contains(0) else {
        errors.append(finding("the line is not UTF-8 text"))
        continue
      }
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix(";") else { continue }
      guard let last = words.last, let access = AccessRules.access(last, of: first),
        let subject = AccessRules.subject(words.dropLast())
      else {
        errors.append(
          finding(
            "expected user NAME, group NAME, unit NAME or active-session, and then full, reduced, denied or restricted"
          ))
        continue
      }
      if subject == .user(nil) || subject == .group(nil) {
        warnings.append(finding("nobody is called '\(words[1])', the rule has no effect"))
      }
      rules.append(
        Rule(
          subject: subject, access: access, text: words.joined(separator: " "), file: file, line: index + 1))
    }
    guard errors.isEmpty else { throw .invalid(errors) }
  }

  /// What the rules say of a caller; nil if none speaks of it.
  package func access(of caller: Caller) -> Access? {
    rules.first { rule in
      switch rule.subject {
      case .user(let uid): uid == caller.uid
      case .group(let gid): gid.map(caller.groups.contains) ?? false
      case .unit(let name): name == caller.unit
      case .activeSession: caller.isActive()
      }
    }?.access
  }

  /// The rules in their order, with where they stand beside them.
  package var text: String {
    let width = rules.map(\.text.count).max() ?? 0
    return rules.map { rule in
      rule.text + String(repeating: " ", count: width - rule.text.count) + "  \(rule.file):\(rule.line)\n"
    }.joined()
  }

  private static func access(_ word: String, of subject: String) -> Access? {
    let granted: Access.Status = subject == "active-session" ? .authorizedWhenInUse : .authorizedAlways
    return switch word {
    case "full": Access(granted, .full)
    case "reduced": Access(granted, .reduced)
    case "denied": Access(.denied)
    case "restricted": Access(.restricted)
    default: nil
    }
  }

  private static func subject(_ words: ArraySlice<String>) -> Subject? {
    guard let kind = words.first, words.count == (kind == "active-session" ? 1 : 2), let name = words.last
    else { return nil }
    return switch kind {
    case "user": .user(UInt32(name) ?? getpwnam(name)?.pointee.pw_uid)
    case "group": .group(UInt32(name) ?? getgrnam(name)?.pointee.gr_gid)
    case "unit": .unit(name)
    case "active-session": .activeSession
    default: nil
    }
  }
}
