import PlacesCore

/// The smallest box around many boxes, the short way round the earth.
struct GridExtent {
  private var south = Int32.max
  private var north = Int32.min
  /// Least west and greatest east with longitudes from -180 degrees on, and from 0 on.
  private var longitudes = [(west: Int64.max, east: Int64.min), (west: Int64.max, east: Int64.min)]

  private static let circle: Int64 = 3_600_000_000

  mutating func add(_ box: GridBox) {
    south = min(south, box.south)
    north = max(north, box.north)
    for (index, turn) in [0, box.west < 0 ? GridExtent.circle : 0].enumerated() {
      longitudes[index].west = min(longitudes[index].west, Int64(box.west) + turn)
      longitudes[index].east = max(longitudes[index].east, Int64(box.east) + turn)
    }
  }

  /// The box around all that was added; nil if that is nothing.
  var box: GridBox? {
    guard south <= north else { return nil }
    let narrow = longitudes.min { $0.east - $0.west < $1.east - $1.west } ?? longitudes[0]
    var (west, east) = narrow
    if west > GridExtent.circle / 2 { (west, east) = (west - GridExtent.circle, east - GridExtent.circle) }
    if east > Int64(Int32.max) || east - west >= GridExtent.circle {
      (west, east) = (-GridExtent.circle / 2, GridExtent.circle / 2)
    }
    return GridBox(south: Int64(south), north: Int64(north), west: west, east: east)
  }
}
