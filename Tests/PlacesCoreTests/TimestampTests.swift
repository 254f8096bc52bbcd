import PlacedTestKit
import PlacesCore
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 500_000), ("2026-08-21T12:00:00Z", noon),
    ("2026-08-21 12:00:00", noon), ("2026-08-21T12:00:00.123456789Z", noon + 123_456),
    ("2026-08-21T14:00:00+02:00", noon), ("2026-08-21T06:30:00-0530", noon),
    ("2016-12-31T23:59:60.000Z", 1_483_228_800_000_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000_000),
    ("1969-12-31T23:59:59Z", -1_000_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
  ])
  func `times are read`(text: String, microseconds: Int64) {
    #expect(Timestamp(text: text.utf8)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-08-21", "2026-08-21T12:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-08-00T00:00:00Z", "2026-08-21T24:00:00Z", "2026-08-21T12:60:00Z",
    "2026-08-21T12:00:61Z", "2026-08-21T12:00:00.Z", "2026-08-21T12:00:00+2:00", "2026-08-21T12:00:00ZZ",
    "2026-8-21T12:00:00Z", "-026-08-21T12:00:00Z", "2026-08-21t12:00:00Z", "٢٠٢٦-08-21T12:00:00Z",
  ])
  func `what is no time is refused`(text: String) { #expect(Timestamp(text: text.utf8) == nil) }

  @Test func `times are written as they are read`() {
    #expect(Timestamp(microseconds: noon + 250_000).text == "2026-08-21T12:00:00.250000Z")
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let time = Timestamp(
        microseconds: .random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &random))
      #expect(Timestamp(text: time.text.utf8) == time, "\(time.microseconds)")
    }
  }

  @Test func `seconds are read`() {
    #expect(Timestamp(secondsText: "1787313600".utf8)?.microseconds == noon)
    #expect(Timestamp(secondsText: "1787313600.000001".utf8)?.microseconds == noon + 1)
    for text in ["", "1.", ".5", "-1", "123456789012", "1e3", "17 "] {
      #expect(Timestamp(secondsText: text.utf8) == nil, "\(text)")
    }
  }
}

/// 2026-08-21 12:00 UTC.
private let noon: Int64 = 1_787_313_600_000_000
