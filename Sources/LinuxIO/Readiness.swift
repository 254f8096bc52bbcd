import CLinux

/// What a watched descriptor is ready for.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A read will not block: there are bytes, the end, or an error to collect.
  package static let readable = Readiness(rawValue: 1)
  /// A write will not block.
  package static let writable = Readiness(rawValue: 2)
  /// The other side is gone or the descriptor failed. Only ever reported, and always beside what was asked for,
  /// so that a handler that just reads or writes meets the end or the error there.
  package static let hangup = Readiness(rawValue: 4)

  /// The epoll bits to wait for. Nothing asked for still learns of a hangup, once (edge-triggered), and cannot spin.
  var bits: UInt32 {
    var bits: UInt32 = 0
    if contains(.readable) { bits |= CLINUX_IN }
    if contains(.writable) { bits |= CLINUX_OUT }
    return bits == 0 ? CLINUX_EDGE : bits
  }

  /// What epoll reported for a descriptor watched for `interest`.
  init(bits: UInt32, interest: Readiness) {
    var ready: Readiness = []
    if bits & CLINUX_IN != 0 { ready.insert(.readable) }
    if bits & CLINUX_OUT != 0 { ready.insert(.writable) }
    if bits & (CLINUX_HUP | CLINUX_ERR) != 0 { ready.formUnion([.hangup, interest]) }
    self = ready
  }
}
