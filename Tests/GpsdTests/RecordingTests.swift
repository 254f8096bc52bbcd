import PlaceEngine
import PlacesCore
import Testing

@testable import Gpsd

@Suite struct RecordedLineTests {
  /// What `gpspipe` writes before a report, and the microseconds after noon.
  private static let prefixes: [(String, Int64?)] = [
    ("", nil), ("2026-08-21 12:00:00: ", 0), ("2026-08-21T12:00:00: ", 0),
    ("2026-08-21T12:00:00.25Z: ", 250_000),
    ("1787313600.5: ", 500_000), ("2026-08-21 12:00:00.000001: ", 1),
    ("2026-08-21 14:00:00 1787313600.250000: ", 250_000),
  ]

  @Test(arguments: prefixes)
  func timesOfGpspipe(prefix: String, microseconds: Int64?) throws {
    let line = try #require(RecordedLine(Array((prefix + "{}").utf8)[...]))
    #expect(line.stamp?.microseconds == microseconds.map { noon * 1_000_000 + $0 })
    #expect(line.report.elementsEqual("{}".utf8))
  }

  @Test(arguments: ["", "x", "x{}", "2026-08-21: {}", "2026-08-21 12:00:00 {}", ": {}", "$GPRMC,,V"])
  func whatIsNoReport(text: String) { #expect(RecordedLine(Array(text.utf8)[...]) == nil) }
}

@Suite struct RecordingClockTests {
  /// Seconds of receiver A or B, and what the clock shows then.
  private static let cases: [(String, [(String, Double, Double)])] = [
    ("time passes", [("A", 0, 0), ("A", 1, 1), ("A", 1, 1), ("A", 61.5, 61.5)]),
    ("any date will do", [("A", -1e9, 0), ("A", -999_999_998, 2)]),
    ("going back a little waits", [("A", 0, 0), ("A", 5, 5), ("A", 4, 5), ("A", 5.5, 5.5)]),
    ("going back is a clock that was set", [("A", 17, 0), ("A", 18, 1), ("A", 1, 1), ("A", 2, 2)]),
    ("so is a leap", [("A", 0, 0), ("A", 1e9, 0), ("A", 1_000_000_003, 3)]),
    ("a gap is none", [("A", 0, 0), ("A", 80_000, 80_000)]),
    ("two receivers, one clock", [("A", 0, 0), ("B", 0.3, 0.3), ("A", 1, 1), ("B", 1.3, 1.3), ("A", 2, 2)]),
    ("another receiver after a while", [("A", 0, 0), ("A", 1, 1), ("B", 5, 5), ("B", 6, 6)]),
    ("two dates", [("A", 0, 0), ("B", -600, 0), ("A", 1, 1), ("B", -599, 1), ("B", -591, 9)]),
    ("a second receiver later", [("A", 0, 0), ("A", 10, 10), ("B", 500, 10), ("B", 501, 11), ("A", 11, 11)]),
  ]

  @Test(arguments: cases)
  func simulatedTime(name: String, steps: [(String, Double, Double)]) {
    var clock = RecordingClock()
    for (source, second, expected) in steps {
      clock.advance(to: Timestamp(microseconds: Int64(second * 1e6)), of: .receiver(source))
      #expect(clock.now.nanoseconds == Int64(expected * 1e9), "\(name): \(source) at \(second)")
    }
  }

  @Test func absurdTimes() {
    var clock = RecordingClock()
    for time in [Int64.min, .max, 0, .max, .min, 1, -1, .max - 1] {
      clock.advance(to: Timestamp(microseconds: time), of: .recorder)
    }
    for number in 0..<1000 {
      clock.advance(to: Timestamp(microseconds: 0), of: .receiver("\(number)"))
    }
    #expect(clock.now.nanoseconds <= 1_000_000)
  }
}

@Suite struct RecordedDatesTests {
  /// Dates of receivers in a recording, and whether each is right.
  private static let cases: [(String, [(device: String, date: String, isRight: Bool)])] = [
    ("an old recording", [("A", "2005-03-01T00:00:00Z", true), ("A", "2005-03-01T00:00:01Z", true)]),
    ("before there was GPS", [("A", "1980-01-06T00:00:00Z", false), ("A", "2005-03-01T00:00:00Z", true)]),
    (
      "it goes back",
      [
        ("A", "2013-05-05T00:00:00Z", true), ("A", "2013-05-01T00:00:00Z", false),
        ("A", "2013-05-01T00:00:01Z", false), ("A", "2013-05-05T00:00:01Z", true),
      ]
    ),
    (
      "one leaps",
      [
        ("A", "2013-05-05T00:00:00Z", true), ("A", "2038-05-01T00:00:00Z", false),
        ("A", "2013-05-05T00:00:01Z", true), ("A", "2038-05-01T00:00:00Z", false),
      ]
    ),
    (
      "a leap that holds is a pause",
      [
        ("A", "2013-05-05T00:00:00Z", true), ("A", "2013-05-09T00:00:00Z", false),
        ("A", "2013-05-09T00:00:01Z", true), ("A", "2013-05-09T00:00:02Z", true),
      ]
    ),
    (
      "the week number is put right",
      [
        ("A", "1999-09-08T02:17:17Z", true), ("A", "2019-04-24T02:17:18Z", true),
        ("A", "1999-09-08T02:17:19Z", false),
      ]
    ),
    (
      "one of two receivers lags",
      [
        ("A", "2013-05-05T00:00:00Z", true), ("B", "2012-05-05T00:00:00Z", false),
        ("A", "2013-05-05T00:00:01Z", true), ("B", "2012-05-05T00:00:01Z", false),
      ]
    ),
    ("a little back", [("A", "2013-05-05T00:00:17Z", true), ("A", "2013-05-05T00:00:00Z", true)]),
  ]

