import Glibc

/// A cell of the fixed grid that reduced locations are told by: 0.05 degrees high and about as wide in metres, the same
/// for everybody for ever.
package struct ReducedCell: Hashable, Sendable {
  private let row: Int
  private let column: Int

  private static let rows = 3600
  private static let height = 180.0 / Double(rows)
  /// How far beyond its edges, as part of its size, a cell is kept: who lives at an edge is not told by every crossing.
  private static let margin = 0.1

  /// The cell that holds a position.
  package init(containing coordinate: Coordinate) {
    let row = min(ReducedCell.rows - 1, max(0, Int((coordinate.latitude + 90) / ReducedCell.height)))
    let columns = ReducedCell.columns(ofRow: row)
    // Both ends of the longitudes are the same meridian.
    let part = coordinate.longitude >= 180 ? 0 : (coordinate.longitude + 180) / 360
    self.row = row
    column = min(columns - 1, max(0, Int(part * Double(columns))))
  }

  /// The cell of a position when this one was told before: the same unless the position is clearly outside.
  package func next(at coordinate: Coordinate) -> ReducedCell {
    let width = 360 / Double(ReducedCell.columns(ofRow: row))
    let reach = 0.5 + ReducedCell.margin
    let north = abs(coordinate.latitude - middle.latitude)
    let east = abs((coordinate.longitude - middle.longitude).remainder(dividingBy: 360))
    return north <= reach * ReducedCell.height && east <= reach * width
      ? self : ReducedCell(containing: coordinate)
  }

  /// What is told of it: its centre, to a millionth of a degree.
  package var center: Coordinate? {
    func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
    return Coordinate(latitude: rounded(middle.latitude), longitude: rounded(middle.longitude))
  }

  /// Half of its diagonal at the equator, and a little more for the margin: the same for each cell.
  package static let radius: Metres = 4500

  private var middle: (latitude: Double, longitude: Double) {
    let columns = ReducedCell.columns(ofRow: row)
    return (
      (Double(row) + 0.5) * ReducedCell.height - 90, (Double(column) + 0.5) / Double(columns) * 360 - 180
    )
  }

  private static func columns(ofRow row: Int) -> Int {
    let latitude = ((Double(row) + 0.5) * height - 90) * .pi / 180
    return max(1, Int((360 / height * cos(latitude)).rounded()))
  }
}
