/// When people go to places of a kind: how visits spread over the week, and when such places are usually open.
package enum VisitHabit: Sendable, CaseIterable {
  case cafe, restaurant, bar, fastFood, office, station, gym, supermarket, clothes, mall, cinema, theatre,
    school
  case university, bank, museum, hotel, worship, park, shop

  /// How many times more likely than on average a visit is at this time.
  ///
  /// Source: check-ins in New York, by category and hour, smoothed; over five parts of the day, from 0, 6, 10, 15 and
  /// 19 o'clock, of working days and then of weekends.
  package func factor(at time: LocalTime) -> Double {
    let part =
      time.minute < 360 ? 0 : time.minute < 600 ? 1 : time.minute < 900 ? 2 : time.minute < 1140 ? 3 : 4
    return shares[part + (time.weekday >= 5 ? 5 : 0)]
  }

  private var shares: [Double] {
    switch self {
    case .cafe: [0.2, 2.5, 1.4, 1.1, 0.6, 0.2, 0.6, 1.6, 1.2, 0.6]
    case .restaurant: [0.4, 0.6, 1.1, 1.1, 1.5, 0.7, 0.6, 1.8, 1.4, 1.3]
    case .bar: [0.7, 0.2, 0.3, 0.7, 1.9, 2.1, 0.1, 0.9, 1.3, 2.5]
    case .fastFood: [0.4, 1.0, 1.4, 1.0, 1.2, 0.8, 0.7, 1.7, 1.1, 1.0]
    case .office: [0.2, 3.3, 1.8, 1.0, 0.6, 0.1, 0.3, 0.4, 0.4, 0.3]
    case .station: [0.4, 2.2, 1.0, 1.3, 1.1, 0.4, 0.6, 0.9, 0.8, 0.7]
    case .gym: [0.4, 1.8, 1.0, 1.8, 0.9, 0.05, 1.0, 1.6, 1.1, 0.2]
    case .supermarket: [0.2, 1.0, 1.3, 1.4, 1.0, 0.6, 1.2, 1.7, 1.9, 0.7]
    case .clothes: [0.4, 0.8, 1.7, 1.7, 0.7, 0.2, 0.4, 1.8, 2.0, 0.9]
    case .mall: [0.1, 0.7, 1.3, 1.7, 1.1, 0.2, 0.3, 2.0, 2.9, 0.9]
    case .cinema: [0.2, 0.4, 0.7, 1.2, 1.6, 0.3, 0.4, 1.8, 3.1, 2.2]
    case .theatre: [0.7, 0.8, 0.8, 1.1, 2.0, 1.1, 0.4, 0.4, 0.6, 1.7]
    case .school: [0.3, 2.8, 1.2, 1.6, 0.8, 0.2, 0.4, 0.4, 0.5, 0.8]
    case .university: [0.1, 2.2, 2.0, 1.7, 0.7, 0.1, 0.4, 0.5, 0.5, 0.5]
    case .bank: [0.5, 1.5, 1.9, 1.3, 0.6, 0.3, 0.4, 1.6, 0.8, 0.6]
    case .museum: [0.6, 1.2, 1.1, 1.3, 1.1, 0.3, 0.3, 2.2, 1.6, 0.5]
    case .hotel: [0.8, 1.2, 1.4, 0.8, 0.9, 1.2, 1.4, 1.1, 0.5, 0.7]
    case .worship: [0.8, 0.9, 0.6, 1.4, 1.0, 0.2, 1.1, 2.7, 1.5, 1.1]
    case .park: [0.6, 1.4, 1.0, 1.3, 1.2, 0.6, 0.6, 1.0, 1.1, 0.8]
    case .shop: [0.3, 1.2, 1.3, 1.7, 0.6, 0.2, 1.0, 2.0, 2.1, 0.9]
    }
  }

  /// Whether a place of this kind that does not tell its hours is likely open: judgement, Europe's usual hours.
  func isUsuallyOpen(at time: LocalTime) -> Bool {
    let (opens, closes, days): (Int, Int, Int)
    switch self {
    case .station, .hotel, .park: return true
    case .cafe: (opens, closes, days) = (7, 21, 7)
    case .restaurant: (opens, closes, days) = (11, 23, 7)
    case .bar: (opens, closes, days) = (15, 26, 7)
    case .fastFood: (opens, closes, days) = (10, 23, 7)
    case .office: (opens, closes, days) = (8, 18, 5)
    case .gym: (opens, closes, days) = (6, 22, 7)
    case .supermarket: (opens, closes, days) = (7, 22, 7)
    case .mall: (opens, closes, days) = (9, 21, 7)
    case .clothes: (opens, closes, days) = (10, 20, 6)
    case .cinema: (opens, closes, days) = (12, 24, 7)
    case .theatre: (opens, closes, days) = (10, 24, 7)
    case .school: (opens, closes, days) = (7, 18, 5)
    case .university: (opens, closes, days) = (7, 21, 6)
    case .bank: (opens, closes, days) = (9, 17, 5)
    case .museum: (opens, closes, days) = (10, 18, 7)
    case .worship: (opens, closes, days) = (7, 21, 7)
    case .shop: (opens, closes, days) = (9, 19, 6)
    }
    // What closes after midnight is of the day before.
    let isNight = time.minute < closes * 60 - 1440
    let weekday = isNight ? (time.weekday + 6) % 7 : time.weekday
    let minute = isNight ? time.minute + 1440 : time.minute
    return weekday < days && (opens * 60..<closes * 60).contains(minute)
  }
}
