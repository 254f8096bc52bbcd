/// Tells when the device has left a place: at three fixes in a row that are clearly outside.
///
/// Only a place where it has been can be left. A place that was chosen from afar stays chosen until the device has
/// come there and gone again.
package struct Departure: Sendable {
  private let place: Place
  private var wasThere: Bool
  private var outside = 0

  /// How many fixes in a row have to be outside. Single wild ones never get this far: see `OutlierGate`.
  static let confirmations = 3
  /// The least distance from the footprint that is outside: the other side of the street is not.
  static let leastDistance: Metres = 100
  /// How many times a fix's 68 % radius its distance has to be: a fix at the place is that far off once in
  /// thirty thousand, by the normal law.
  static let accuracyFactor = 3.0

  /// `wasThere` says whether the device has been at the place.
  package init(from place: Place, wasThere: Bool) {
    self.place = place
    self.wasThere = wasThere
  }

  /// As seen at the moment of choice: the device is there if this fix is not outside.
  package init(from place: Place, at fix: Fix) {
    self.init(from: place, wasThere: !Departure.isOutside(fix, of: place))
  }

  /// Takes the next fix; whether the device has left by now. After that it counts to three again.
  package mutating func hasLeft(at fix: Fix) -> Bool {
    guard Departure.isOutside(fix, of: place) else {
      wasThere = true
      outside = 0
      return false
    }
    guard wasThere else { return false }
    outside += 1
    guard outside >= Departure.confirmations else { return false }
    outside = 0
    return true
  }

  private static func isOutside(_ fix: Fix, of place: Place) -> Bool {
    let distance =
      place.footprint?.distance(from: fix.coordinate) ?? place.coordinate.distance(to: fix.coordinate)
    return distance > max(leastDistance, Metres(accuracyFactor * fix.effectiveAccuracy.value))
  }
}
