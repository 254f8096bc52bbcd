import PlaceEngine
import PlacesCore
import Testing

@Suite struct ReceiverDemandTests {
  private func at(_ second: Double) -> Instant { Instant(nanoseconds: Int64(second * 1e9)) }

  @Test func `works from the start, and rests when nobody has asked for so long`() {
    var demand = ReceiverDemand(patience: .seconds(600), from: at(0))
    #expect(demand.isWanted && demand.deadline == at(600))
    #expect(demand.wanted(at: at(500)) == false)
    // The deadline comes as it was set, and then moves.
    demand.check(at: at(600), isHeld: false)
    #expect(demand.isWanted && demand.deadline == at(1100))
    demand.check(at: at(1100), isHeld: false)
    #expect(!demand.isWanted && demand.deadline == nil)
    #expect(demand.wanted(at: at(5000)) == true)
    #expect(demand.isWanted && demand.deadline == at(5600))
  }

  @Test func `works for as long as somebody listens, and so long after`() {
    var demand = ReceiverDemand(patience: .seconds(600), from: at(0))
    for round in 1...3 { demand.check(at: at(600 * Double(round)), isHeld: true) }
    #expect(demand.isWanted && demand.deadline == at(2400))
    #expect(demand.wanted(at: at(2000)) == false)
    demand.check(at: at(2400), isHeld: false)
    #expect(demand.isWanted && demand.deadline == at(2600))
    demand.check(at: at(2600), isHeld: false)
    #expect(!demand.isWanted)
  }

  @Test func `without patience to lose it always works`() {
    var demand = ReceiverDemand(patience: nil, from: at(0))
    #expect(demand.isWanted && demand.deadline == nil)
    #expect(demand.wanted(at: at(5)) == false)
    demand.check(at: at(90_000), isHeld: false)
    #expect(demand.isWanted && demand.deadline == nil)
    demand.patience = .seconds(10)
    #expect(demand.deadline == at(15))
    demand.patience = nil
    #expect(demand.deadline == nil)
  }
}
