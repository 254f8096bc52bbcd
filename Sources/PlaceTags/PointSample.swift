import PlacesCore

/// Some of many points, evenly over the order in which they come, in bounded memory.
package struct PointSample {
  package private(set) var points: [Coordinate] = []
  /// One in so many is kept.
  private var stride = 1
  private var seen = 0

  private static let most = 20_000

  package init() {}

  package mutating func add(_ point: Coordinate) {
    defer { seen += 1 }
    guard seen.isMultiple(of: stride) else { return }
    points.append(point)
    guard points.count >= PointSample.most else { return }
    points = points.indices.filter { $0.isMultiple(of: 2) }.map { points[$0] }
    stride *= 2
  }
}
