/// Something that the program may want to log: a client that was turned away, or no means to take one.
///
/// Each kind is told at once and then at most once a minute, so that no client can flood a log.
package struct VarlinkServerEvent: Equatable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A message was no Varlink call; its connection was closed. So in the next four cases.
    case malformed
    /// A message was longer than `VarlinkLimits.messageBytes`.
    case tooLarge
    /// A message did not end, or replies were not taken, within `VarlinkLimits.requestTimeout`.
    case timedOut
    /// The client left more than `VarlinkLimits.outputBytes` of a stream unread.
    case outputOverflow
    /// A connection beyond `VarlinkLimits.connections` or the process's descriptors was closed at once.
    case tooManyConnections
    /// A connection beyond `VarlinkLimits.connectionsPerUser` was closed at once.
    case tooManyConnectionsOfUser
    /// Connections wait for a moment: accept4(2) failed with this `errno`.
    case cannotAccept(code: Int32)
  }

  package var kind: Kind
  /// How often it happened since it was last told.
  package var count: Int
  /// The user of the last one; nil when not known.
  package var uid: UInt32?
}

/// Lets each kind of event pass once a minute, counting the others.
struct EventGate {
  private static let interval: Int64 = 60_000_000_000
  private var kinds: [VarlinkServerEvent.Kind: (told: Int64, held: Int)] = [:]

  /// The event to tell, if it is time to; `now` in nanoseconds.
  mutating func pass(_ kind: VarlinkServerEvent.Kind, uid: UInt32?, now: Int64) -> VarlinkServerEvent? {
    let held = kinds[kind]?.held ?? 0
    if let told = kinds[kind]?.told, now - told < Self.interval {
      kinds[kind] = (told, held + 1)
      return nil
    }
    kinds[kind] = (now, 0)
    return VarlinkServerEvent(kind: kind, count: held + 1, uid: uid)
  }
}
