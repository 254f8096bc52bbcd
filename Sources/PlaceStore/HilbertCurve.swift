import PlacesCore

/// Numbers for squares on the globe such that squares of near numbers are near each other.
enum HilbertCurve {
  /// The grid has this many halvings: 32,768 squares round the equator, each 1.22 km wide there.
  static let order = 15
  /// A grid within the other one, each of its squares 2.4 m wide at the equator: numbers of one curve, so that points in
  /// one square of the other grid have numbers in a row.
  static let fineOrder = 24

  /// The number of the square that holds a point, along the curve.
  static func cell(of point: GridCoordinate) -> Int64 { number(of: point, order: order) }

  /// The number of the small square that holds a point.
  static func spot(of point: GridCoordinate) -> Int64 { number(of: point, order: fineOrder) }

  private static func number(of point: GridCoordinate, order: Int) -> Int64 {
    let side = Int64(1) << order
    // The grid is square in degrees, so that half of it lies beyond the poles and stays empty.
    var x = min((Int64(point.longitude) + 1_800_000_000) * side / 3_600_000_000, side - 1)
    var y = min((Int64(point.latitude) + 900_000_000) * side / 3_600_000_000, side - 1)
    var distance: Int64 = 0
    var half = side / 2
    while half > 0 {
      let (right, upper) = (x & half != 0, y & half != 0)
      distance += half * half * ((right ? 3 : 0) ^ (upper ? 1 : 0))
      if !upper {
        if right { (x, y) = (side - 1 - x, side - 1 - y) }
        swap(&x, &y)
      }
      half /= 2
    }
    return distance
  }
}
