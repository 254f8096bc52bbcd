/// What a caller may see.
package struct Access: Hashable, Sendable {
  /// By Core Location's names.
  package enum Status: String, CaseIterable, Sendable {
    /// Nobody has decided yet.
    case notDetermined = "not_determined"
    /// Denied, and no grant changes it.
    case restricted
    case denied
    /// While the user sits at this device.
    case authorizedWhenInUse = "authorized_when_in_use"
    case authorizedAlways = "authorized_always"
  }

  package enum Accuracy: String, CaseIterable, Sendable {
    case full
    case reduced
  }

  /// What follows from both.
  package enum Sight: Sendable {
    case none
    case reduced
    case full
  }

  package var status: Status
  package var accuracy: Accuracy

  package init(_ status: Status, _ accuracy: Accuracy = .reduced) {
    self.status = status
    self.accuracy = accuracy
  }

  package var sight: Sight {
    switch status {
    case .notDetermined, .restricted, .denied: .none
    case .authorizedWhenInUse, .authorizedAlways: accuracy == .full ? .full : .reduced
    }
  }
}

/// What was decided for one user while the daemon ran, or what a user without a decision asks for.
package struct AccessGrant: Hashable, Sendable {
  package var uid: UInt32
  package var access: Access
  /// What the user's program says that it needs the location for.
  package var purpose: String?

  package init(uid: UInt32, access: Access, purpose: String? = nil) {
    self.uid = uid
    self.access = access
    self.purpose = purpose
  }
}
