/// How positioning stands, with the reason in words.
package struct ReceiverState: Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// Positioning is switched off.
    case off
    /// There is no gpsd, or gpsd has no receiver.
    case absent
    /// A receiver works and has no position yet.
    case searching
    /// The present fix has no height.
    case fix2D = "fix_2d"
    case fix3D = "fix_3d"
    /// The last fix is too old to stand for the present.
    case stale
  }

  package var kind: Kind
  /// The reason in a few words, without any position; nil where the state says it all.
  package var why: String?
  /// The receiver, as gpsd names it.
  package var device: String?
  /// The receiver's driver in gpsd.
  package var driver: String?

  package init(_ kind: Kind, why: String? = nil, device: String? = nil, driver: String? = nil) {
    self.kind = kind
    self.why = why
    self.device = device
    self.driver = driver
  }

  /// Whether there is a present position.
  package var hasFix: Bool { kind == .fix2D || kind == .fix3D }
}
