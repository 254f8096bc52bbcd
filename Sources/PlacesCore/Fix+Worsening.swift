extension Fix {
  /// Whether this fix would only blur what a recent one tells: it is far less exact, and the device cannot have gone so
  /// far since that the recent one says less. After `memory` it counts whatever it is.
  package func worsens(_ recent: Fix) -> Bool {
    let age = arrival.since(recent.arrival)
    guard age >= .zero, age < Fix.memory else { return false }
    let (here, there) = (effectiveAccuracy.value, recent.effectiveAccuracy.value)
    let travelled = max(recent.speed ?? 0, Fix.walkingPace) * age.seconds
    return here > Fix.poorAccuracy && here > Fix.muchLess * (there + travelled)
  }

  /// A good fix stands for this long against poor ones.
  private static let memory = Duration.seconds(30)
  /// Below this radius in metres a fix is never poor: under trees and between houses that is usual.
  private static let poorAccuracy = 50.0
  private static let muchLess = 4.0
  /// Metres per second, for receivers that tell no speed.
  private static let walkingPace = 1.5
}
