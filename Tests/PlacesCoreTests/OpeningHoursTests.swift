import PlacedTestKit
import PlacesCore
import Testing

private typealias State = OpeningHours.State

/// The state of a text at a time such as `2026-08-21 12:00`, in Berlin's summer time.
private func state(_ text: String, _ moment: String, latitude: Double = 52.5) throws -> State {
  let hours = try #require(OpeningHours(text), "\(text)")
  let time = try #require(Timestamp(text: "\(moment):00".utf8))
  let position = try #require(Coordinate(latitude: latitude, longitude: 13.4))
  let local = LocalTime(time, utcOffset: 0)
  return hours.state(
    at: LocalTime(day: local.day, minute: local.minute, utcOffset: 7200), position: position)
}

struct OpeningHoursTests {
  // 2026-08-21 is a Friday.
  @Test(
    "what a text means at a time",
    arguments: [
      ("24/7", "2026-08-21 03:00", State.open),
      ("Mo-Fr 09:00-18:00", "2026-08-21 09:00", .open), ("Mo-Fr 09:00-18:00", "2026-08-21 18:00", .closed),
      ("Mo-Fr 09:00-18:00", "2026-08-22 10:00", .closed),
      ("Sa-Mo 09:00-18:00", "2026-08-23 10:00", .open), ("Sa-Mo 09:00-18:00", "2026-08-25 10:00", .closed),
      ("Mo,We,Fr 09:00-12:00,14:00-18:00", "2026-08-21 13:00", .closed),
      ("Mo,We,Fr 09:00-12:00, 14:00-18:00", "2026-08-21 15:00", .open),
      // Replacing, adding, falling back.
      ("Mo-Fr 10:00-20:00; Fr 12:00-14:00", "2026-08-21 15:00", .closed),
      ("Mo-Fr 10:00-11:00, Fr 12:00-14:00", "2026-08-21 10:30", .open),
      ("Mo-Su 10:00-20:00; Fr off", "2026-08-21 15:00", .closed),
      ("Mo-Su 10:00-20:00; 12:00-13:00 off", "2026-08-21 12:30", .closed),
      ("Mo-Su 10:00-20:00; Fr 12:00-13:00 off", "2026-08-21 15:00", .open),
      ("09:00-12:30; 14:30-19:00; Su off", "2026-08-21 10:00", .open),
      ("09:00-12:30; 14:30-19:00; Su off", "2026-08-23 10:00", .closed),
      ("Mo-Fr 08:00-12:00 || \"by appointment\"", "2026-08-21 09:00", .open),
      ("Mo-Fr 08:00-12:00 || \"by appointment\"", "2026-08-21 13:00", .unknown),
      ("Tu-Th 12:00-16:00; \"by appointment\"", "2026-08-20 13:00", .open),
      ("Mo-Fr 08:00-12:00 || Fr 13:00-14:00 || unknown", "2026-08-21 13:30", .open),
      ("Mo-Fr 08:00-12:00 || Fr 13:00-14:00 || unknown", "2026-08-21 15:00", .unknown),
      // Over midnight.
      ("Fr 20:00-02:00", "2026-08-22 01:59", .open), ("Fr 20:00-02:00", "2026-08-22 02:00", .closed),
      ("Fr 20:00-02:00", "2026-08-21 01:00", .closed), ("Fr 20:00-26:00", "2026-08-22 01:00", .open),
      ("Fr 20:00-02:00; Sa off", "2026-08-22 01:00", .open),
      ("Mo-Su 12:00-00:00", "2026-08-21 23:59", .open), ("00:00-24:00", "2026-08-21 00:00", .open),
      ("Su-Th 15-00; Fr-Sa 15-02", "2026-08-23 01:30", .open),
      // Open ends.
      ("Fr 17:00+", "2026-08-21 20:00", .open), ("Fr 17:00+", "2026-08-22 01:00", .unknown),
      ("Fr 10:00-18:00+", "2026-08-21 19:00", .unknown), ("Fr 22:30+", "2026-08-21 23:00", .open),
      // Days of the year.
      ("Jul,Aug 10:00-19:00", "2026-08-21 10:00", .open),
      ("Oct 17-Mar 25 10:00-12:00", "2026-01-05 11:00", .open),
      ("10:00-18:00; Oct 17-Mar 25 off", "2026-12-05 11:00", .closed),
      ("10:00-18:00; Oct 17-Mar 25 off", "2026-08-05 11:00", .open),
      ("Nov 19,Dec 25 off; Nov-Dec 09:00-17:00", "2026-12-24 12:00", .open),
      ("Nov-Dec 09:00-17:00; Nov 19,Dec 25 off", "2026-12-25 12:00", .closed),
      ("10:00-12:00; Dec 24-26,Dec 31 off", "2026-12-26 11:00", .closed),
      ("10:00-12:00; Dec 24,26 off", "2026-12-25 11:00", .open),
      ("10:00-12:00; Dec 24,26 off", "2026-12-26 11:00", .closed),
      ("Mo-Fr 08:00-19:00; 2021 Dec 31 08:00-14:00", "2021-12-31 15:00", .closed),
      ("Mo-Fr 08:00-19:00; 2021 Dec 31 08:00-14:00", "2020-12-31 15:00", .open),
      ("2017 Jul 1 - 2017 Aug 8 off; 2018-2030 10:00-12:00", "2026-01-01 11:00", .open),
      ("2020 Dec 20-Jan 6 10:00-12:00", "2021-01-05 11:00", .open),
      ("2020 Dec 20-Jan 6 10:00-12:00", "2020-01-05 11:00", .closed),
      ("2024+ 10:00-12:00", "2026-01-05 11:00", .open), ("2025/2 10:00-12:00", "2026-01-05 11:00", .closed),
      ("Feb 29 10:00-12:00", "2024-02-29 11:00", .open), ("Feb 10:00-12:00", "2024-02-29 11:00", .open),
      ("15 Jun-15 Sep", "2026-08-21 11:00", .open), ("15 Jun-15 Sep", "2026-09-16 11:00", .closed),
      ("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-03-29 11:00", .open),
      ("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-03-28 11:00", .closed),
      ("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-10-26 11:00", .closed),
      ("easter -2 days off; easter +1 day 10:00-12:00", "2026-04-06 11:00", .open),
      ("10:00-12:00; easter -2 days off", "2026-04-03 11:00", .closed),
      ("week 1-53/2 Fr 10:00-12:00", "2026-08-21 11:00", .closed),
      ("week 34 Fr 10:00-12:00", "2026-08-21 11:00", .open),
      ("week 53 10:00-12:00", "2027-01-03 11:00", .open),
      // Nth weekdays.
      ("Fr[3] 10:00-12:00", "2026-08-21 11:00", .open), ("Fr[1,4] 10:00-12:00", "2026-08-21 11:00", .closed),
      ("Fr[-2] 10:00-12:00", "2026-08-21 11:00", .open), ("Fr[-1] 10:00-12:00", "2026-08-28 11:00", .open),
      ("Th[3] +1 day 10:00-12:00", "2026-08-21 11:00", .open),
      ("Fr[2-3],Mo 10:00-12:00", "2026-08-24 11:00", .open),
      ("Mo-Fr 10:00-12:00; Fr[3],PH,Sa,Su off", "2026-08-21 11:00", .closed),
      // Holidays: nobody says when they are.
      ("PH off; Fr 10:00-12:00", "2026-08-21 11:00", .open),
      ("Fr 10:00-12:00; PH off", "2026-08-21 11:00", .open),
      ("PH,Fr 10:00-12:00", "2026-08-21 11:00", .open), ("PH 10:00-12:00", "2026-08-21 11:00", .closed),
      ("SH Fr 10:00-12:00", "2026-08-21 11:00", .closed), ("PH +1 day off", "2026-08-21 11:00", .closed),
      // The sun: in Berlin in August from about 6 to 20:15.
      ("sunrise-sunset", "2026-08-21 12:00", .open), ("sunrise-sunset", "2026-08-21 05:30", .closed),
      ("sunrise-sunset", "2026-08-21 20:45", .closed), ("dawn-dusk", "2026-08-21 20:30", .open),
      ("(sunrise+03:00)-(sunset-03:00)", "2026-08-21 08:30", .closed),
      ("sunset-sunrise", "2026-08-21 02:00", .open), ("sunset-02:00", "2026-08-21 01:00", .open),
      // As people write.
      ("Mo-Fr 9-18", "2026-08-21 17:30", .open), ("Mo - Fr 09.00–18.00", "2026-08-21 17:30", .open),
      ("mon-friday: 9:00 - 18:00", "2026-08-21 17:30", .open), ("MO-FR 0900-1830", "2026-08-21 18:15", .open),
      ("Mon - Fri 11am - 11pm, Sat 12am - 11pm", "2026-08-21 22:00", .open),
      ("Mo-Fr 9:00-18:00 Sa 10:00-14:00", "2026-08-22 13:00", .open),
      ("Mo-Fr 16:00-, Sa 14:00-", "2026-08-22 15:00", .open),
      ("We-Th 11:00-23:00;Fr 11:00-24:00;;", "2026-08-21 23:30", .open),
      ("Mo-Fr 11:00-15:00 open \"Lunch\"", "2026-08-21 12:00", .open),
      ("Fr 11:00-15:00 \"ring first\"", "2026-08-21 12:00", .unknown),
      ("Mo-Fr,09:00-18:00", "2026-08-21 12:00", .open), ("off", "2026-08-21 12:00", .closed),
      ("\"on request\"", "2026-08-21 12:00", .unknown), ("Fr", "2026-08-21 12:00", .open),
      ("Apr-Oct: Mo-Sa 06:00-22:00; Apr-Oct: Su 07:00-22:00", "2026-08-21 12:00", .open),
    ] as [(String, String, State)])
  private func meaning(text: String, moment: String, expected: State) throws {
    #expect(try state(text, moment) == expected, "\(text) at \(moment)")
  }

