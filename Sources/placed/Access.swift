import Glibc
import LinuxIO
import PlacedInterface

/// What a caller may see, by the kernel's word on who it is.
enum Access {
  case full
  case notDetermined

  /// Root and the daemon's own user have full access.
  static func of(_ peer: PeerCredentials) -> Access {
    peer.uid == 0 || peer.uid == geteuid() ? .full : .notDetermined
  }

  var wire: Wire.Authorization {
    switch self {
    case .full: Wire.Authorization(status: "authorized_always", accuracy: "full")
    case .notDetermined: Wire.Authorization(status: "not_determined", accuracy: "reduced")
    }
  }
}
