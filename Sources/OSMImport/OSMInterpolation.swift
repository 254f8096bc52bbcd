import PlaceTags
import PlacesCore

/// A way between nodes with house numbers that stands for the houses in between (`addr:interpolation`).
package struct OSMInterpolation: Hashable, Sendable {
  /// The way's id.
  package let way: Int64
  /// Between two neighbouring numbers: 1, 2 for even or odd ones, or what the map says.
  let step: Int
  /// The ids of its nodes, some of which have a number, and where they are.
  package let nodes: [PlaceID]
  let points: [Coordinate]

  /// Houses between two numbers; more are a mistake of the map.
  private static let most = 500

  /// Nil for other objects, and for interpolations that are not by number.
  init?(_ object: OSMObject, nodes: UnsafeBufferPointer<Int64>) {
    guard object.kind == .way, let kind = object.tags["addr:interpolation"] else { return nil }
    switch kind {
    case "all": step = 1
    case "even", "odd": step = 2
    default:
      guard let number = Int(kind), (1...100).contains(number) else { return nil }
      step = number
    }
    switch object.shape {
    case .line(let points): self.points = points
    case .area(let rings): points = rings.first ?? []
    default: return nil
    }
    way = object.number
    self.nodes = nodes.compactMap { PlaceID("osm:node/\($0)") }
    guard self.nodes.count == points.count, points.count > 1 else { return nil }
  }

  /// The addresses in between, evenly spread. `known` are those of the nodes that have one.
  package func addresses(known: [PlaceID: Address]) -> [Place] {
    let numbered = nodes.indices.compactMap { index -> (index: Int, number: Int, address: Address)? in
      guard let address = known[nodes[index]], let number = address.houseNumber.flatMap({ Int($0) }) else {
        return nil
      }
      return (index, number, address)
    }
    return zip(numbered, numbered.dropFirst()).flatMap { first, last -> [Place] in
      let (low, high) = (min(first.number, last.number), max(first.number, last.number))
      guard low > 0, high - low > step, (high - low) / step <= OSMInterpolation.most else { return [] }
      let line = Array(points[first.index...last.index])
      return stride(from: low + step, to: high, by: step).compactMap { number in
        let part = Double(number - first.number) / Double(last.number - first.number)
        guard let point = OSMGeometry.point(on: line, at: part), let id = PlaceID("osm:way/\(way)/\(number)"),
          let type = PlaceType("street_address")
        else { return nil }
        var address = first.address
        address.houseNumber = "\(number)"
        guard let label = OSMPlace.label(of: address) else { return nil }
        var place = Place(
          id: id, name: label, coordinate: GridCoordinate(point).coordinate ?? point, types: [type])
        place.address = address
        return place
      }
    }
  }
}