  @Test(
    "what is not understood as a whole is unknown",
    arguments: [
      "", " ", ";", "||", "Seasonal, only summer time", "+423 233 44 22", "Mo-Fr 09:00:18:00",
      "Mo-Fr 25:60-99:00",
      "Mo-Fr 09:00", "Mo[0] 10:00-12:00", "Mo[", "Mo[6] 10:00-12:00", "week 0", "week 99 10:00-12:00",
      "Jan 99", "Jan-Dez",
      "\"no end", "10:00-12:00 10:00-12:00", "2020-2010 10:00-12:00", "(sunrise", "(sunrise+99:99)-12:00",
      "Mo-Fr 09:00-12:00 / 14:00-17:00", "10:00-50:00", "2020/0 off", "é", "Mo-Fr 99999999999999999999-3",
    ])
  func notUnderstood(text: String) {
    #expect(OpeningHours(text) == nil, "\(text)")
  }

  @Test("polar days and nights, and positions at the poles")
  func poles() throws {
    #expect(try state("sunrise-sunset", "2026-06-21 00:30", latitude: 80) == .open)
    #expect(try state("sunrise-sunset", "2026-12-21 08:00", latitude: 80) == .closed)
    for latitude in [-90.0, 90] {
      _ = try state("(dawn-01:00)-(dusk+01:00)", "2026-03-20 12:00", latitude: latitude)
    }
  }

