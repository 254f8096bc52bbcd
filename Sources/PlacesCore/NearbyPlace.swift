/// A place with its distance from the position that was asked for.
package struct NearbyPlace: Hashable, Sendable {
  package var place: Place
  /// To the point or the footprint; 0 inside.
  package var distance: Metres

  package init(place: Place, distance: Metres) {
    self.place = place
    self.distance = distance
  }
}
