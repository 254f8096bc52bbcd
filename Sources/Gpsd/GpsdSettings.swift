import PlacesCore

/// Where gpsd is and what of it is used.
package struct GpsdSettings: Hashable, Sendable {
  /// Name or address; 2947 is gpsd's registered port.
  package var host = "localhost"
  package var port = "2947"
  /// The one receiver to use, as gpsd names it; nil takes whichever has a fix first, and stays with it.
  package var device: String?
  /// How old the last fix may be before it no longer stands for the present.
  package var staleAfter: Duration = .seconds(10)
  /// Whether 0/0 is a position like any other, and not what a receiver says that knows nothing.
  package var acceptsNullIsland = false

  /// Whether fixes of any year are believed, as in a recording.
  var acceptsAnyYear = false

  package init() {}

  /// Whether the same connection serves these as well: they differ at most in when a fix is stale.
  package func isSameLink(as other: GpsdSettings) -> Bool {
    var other = other
    other.staleAfter = staleAfter
    return self == other
  }

  /// "localhost:2947", with brackets around an IPv6 address.
  package var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
