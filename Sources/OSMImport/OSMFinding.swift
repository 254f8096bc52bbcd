import PlacesCore

/// What was made of an object of the map.
package struct OSMFinding: Sendable {
  /// How an object takes part when several stand for one real thing.
  package enum Role: Int64, Sendable {
    /// A place at a point.
    case point
    /// A place with an outline.
    case area
    /// A piece of a street.
    case street
    /// A town or village as a point.
    case settlement
    /// The area of one, as the state draws it.
    case boundary
    /// Nothing else stands for the same.
    case alone
  }

  package var place: Place
  package var role: Role
  /// Whether the place has a name of its own, not only that of its kind.
  package var isNamed: Bool
  /// The distance from its point to its farthest corner.
  package var reach: Metres
}
