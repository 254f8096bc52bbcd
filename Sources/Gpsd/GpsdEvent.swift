import PlaceEngine
import PlacesCore

/// What a link to gpsd tells its owner.
package enum GpsdEvent: Hashable, Sendable {
  /// For the engine: a fix, or the state of positioning.
  case source(FixEvent)
  /// For the log: gpsd has answered; its release.
  case connected(release: String)
  /// For the log, once for each outage: why there is no connection, and when it is dialled next.
  case lost(why: String, redial: Duration)
}
