import PlacesCore

/// The nodes with house numbers of an input of which nothing is written: what is needed to count the houses between them.
struct HouseNumbers {
  // Twelve bytes a node, as a country has millions.
  private var nodes: [Int64] = []
  private var numbers: [Int32] = []

  mutating func add(_ place: Place) {
    let prefix = "osm:node/"
    guard place.id.text.hasPrefix(prefix), let node = Int64(place.id.text.dropFirst(prefix.count)),
      let number = place.address.houseNumber.flatMap({ Int32($0) }),
      place.address.street != nil || place.address.locality != nil
    else { return }
    nodes.append(node)
    numbers.append(number)
  }

  /// The numbers of some of the nodes, in a street without a name.
  func addresses(of ids: Set<PlaceID>) -> [PlaceID: Address] {
    guard !ids.isEmpty else { return [:] }
    var found: [PlaceID: Address] = [:]
    for (node, number) in zip(nodes, numbers) {
      guard let id = PlaceID("osm:node/\(node)"), ids.contains(id) else { continue }
      var address = Address()
      (address.houseNumber, address.street) = ("\(number)", "-")
      found[id] = address
    }
    return found
  }
}
