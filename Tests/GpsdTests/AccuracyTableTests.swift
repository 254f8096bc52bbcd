import PlacesCore
import Testing

@testable import Gpsd

@Suite struct AccuracyTableTests {
  @Test(
    arguments: [
      (nil, AccuracyTable.Confidence.ninetyFive), ("", .ninetyFive), ("NMEA0183", .ninetyFive),
      ("Garmin USB binary", .ninetyFive), ("Zodiac", .ninetyFive), ("something new", .ninetyFive),
      ("u-blox", .sixtyEight), ("CASIC binary", .sigma), ("GREIS", .sigma),
      ("SiRF binary", .sixtyEight),
      ("ALLYSTAR", .sixtyEight),
    ])
  func confidenceByDriver(driver: String?, expected: AccuracyTable.Confidence) {
    #expect(AccuracyTable.confidence(ofDriver: driver) == expected)
  }

  @Test(
    "the radius comes from eph, else from epx and epy, else from HDOP",
    arguments: [
      // eph, epx, epy, hdop, 95 %, 68 %
      (19.0, Double.nan, Double.nan, nil, 19 * ratio, 19.0),
      (19, 3, 4, 1.0, 19 * ratio, 19),
      (.nan, 3, 4, 1.0, 5 * ratio, 5 * ratio),
      (.nan, 3, .nan, 1.0, 19 * ratio, 19 * ratio),
      (.nan, .nan, .nan, 0.9, 17.1 * ratio, 17.1 * ratio),
      (.nan, .nan, .nan, nil, nil, nil),
      // Absurd values say nothing.
      (0, .nan, .nan, nil, nil, nil),
      (-3, .nan, .nan, nil, nil, nil),
      (.infinity, .nan, .nan, 0.0, nil, nil),
      (1e300, .nan, .nan, -1.0, nil, nil),
    ] as [(Double, Double, Double, Double?, Double?, Double?)])
  func radius(
    eph: Double, epx: Double, epy: Double, hdop: Double?, ninetyFive: Double?, sixtyEight: Double?
  ) {
    let report = PositionReport(eph: eph, epx: epx, epy: epy)
    for (confidence, expected) in [
      (AccuracyTable.Confidence.ninetyFive, ninetyFive), (.sixtyEight, sixtyEight),
    ] {
      let radius = AccuracyTable.radius(of: report, hdop: hdop, confidence: confidence)?.value
      if let expected {
        #expect(radius.map { abs($0 - expected) < 1e-9 } == true)
      } else {
        #expect(radius == nil)
      }
    }
  }
}

/// From the 95 % radius to the 68 % radius.
private let ratio = CircularError.radius68 / CircularError.radius95
