/// Where a device roughly is, as one who may see no more is told: the same for all positions in a cell.
package struct ReducedLocation: Hashable, Sendable {
  package let coordinate: Coordinate
  /// The beginning of the quarter of an hour that it was taken in, as civil time and on the clock of ages.
  package let time: Timestamp
  package let since: Instant
  /// Whether the position was made up for a test.
  package let simulated: Bool
}

/// Takes one reduced location in each quarter of an hour, whoever asks how often: the cell of the quarter's first fix.
///
/// So neither many answers nor their times tell more than one cell each quarter. A clock that is set makes a quarter
/// shorter, once.
package struct ReducedLocator: Sendable {
  /// The present one.
  package private(set) var location: ReducedLocation?
  /// When the next one can be taken.
  package private(set) var slotEnd: Instant?
  private var cell: ReducedCell?

  private static let slot: Int64 = 900_000_000

  package init() {}

  /// Takes a fix, if it is the first in its quarter, which is told by the civil time; whether there is a new location.
  package mutating func take(_ fix: Fix, at wall: Timestamp) -> Bool {
    if let slotEnd, fix.arrival < slotEnd { return false }
    let cell = self.cell?.next(at: fix.coordinate) ?? ReducedCell(containing: fix.coordinate)
    guard let center = cell.center else { return false }
    self.cell = cell
    let rest = wall.microseconds % ReducedLocator.slot
    let passed = rest < 0 ? rest + ReducedLocator.slot : rest
    slotEnd = fix.arrival + .microseconds(ReducedLocator.slot - passed)
    location = ReducedLocation(
      coordinate: center,
      time: Timestamp(microseconds: wall.microseconds.subtractingReportingOverflow(passed).partialValue),
      since: fix.arrival + .microseconds(-passed), simulated: fix.simulated)
    return true
  }
}
