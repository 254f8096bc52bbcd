import PlacedTestKit
import PlacesCore
import Testing

@Suite struct ReducedLocationTests {
  /// 2026-08-21 12:00 UTC.
  private static let noon: Int64 = 1_787_313_600_000_000

  private func wall(_ second: Double) -> Timestamp {
    Timestamp(microseconds: ReducedLocationTests.noon + Int64(second * 1e6))
  }

  @Test(arguments: [
    (52.1, 10.2), (0, 0), (-33.87, 151.2), (90, 0), (-90, 180), (89.99, -180), (1, 180), (1, -180),
    (64.1, -21.9),
  ])
  func `a cell's centre is in it, near, and tells no more of the position`(
    latitude: Double, longitude: Double
  )
    throws
  {
    let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let cell = ReducedCell(containing: position)
    let center = try #require(cell.center)
    #expect(ReducedCell(containing: center) == cell)
    #expect(center.distance(to: position) <= ReducedCell.radius)
    #expect(cell.next(at: center) == cell)
  }

  @Test func `an edge has to be crossed clearly`() throws {
    let here = try #require(Coordinate(latitude: 52.1249, longitude: 10.2))
    let cell = ReducedCell(containing: here)
    let center = try #require(cell.center)
    let edge = try #require(Coordinate(latitude: center.latitude + 0.025, longitude: center.longitude))
    #expect(ReducedCell(containing: edge.moved(north: 100)) != cell)
    #expect(cell.next(at: edge.moved(north: 100)) == cell)
    #expect(cell.next(at: edge.moved(north: 600)) != cell)
  }

  @Test func `both sides of the 180th meridian are one neighbourhood`() throws {
    let west = try #require(Coordinate(latitude: 10, longitude: 179.9999))
    let east = try #require(Coordinate(latitude: 10, longitude: -179.9999))
    #expect(ReducedCell(containing: west).next(at: east) == ReducedCell(containing: west))
  }

  private func take(_ locator: inout ReducedLocator, _ place: Coordinate, _ second: Double, _ clock: Double)
    -> Bool
  {
    locator.take(.at(place, second: second), at: wall(clock))
  }

  @Test func `there is one location for each quarter of an hour, with the quarter's time`() {
    var locator = ReducedLocator()
    let first = take(&locator, .p0, 1000, 100)
    #expect(first && locator.location?.time == wall(0))
    #expect(locator.location?.since == Instant(nanoseconds: 900_000_000_000))
    let others = (101..<900).filter { second in
      take(&locator, .p0.moved(north: Double(second) * 30), 900 + Double(second), Double(second))
    }
    #expect(others.isEmpty)
    let next = take(&locator, .p0.moved(north: 50_000), 1800, 900)
    #expect(next && locator.location?.time == wall(900))
    // A clock that is set does not bring the next one nearer than the quarter's end.
    let early = take(&locator, .p0, 1801, 90_000)
    #expect(!early)
  }

  /// Whatever two devices do within the quarters, if they are in the same cells when these begin, they look the same.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `tracks that agree on the cell at each quarter's start cannot be told apart`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (a, b) = (ReducedLocator(), ReducedLocator())
    var place = Coordinate.p0
    for quarter in 0..<12 {
      place = place.moved(north: 8000 * random.gaussian(), east: 8000 * random.gaussian())
      // Well inside of the cell, so that it is the same whatever was told before.
      let center = try #require(ReducedCell(containing: place).center)
      for second in stride(from: 0.0, to: 900, by: 60) {
        let moment = Double(quarter) * 900 + second
        for isFirst in [true, false] {
          let spread = second == 0 ? 700.0 : 20_000
          func offset() -> Double { max(-2, min(2, random.gaussian())) * spread }
          let fix = Fix.at(
            center.moved(north: offset(), east: offset()), second: moment, accuracy: Metres(abs(offset())))
          _ = isFirst ? a.take(fix, at: wall(moment)) : b.take(fix, at: wall(moment))
        }
        #expect(a.location == b.location && a.slotEnd == b.slotEnd, "seed \(seed)")
      }
    }
  }
}
