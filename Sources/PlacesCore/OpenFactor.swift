/// How much less likely a place is for being closed: staff is inside, and hours on the map go stale.
enum OpenFactor {
  static let closedByTag = 0.085
  static let closedByHabit = 0.12
  /// It opens or has closed within half an hour.
  static let aboutToChange = 0.25
  private static let margin = 30

  /// 1 for what is open, or where nobody told the time.
  static func of(_ place: Place, _ habit: VisitHabit, at time: LocalTime?) -> Double {
    guard let time else { return 1 }
    if let text = place.openingHours, let hours = OpeningHours(text) {
      func isOpen(_ minutes: Int) -> Bool? {
        switch hours.state(at: time.adding(minutes: minutes), position: place.coordinate) {
        case .open: true
        case .closed: false
        case .unknown: nil
        }
      }
      switch isOpen(0) {
      case true?: return 1
      case false?:
        return isOpen(margin) == true || isOpen(-margin) == true ? aboutToChange : closedByTag
      case nil: break
      }
    }
    return habit.isUsuallyOpen(at: time) ? 1 : closedByHabit
  }
}