  @Test(arguments: cases)
  func agreement(name: String, steps: [(device: String, date: String, isRight: Bool)]) throws {
    var dates = RecordedDates()
    for (device, date, isRight) in steps {
      let time = try #require(Timestamp(text: date.utf8))
      #expect(
        dates.time(of: time, from: device, stamp: nil).isSameDay(as: time) == isRight, "\(name): \(date)")
    }
  }

  @Test("the recorder's clock counts where it was set")
  func stamps() throws {
    func isRight(_ date: String, stamp: String) throws -> Bool {
      var dates = RecordedDates()
      let time = try #require(Timestamp(text: date.utf8))
      let stamp = try #require(Timestamp(text: stamp.utf8))
      return dates.time(of: time, from: "A", stamp: stamp).isSameDay(as: time)
    }
    #expect(try isRight("2026-08-21T12:00:00Z", stamp: "2026-08-21T12:00:02Z"))
    #expect(try !isRight("2007-01-05T12:00:00Z", stamp: "2026-08-21T12:00:02Z"))
    #expect(try isRight("2013-01-05T12:00:00Z", stamp: "2013-01-05T12:00:00Z"))
    #expect(try isRight("2026-08-21T12:00:00Z", stamp: "1970-01-01T00:01:00Z"))
  }

  @Test func absurdDates() {
    var dates = RecordedDates()
    for time in [Int64.min, .max, 0, .max, .min, 1, -1, .max - 1] {
      for device in 0..<100 {
        _ = dates.time(of: Timestamp(microseconds: time), from: "\(device)", stamp: nil)
        _ = dates.time(of: nil, from: "\(device)", stamp: Timestamp(microseconds: time))
      }
    }
  }
}

@Suite struct RecordedReceiverTests {
  /// Replays lines; what came of each, and of the end.
  private func replay(_ lines: [String]) throws -> [RecordedReceiver.Event] {
    let receiver = try #require(RecordedReceiver(settings: GpsdSettings()))
    var events: [RecordedReceiver.Event] = []
    for line in lines { events += receiver.receive(Array(line.utf8)[...]) ?? [] }
    return events + receiver.finish()
  }

  private func kinds(_ events: [RecordedReceiver.Event]) -> [String] {
    events.map { event in
      switch event.event {
      case .fix: "\(event.moment.nanoseconds / 1_000_000) fix"
      case .receiver(let state): "\(event.moment.nanoseconds / 1_000_000) \(state.kind.rawValue)"
      }
    }
  }

  @Test("GPS-02: a gap in the recording is a stale fix, at its own moment")
  func gap() throws {
    let events = try replay([fixLine(second: 0), fixLine(second: 1), fixLine(second: 30)])
    #expect(kinds(events) == ["0 fix_3d", "0 fix", "1000 fix", "11000 stale", "30000 fix_3d", "30000 fix"])
  }

  @Test("a fix that waits for the rest of its epoch is told in its time, at the end too")
  func pending() throws {
    func line(_ second: Int) -> String {
      #"{"class":"TPV","device":"A","mode":2,"time":"2026-08-21T12:00:0\#(second).000Z","lat":52.1,"lon":10.2}"#
    }
    #expect(
      try kinds(replay([line(0), line(1)])) == ["150 fix_2d", "150 fix", "1150 fix"])
  }

  @Test("the times before the lines count, and the receiver's do not")
  func stamps() throws {
    let events = try replay([
      "1787313600.000000: " + fixLine(second: 0), "1787313605.000000: " + fixLine(second: 1),
      "1787313605.500000: " + #"{"class":"TPV","device":"DEV_A","mode":1}"#,
    ])
    #expect(kinds(events) == ["0 fix_3d", "0 fix", "5000 fix", "5500 searching"])
  }

  @Test("GPS-16, GPS-17: receivers whose clocks are set lose no fix")
  func clockSet() throws {
    let lines = [
      "1980-01-09T00:00:00.000Z", "1980-01-09T00:00:01.000Z", "2026-08-21T12:00:17.000Z",
      "2026-08-21T12:00:01.000Z", "2026-08-21T12:00:02.000Z",
    ]
    .map { #"{"class":"TPV","device":"A","mode":3,"time":"\#($0)","lat":52.1,"lon":10.2,"eph":9}"# }
    #expect(
      try kinds(replay(lines)) == ["0 fix_3d", "0 fix", "1000 fix", "1000 fix", "1000 fix", "2000 fix"])
  }

  @Test func brokenLinesChangeNothing() throws {
    let receiver = try #require(RecordedReceiver(settings: GpsdSettings()))
    #expect(receiver.receive(Array(fixLine(second: 0).utf8)[...])?.count == 2)
    for line in [
      "", "{", "}", "{\"class\":\"TPV\"", "garbage", String(repeating: "{", count: 20_000), "\0{}", "{}\0",
    ] {
      #expect(receiver.receive(Array(line.utf8)[...]) == nil, "\(line.prefix(20))")
    }
    #expect(receiver.receive(Array(fixLine(second: 1).utf8)[...])?.count == 1)
    #expect(receiver.counts == .init(all: 10, positions: 2, broken: 8))
  }

  @Test func theSameLinesGiveTheSame() throws {
    let lines = (0..<50).map { fixLine(second: $0, north: Double($0 * $0)) }
    let first = try replay(lines)
    #expect(try replay(lines) == first)
    #expect(first.count == 51)
  }
}
