import PlacesCore

/// How an added place may stand for the same real thing as another one of its name.
///
/// Two are one only if their names are equal but for case and accents, and
/// - a point lies in an outline, or within 15 m of it, and both are of one kind (or the outline of none in
///   particular): a café as a node inside its building;
/// - an outline lies in an outline of the same kind;
/// - a point of a town lies in an administrative area: the smallest such area;
/// - pieces of streets touch.
///
/// Two points are never one: the branches of a chain and the machines of a bank stay apart, and so do a café and a
/// hotel of one name in one building.
package struct TwinTraits: Hashable, Sendable {
  package enum Role: Int64, Sendable {
    case point, area, street, settlement, boundary
  }

  package var role: Role
  /// The distance from the place's point to its farthest corner.
  package var reach: Metres

  package init(role: Role, reach: Metres) {
    self.role = role
    self.reach = reach
  }

  /// What two must have in common to be compared: a hash of the name and the family of roles.
  func key(of name: String) -> Int64 {
    let family: UInt64 =
      switch role {
      case .point, .area: 1
      case .street: 2
      case .settlement, .boundary: 3
      }
    var hash: UInt64 = 14_695_981_039_346_656_037 ^ family
    for byte in SearchText.folded(name).utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    return Int64(bitPattern: hash)
  }
}
