import Glibc

/// Where in a place the device may be, on the plane around a fix: all over its footprint, or over a disc around its
/// point where no footprint is known.
struct PlaceExtent {
  private enum Shape {
    case disc(center: PlanePoint, radius: Double)
    case area(PlaneShape)
  }

  private let shape: Shape

  /// Steps of the grid that a footprint is sampled on, in each direction.
  private static let steps = 16
  /// How many scales around the fix are sampled: nothing measurable lies beyond.
  private static let reach = 6.0

  init(of place: Place, radius: Double, around origin: Coordinate) {
    if let footprint = place.footprint {
      shape = .area(footprint.onPlane(around: origin))
    } else {
      shape = .disc(center: origin.offset(to: place.coordinate), radius: radius)
    }
  }

  /// The density of the fix, averaged over the place: a large place is paid for by its own size.
  func meanDensity(of kernel: ErrorKernel) -> Double {
    switch shape {
    case .disc(let center, let radius): meanDensity(of: kernel, center: center, radius: radius)
    case .area(let area): meanDensity(of: kernel, over: area)
    }
  }

  /// A centre and two rings of points, each standing for the same share of the disc.
  private func meanDensity(of kernel: ErrorKernel, center: PlanePoint, radius: Double) -> Double {
    let distance = center.length.value
    var sum = kernel.density(at: distance)
    var count = 1.0
    for (ring, points) in [(0.55, 6), (0.88, 12)] {
      for k in 0..<points {
        let angle = 2 * .pi * Double(k) / Double(points)
        sum += kernel.density(at: hypot(distance + ring * radius * cos(angle), ring * radius * sin(angle)))
        count += 1
      }
    }
    return sum / count
  }

  /// The integral over the part of the area near the fix, divided by the whole area.
  private func meanDensity(of kernel: ErrorKernel, over area: PlaneShape) -> Double {
    let nearest = kernel.density(at: area.distance(from: PlanePoint(east: 0, north: 0)).value)
    let whole = area.area
    let reach = kernel.scale * PlaceExtent.reach
    let corners = area.rings.joined()
    let west = max(-reach, corners.map(\.east).min() ?? 0)
    let east = min(reach, corners.map(\.east).max() ?? 0)
    let south = max(-reach, corners.map(\.north).min() ?? 0)
    let north = min(reach, corners.map(\.north).max() ?? 0)
    guard whole > 1, west < east, south < north else { return nearest }
    let (dx, dy) = ((east - west) / Double(PlaceExtent.steps), (north - south) / Double(PlaceExtent.steps))
    var sum = 0.0
    var hits = 0
    for row in 0..<PlaceExtent.steps {
      for column in 0..<PlaceExtent.steps {
        let point = PlanePoint(
          east: west + (Double(column) + 0.5) * dx, north: south + (Double(row) + 0.5) * dy)
        guard area.contains(point) else { continue }
        sum += kernel.density(at: point.length.value)
        hits += 1
      }
    }
    return hits > 0 ? min(nearest, sum * dx * dy / whole) : nearest
  }
}
