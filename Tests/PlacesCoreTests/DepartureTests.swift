import PlacedTestKit
import PlacesCore
import Testing

@Suite struct DepartureTests {
  private let cafe = Place.named("Mill", at: .p0)

  /// At which of these distances (metres north of the place, one a second) it has been left.
  private func leavings(_ departure: Departure, _ distances: [Double], accuracy: Metres? = 8) -> [Int] {
    var departure = departure
    return distances.enumerated().compactMap { second, distance in
      let fix = Fix.at(.p0.moved(north: distance), second: Double(second), accuracy: accuracy)
      return departure.hasLeft(at: fix) ? second : nil
    }
  }

  @Test(arguments: [
    ([0, 30, 99, 100.5, 101], []),
    ([0, 120, 130, 140], [3]),
    ([0, 120, 130, 90, 120, 130, 140], [6]),
    ([120, 130, 140], [2]),
    // Who does not make it so is told again.
    ([120, 130, 140, 150, 160, 170], [2, 5]),
  ])
  func `three fixes in a row beyond 100 m`(distances: [Double], left: [Int]) {
    #expect(leavings(Departure(from: cafe, wasThere: true), distances) == left)
  }

  @Test func `a poor fix has to be three times its accuracy away`() {
    let departure = Departure(from: cafe, wasThere: true)
    #expect(leavings(departure, [290, 290, 290], accuracy: 100) == [])
    #expect(leavings(departure, [310, 310, 310], accuracy: 100) == [2])
    // Unknown counts as 30 m.
    #expect(leavings(departure, [99, 99, 99, 101, 101, 101], accuracy: nil) == [5])
  }

  @Test func `distance is that from the footprint`() {
    var hall = cafe
    let corners = [(0, 0), (0, 400), (400, 400), (400, 0)].map {
      Coordinate.p0.moved(north: Double($0.0), east: Double($0.1))
    }
    hall.footprint = Footprint(rings: [corners])
    let departure = Departure(from: hall, wasThere: true)
    #expect(leavings(departure, [399, 450, 499, 499, 499]) == [])
    #expect(leavings(departure, [502, 502, 502]) == [2])
  }

  @Test func `a place chosen from afar is left only after the device has been there`() {
    let far = Departure(from: cafe, at: .at(.p0.moved(north: 3000)))
    #expect(leavings(far, [3000, 3000, 3000, 3000]) == [])
    #expect(leavings(far, [3000, 2000, 20, 200, 200, 200]) == [5])
    #expect(leavings(Departure(from: cafe, at: .at(.p0.moved(north: 50))), [200, 200, 200]) == [2])
  }
}
