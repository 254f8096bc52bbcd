import JSON

/// Notices files that give latitude before longitude: most of their points lie off the map, or outside the box that
/// the file itself declares, and would be right the other way round.
struct AxisCheck {
  /// Points looked at.
  private(set) var count = 0
  private var suspicious = 0

  /// After how many points there is a verdict.
  static let interval = 100
  /// Fewer say nothing.
  private static let least = 10

  /// Looks at a feature's point; others tell too little.
  mutating func look(at feature: Feature, in box: JSONValue?) {
    guard let point = feature.geometry?["coordinates"]?.arrayValue, point.count >= 2,
      let first = point[0].doubleValue, let second = point[1].doubleValue
    else { return }
    count += 1
    let isOff = abs(second) > 90 && abs(first) <= 90
    let isOutside = [feature.bbox, box].contains { box in
      guard let box = AxisCheck.bounds(box) else { return false }
      return !AxisCheck.holds(box, first, second) && AxisCheck.holds(box, second, first)
    }
    if isOff || isOutside { suspicious += 1 }
  }

  /// Throws if most points are suspicious.
  func verdict() throws(GeoJSONError) {
    guard count >= AxisCheck.least, suspicious * 2 > count else { return }
    throw .swappedAxes(count: suspicious, of: count)
  }

  /// West, south, east and north of a two- or three-dimensional bbox.
  private static func bounds(_ value: JSONValue?) -> [Double]? {
    let numbers = value?.arrayValue?.compactMap(\.doubleValue) ?? []
    switch numbers.count {
    case 4: return numbers
    case 6: return [numbers[0], numbers[1], numbers[3], numbers[4]]
    default: return nil
    }
  }

  private static func holds(_ box: [Double], _ longitude: Double, _ latitude: Double) -> Bool {
    // Converters round boxes.
    let slack = 0.001
    let inLongitude =
      box[0] <= box[2]
      ? box[0] - slack <= longitude && longitude <= box[2] + slack
      : longitude >= box[0] - slack || longitude <= box[2] + slack
    return inLongitude && box[1] - slack <= latitude && latitude <= box[3] + slack
  }
}
