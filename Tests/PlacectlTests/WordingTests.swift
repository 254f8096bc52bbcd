import PlacedInterface
import Testing

@testable import placectl

@Test(
  "likelihoods in percent",
  arguments: [
    (0.0, "0 %"), (0.001, "<1 %"), (0.0049, "<1 %"), (0.005, "1 %"), (0.626, "63 %"), (0.994, "99 %"),
    (0.996, ">99 %"),
    (1.0, "100 %"), (-0.1, "?"), (1.5, "?"), (.nan, "?"),
  ])
func percent(likelihood: Double, text: String) {
  #expect(Wording.percent(likelihood) == text)
}

@Test(
  "distances",
  arguments: [
    (0.0, "0 m"), (12.4, "12 m"), (999.4, "999 m"), (999.5, "1.0 km"), (1550, "1.6 km"), (99_940, "99.9 km"),
    (99_950, "100 km"), (1e300, "1e+297 km"), (.infinity, "inf km"),
  ])
func distances(metres: Double, text: String) {
  #expect(Wording.distance(metres) == text)
}

@Test(
  "ages",
  arguments: [
    (0, "0 s"), (-5, "0 s"), (119_999, "119 s"), (120_000, "2 min"), (7_200_000, "2 h"),
    (Int64.max, "106751991167 days"),
  ])
func ages(milliseconds: Int64, text: String) {
  #expect(Wording.age(milliseconds: milliseconds) == text)
}

@Test(
  "numbers with fixed decimals",
  arguments: [
    (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-33.8694, 5, "-33.86940"), (9.99999, 2, "10.00"),
    (1e20, 2, "1e+20"), (.nan, 1, "nan"),
    (1, 9, "1.00000"),
  ])
func fixedDecimals(value: Double, decimals: Int, text: String) {
  #expect(Wording.fixed(value, decimals) == text)
}

@Test func timesFarOffDoNotTrap() {
  #expect(Wording.time(microseconds: 0, withDate: false).count == 8)
  _ = Wording.time(microseconds: .max)
  _ = Wording.time(microseconds: .min)
}

@Test(
  "numbers to three digits",
  arguments: [
    (0.0, "0"), (1.2345, "1.23"), (-0.012345, "-0.0123"), (0.1, "0.1"), (99.96, "100.0"), (12345.6, "12346"),
    (1e-12, "1e-12"), (.nan, "nan"), (.infinity, "inf"), (1e-300, "1e-300"),
  ])
func significantDigits(value: Double, text: String) {
  #expect(Wording.significant(value) == text)
}

@Test func aDamagedRegionIsNotAMissingPlace() {
  #expect(
    Failure(error: PlacesInterface.name + ".RegionDamaged", parameters: ["name": "sydney"])
      == Failure(
        .failed, "the region file 'sydney' is damaged, so this place cannot be looked up",
        remedy: "placed-import it again"))
}

@Test("LOC-14: the two halves past one of the night when clocks go back are told apart")
func twiceInOneNight() {
  #expect(Wording.utcTime(microseconds: 1_793_511_000_000_000) == "2026-11-01T05:30:00Z")
  #expect(Wording.utcTime(microseconds: 1_793_514_600_000_000) == "2026-11-01T06:30:00Z")
  #expect(!Wording.utcTime(microseconds: .min).isEmpty && !Wording.utcTime(microseconds: .max).isEmpty)
}