  @Test("texts of parts in any order neither trap nor take long, whatever the time")
  func hostile() throws {
    let parts = [
      "Mo", "Fr", "-", ",", ";", "||", " ", "[", "]", "1", "-1", "5", "99", "2020", "9999", "Jan", "Feb 29",
      "easter",
      "week", "PH", "SH", "off", "\"", "10:00", "24:00", "48:00", "+", "/", "(", ")", "sunrise", "dusk", ":",
      "24/7",
      " +999 days", " -999 days", "–", "é", "\u{0}", "12am", ".", "open", "unknown",
    ]
    var random = SeededRandom(seed: 11)
    let position = try #require(Coordinate(latitude: 47, longitude: 179.9))
    var understood = 0
    for _ in 0..<40_000 {
      let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      .joined()
      guard let hours = OpeningHours(text) else { continue }
      understood += 1
      for microseconds in [Int64.min, .max, 0, Int64.random(in: .min ... .max, using: &random)] {
        let time = LocalTime(Timestamp(microseconds: microseconds), utcOffset: .max)
        _ = hours.state(at: time, position: position)
      }
    }
    #expect(understood > 400)
    // The longest texts of what costs most.
    for part in [
      "Mo[1]-", "2000-2000,", "sunrise-sunset,", "Jan 1-Dec 31;", "week 1-53;", "||", "(", "Mo,", "\"a\"",
    ] {
      let text = String(repeating: part, count: OpeningHours.longestText / part.utf8.count)
      let time = ContinuousClock().measure {
        _ = OpeningHours(text)?.state(at: LocalTime(day: 20_000, minute: 3), position: position)
      }
      #expect(time < .milliseconds(100), "\(part)")
    }
    #expect(OpeningHours(String(repeating: "Mo;", count: 1000)) == nil)
  }

  @Test("the local calendar: weeks, Easter, days before 1970")
  func calendar() {
    #expect(CivilDay(number: 0).weekday == 3)
    #expect(CivilDay(number: -1) == CivilDay(number: CivilDay.number(year: 1969, month: 12, day: 31)))
    for (year, month, day) in [(2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25)] {
      #expect(CivilDay.easter(of: year) == CivilDay.number(year: year, month: month, day: day))
    }
    for number in stride(from: -1_000_000, to: 1_000_000, by: 997) {
      let day = CivilDay(number: number)
      #expect(CivilDay.number(year: day.year, month: day.month, day: day.day) == number)
    }
    #expect(CivilDay(number: CivilDay.number(year: 2021, month: 1, day: 3)).week == 53)
    #expect(CivilDay(number: CivilDay.number(year: 2024, month: 12, day: 30)).week == 1)
    let time = LocalTime(Timestamp(microseconds: -1), utcOffset: -3600)
    #expect(time.day == -1 && time.minute == 22 * 60 + 59)
    #expect(LocalTime(day: 5, minute: 10).adding(minutes: -30) == LocalTime(day: 4, minute: 1420))
  }
}
