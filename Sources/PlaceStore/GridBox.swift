import PlacesCore
import SQLite

/// The extent of a place in units of 1e-7 degree, as the R*Tree keeps it.
///
/// `west` is a longitude; `east` is not less than `west`, and lies beyond 180 degrees where the 180th meridian is
/// crossed. An extent that does not fit into 32 bits so covers all longitudes.
struct GridBox: Hashable {
  var south: Int32
  var north: Int32
  var west: Int32
  var east: Int32

  /// The extent of a point, and of all others.
  init(of start: Coordinate, _ others: some Sequence<Coordinate> = EmptyCollection()) {
    let start = GridCoordinate(start)
    let first = Int64(start.longitude)
    var (low, high) = (first, first)
    (south, north) = (start.latitude, start.latitude)
    for point in others.lazy.map(GridCoordinate.init) {
      south = min(south, point.latitude)
      north = max(north, point.latitude)
      // Counted from the first point the short way round.
      var turn = Int64(point.longitude) - first
      if turn > GridBox.half { turn -= 2 * GridBox.half }
      if turn < -GridBox.half { turn += 2 * GridBox.half }
      low = min(low, first + turn)
      high = max(high, first + turn)
    }
    // So near a pole, an area may hold the pole itself, and its edges lie nearer to it than its corners.
    if north > GridBox.polar || south < -GridBox.polar, high > low {
      if north > GridBox.polar { north = 900_000_000 }
      if south < -GridBox.polar { south = -900_000_000 }
      (low, high) = (-GridBox.half, GridBox.half)
    }
    if low < -GridBox.half { (low, high) = (low + 2 * GridBox.half, high + 2 * GridBox.half) }
    if high > Int64(Int32.max) { (low, high) = (-GridBox.half, GridBox.half) }
    (west, east) = (Int32(low), Int32(high))
  }

  /// Nil if the values are no extent.
  init?(south: Int64, north: Int64, west: Int64, east: Int64) {
    guard let low = GridCoordinate(latitude: south, longitude: west), south <= north,
      north <= GridBox.half / 2,
      west <= east, east <= Int64(Int32.max)
    else { return nil }
    (self.south, self.west) = (low.latitude, low.longitude)
    (self.north, self.east) = (Int32(north), Int32(east))
  }

  /// Within a degree (111 km) of a pole.
  private static let polar: Int32 = 890_000_000

  /// Half the way round the earth.
  private static let half: Int64 = 1_800_000_000

  /// The extent as the R*Tree's functions see it.
  var rtreeBox: RTreeBox {
    RTreeBox(first: Double(south)...Double(north), second: Double(west)...Double(east))
  }

  /// The extent in degrees.
  var box: Box? {
    let wrapped = Int64(east) > GridBox.half ? Int64(east) - 2 * GridBox.half : Int64(east)
    guard let southWest = GridCoordinate(latitude: Int64(south), longitude: Int64(west))?.coordinate,
      let northEast = GridCoordinate(latitude: Int64(north), longitude: wrapped)?.coordinate
    else { return nil }
    return Box(southWest: southWest, northEast: northEast)
  }

  /// The values for the R*Tree, in its column order.
  var values: [SQLValue] { [south, north, west, east].map { .integer(Int64($0)) } }
}
