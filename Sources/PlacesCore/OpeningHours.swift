/// When a place is open, as OpenStreetMap's tag `opening_hours` says it.
///
/// Rules come one after the other, and a later one replaces those before it on its days, unless a comma joins it.
/// Nobody says here when holidays are: rules for them alone (`PH off`) never hold.
package struct OpeningHours: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case open
    case closed
    /// The text leaves it open: `unknown`, a comment in place of a state, after the end of `10:00-18:00+`.
    case unknown
  }

  /// What joins a rule to those before it.
  enum Joint: Hashable, Sendable {
    /// `;`
    case replacing
    /// `,`
    case adding
    /// `||`: asked only where those before leave it closed.
    case fallback
  }

  /// One rule; what it lists is kept in the arrays of all rules.
  struct Rule: Hashable, Sendable {
    var joint: Joint
    var state = State.open
    /// Whether it names days at all.
    var isDated = false
    /// Whether it is for holidays only.
    var isForHolidays = false
    /// Bit n is weekday n, Monday being 0.
    var weekdays: UInt8 = 0
    var years = 0..<0
    var weeks = 0..<0
    var dates = 0..<0
    var nthDays = 0..<0
    var times = 0..<0
  }

  var rules: [Rule] = []
  var years: [OpeningNumbers] = []
  var weeks: [OpeningNumbers] = []
  var dates: [OpeningDates] = []
  var nthDays: [OpeningNthDay] = []
  var times: [OpeningTimes] = []

  /// Texts of more bytes count as not understood; the map allows 255 characters.
  package static let longestText = 1024

  init() {}

  /// Nil if the text is not understood as a whole.
  package init?(_ text: String) {
    guard text.utf8.count <= OpeningHours.longestText else { return nil }
    var parser = OpeningHoursParser(text)
    guard let parsed = parser.parse() else { return nil }
    self = parsed
  }

  /// Whether it is open at a time on the clocks of the place. The position says when the sun rises.
  package func state(at time: LocalTime, position: Coordinate) -> State {
    let today = state(on: CivilDay(number: time.day), minute: time.minute, time, position)
    guard today.state == .closed, !today.isSettled else { return today.state }
    // What began yesterday may go on.
    return state(on: CivilDay(number: time.day - 1), minute: time.minute + 1440, time, position).state
  }

  /// The state by the rules of one day, and whether a rule says so that holds for the day at that minute.
  private func state(on day: CivilDay, minute: Int, _ time: LocalTime, _ position: Coordinate)
    -> (state: State, isSettled: Bool)
  {
    // What came out of the rules before the last fallback, and of those since.
    var result = State.closed
    var isSettled = false
    for (index, rule) in rules.enumerated() {
      if rule.joint == .fallback, result != .closed { break }
      guard holds(rule, on: day) else { continue }
      let isPartOfDay = !rule.times.isEmpty
      // Days that a rule names are its own; `12:00-13:00 off` takes only its hour from them.
      if rule.joint == .replacing, index > 0, rule.isDated, !(rule.state == .closed && isPartOfDay) {
        (result, isSettled) = (.closed, false)
      }
      switch holds(rule, at: minute, day, time, position) {
      case true?: (result, isSettled) = (rule.state, isPartOfDay && minute < 1440)
      case nil: if result == .closed { result = .unknown }
      case false?: break
      }
    }
    return (result, isSettled)
  }

  private func holds(_ rule: Rule, on day: CivilDay) -> Bool {
    if rule.isForHolidays { return false }
    if rule.weekdays != 0 || !rule.nthDays.isEmpty {
      guard rule.weekdays >> day.weekday & 1 == 1 || nthDays[rule.nthDays].contains(where: { $0.holds(day) })
      else { return false }
    }
    return (rule.years.isEmpty || years[rule.years].contains { $0.hold(day.year) })
      && (rule.dates.isEmpty || dates[rule.dates].contains { $0.hold(day) })
      && (rule.weeks.isEmpty || weeks[rule.weeks].contains { $0.hold(day.week) })
  }

  private func holds(
    _ rule: Rule, at minute: Int, _ day: CivilDay, _ time: LocalTime, _ position: Coordinate
  ) -> Bool? {
    if rule.times.isEmpty { return minute < 1440 }
    var found: Bool? = false
    for span in times[rule.times] {
      switch span.holds(minute, SolarDay(of: day, at: position, utcOffset: time.utcOffset)) {
      case true?: return true
      case nil: found = nil
      case false?: break
      }
    }
    return found
  }
}
