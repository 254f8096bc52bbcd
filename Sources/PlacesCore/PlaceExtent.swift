import Glibc

/// Where in a place the device may be, on the plane around a fix: all over its footprint, or over a disc around its
/// point where no footprint is known, as far as that lies in the building around it; and more often about its doors.
struct PlaceExtent {
  private enum Shape {
    case disc(center: PlanePoint, radius: Double)
    case area(PlaneShape)
  }

  private let shape: Shape
  /// The outline of the building around a point.
  private let building: PlaneShape?
  /// Where one goes in: the mapped entrances, else of a point in a building the nearest spot of the wall.
  private let doors: [PlanePoint]
  /// The area of the footprint in square metres; 0 where none is known.
  let area: Double

  /// The share of stays about the doors: signals are lost there, and terraces lie there.
  static let doorShare = 0.1
  /// Steps of the grid that a footprint is sampled on, in each direction.
  private static let steps = 16
  /// How many scales around the fix are sampled: nothing measurable lies beyond.
  private static let reach = 6.0

  init(of place: Place, radius: Double, around origin: Coordinate) {
    var doors = place.entrances.prefix(8).map { origin.offset(to: $0) }
    if let footprint = place.footprint {
      let footprint = footprint.onPlane(around: origin)
      shape = .area(footprint)
      area = footprint.area
      building = nil
    } else {
      let center = origin.offset(to: place.coordinate)
      shape = .disc(center: center, radius: radius)
      area = 0
      building = place.building?.onPlane(around: origin)
      if doors.isEmpty, let wall = building?.nearestOnOutline(to: center),
        hypot(wall.east - center.east, wall.north - center.north) < PlaceExtent.farthestDoor
      {
        doors = [wall]
      }
    }
    self.doors = doors
  }

  /// A wall further from the point is that of another shop.
  private static let farthestDoor = 30.0

  /// The density of the fix, averaged over the place: a large place is paid for by its own size.
  func meanDensity(of kernel: ErrorKernel) -> Double {
    let inside =
      switch shape {
      case .disc(let center, let radius): meanDensity(of: kernel, center: center, radius: radius)
      case .area(let footprint): meanDensity(of: kernel, over: footprint)
      }
    guard !doors.isEmpty else { return inside }
    let atDoors = doors.reduce(0) { $0 + kernel.density(at: $1.length.value) } / Double(doors.count)
    return (1 - PlaceExtent.doorShare) * inside + PlaceExtent.doorShare * atDoors
  }

  /// A centre and two rings of points, each standing for the same share of the disc.
  private func meanDensity(of kernel: ErrorKernel, center: PlanePoint, radius: Double) -> Double {
    var sum = kernel.density(at: center.length.value)
    // Far away the density is about the same all over the disc.
    guard center.length.value < kernel.scale * PlaceExtent.reach + radius else { return sum }
    var count = 1.0
    for offset in PlaceExtent.rings {
      let point = PlanePoint(
        east: center.east + radius * offset.east, north: center.north + radius * offset.north)
      if let building, !building.contains(point) { continue }
      sum += kernel.density(at: point.length.value)
      count += 1
    }
    return sum / count
  }

  private static let rings: [PlanePoint] = [(0.55, 6), (0.88, 12)].flatMap { radius, points in
    (0..<points).map { k in
      let angle = 2 * .pi * Double(k) / Double(points)
      return PlanePoint(east: radius * cos(angle), north: radius * sin(angle))
    }
  }

  /// The integral over the part of the area near the fix, divided by the whole area.
  private func meanDensity(of kernel: ErrorKernel, over footprint: PlaneShape) -> Double {
    let nearest = kernel.density(at: footprint.distance(from: PlanePoint(east: 0, north: 0)).value)
    guard nearest > 0 else { return 0 }
    let reach = kernel.scale * PlaceExtent.reach
    let corners = footprint.rings.joined()
    let west = max(-reach, corners.map(\.east).min() ?? 0)
    let east = min(reach, corners.map(\.east).max() ?? 0)
    let south = max(-reach, corners.map(\.north).min() ?? 0)
    let north = min(reach, corners.map(\.north).max() ?? 0)
    guard area > 1, west < east, south < north else { return nearest }
    let (dx, dy) = ((east - west) / Double(PlaceExtent.steps), (north - south) / Double(PlaceExtent.steps))
    var sum = 0.0
    var hits = 0
    for row in 0..<PlaceExtent.steps {
      for column in 0..<PlaceExtent.steps {
        let point = PlanePoint(
          east: west + (Double(column) + 0.5) * dx, north: south + (Double(row) + 0.5) * dy)
        guard footprint.contains(point) else { continue }
        sum += kernel.density(at: point.length.value)
        hits += 1
      }
    }
    return hits > 0 ? min(nearest, sum * dx * dy / area) : nearest
  }
}
