import Glibc

/// What one user said earlier about where the device was: bounded, and never used for another user.
package struct PersonalHistory: Hashable, Sendable {
  package enum Verdict: String, Sendable {
    /// At this place.
    case here
    /// Not at this place.
    case notHere = "not_here"
    /// At no known place.
    case nowhere
  }

  /// One thing that the user said.
  package struct Entry: Hashable, Sendable {
    package var verdict: Verdict
    /// Nil for `nowhere`.
    package var place: PlaceID?
    /// The place's name as it was then.
    package var name: String?
    /// Where the device was, or the place, if there was no fix.
    package var coordinate: Coordinate
    package var time: Timestamp
    /// How far the clocks there were ahead of UTC, in seconds.
    package var utcOffset: Int

    package init(
      _ verdict: Verdict, place: PlaceID? = nil, name: String? = nil, at coordinate: Coordinate,
      time: Timestamp, utcOffset: Int = 0
    ) {
      self.verdict = verdict
      self.place = place
      self.name = name
      self.coordinate = coordinate
      self.time = time
      self.utcOffset = utcOffset
    }
  }

  /// The oldest first.
  package private(set) var entries: [Entry]

  /// More than that many of the newest are not kept: over a year of one a day.
  package static let limit = 500
  /// After so many days an entry counts half.
  static let halfLife = 30.0
  /// Entries around this far from the device matter to its list.
  package static let reach: Metres = 1000

  package init(_ entries: [Entry] = []) { self.entries = Array(entries.suffix(PersonalHistory.limit)) }

  package mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entries.count > PersonalHistory.limit { entries.removeFirst(entries.count - PersonalHistory.limit) }
  }

  /// Forgets what was said of a place; all, without one. The result is how many entries that were.
  package mutating func forget(_ place: PlaceID? = nil) -> Int {
    let before = entries.count
    entries.removeAll { place == nil || $0.place == place }
    return before - entries.count
  }

  /// Whether anything was said around a position.
  package func isAbout(_ position: Coordinate) -> Bool {
    entries.contains { $0.coordinate.distance(to: position) <= PersonalHistory.reach }
  }

  /// What it comes to at a time, around a position.
  package func evidence(around position: Coordinate, at time: LocalTime) -> PersonalEvidence {
    var evidence = PersonalEvidence()
    evidence.staysNowhere = Double(entries.count { $0.verdict == .nowhere })
    for entry in entries {
      let said = LocalTime(entry.time, utcOffset: entry.utcOffset)
      // What is of the future, by a clock that was wrong, is of today.
      let age = max(0, Double(time.day - said.day) + Double(time.minute - said.minute) / 1440)
      let decay = exp2(-age / PersonalHistory.halfLife)
      let distance = entry.coordinate.distance(to: position)
      switch (entry.verdict, entry.place) {
      case (.here, let place?):
        let apart = abs(time.minute - said.minute)
        // Habits have their hour and their days: other times count less.
        let hours = Double(min(apart, 1440 - apart)) / PersonalHistory.sameHour
        let isSameKindOfDay = (time.weekday >= 5) == (said.weekday >= 5)
        evidence.confirmed[place, default: 0] +=
          decay * (0.4 + 0.6 * exp(-hours * hours / 2)) * (isSameKindOfDay ? 1 : PersonalHistory.otherDays)
      case (.notHere, let place?) where distance <= PersonalHistory.nearby:
        evidence.denied[place, default: 0] += decay
      case (.nowhere, _) where distance <= PersonalHistory.sight:
        // The same spot again and again: home.
        let apart = position.offset(to: entry.coordinate)
        evidence.nowhere.append(PersonalEvidence.Spot(offset: apart, weight: decay))
      case (.here, nil), (.notHere, _), (.nowhere, _): break
      }
    }
    evidence.confirmed = evidence.confirmed.mapValues { min($0, PersonalEvidence.most) }
    return evidence
  }

  /// How many minutes apart two visits at one hour are, as a standard deviation.
  static let sameHour = 80.0
  /// What a visit on a working day counts at a weekend, and the other way round.
  static let otherDays = 0.33
  /// What was denied counts where it was denied: within the error of a fix in town.
  static let nearby: Metres = 60
  /// Spots at no known place that are further away say nothing, whatever the fix.
  static let sight: Metres = 300
}

/// What a user's history says about the places around, at a time.
package struct PersonalEvidence: Hashable, Sendable {
  /// How often each place was confirmed, older times and other hours counting less.
  package var confirmed: [PlaceID: Double] = [:]
  /// How often each place was denied from about here.
  package var denied: [PlaceID: Double] = [:]
  /// Where the user was at no known place.
  package var nowhere: [Spot] = []
  /// How often the user was at no known place at all, wherever that was.
  package var staysNowhere = 0.0

  /// A spot at no known place, seen from the position that the evidence is for.
  package struct Spot: Hashable, Sendable {
    package var offset: PlanePoint
    /// 1 for today, less for earlier.
    package var weight: Double

    package init(offset: PlanePoint, weight: Double) {
      self.offset = offset
      self.weight = weight
    }
  }

  /// More confirmations add nothing.
  static let most = 10.0

  package init() {}

  package var isEmpty: Bool { confirmed.isEmpty && denied.isEmpty && staysNowhere == 0 }
}
