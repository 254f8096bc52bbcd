import Glibc

/// The factors of one place's score.
package struct LikelihoodTerms: Hashable, Sendable {
  /// Density of the fix, per square metre, if the device is somewhere in the place.
  package var position: Double
  /// How often people are at places of its type, one restaurant being 1.
  package var type: Double
  /// How much better known it is than the average place.
  package var prominence: Double
  /// How much more often than on average people are at such places at this hour of such a day.
  package var daypart = 1.0
  /// 1 if it is open as far as is known, less if it is closed.
  package var open = 1.0
  /// What this user's own history makes of it; 1 without one.
  package var personal = 1.0
}

extension LikelihoodTerms {
  /// Those of a place for a position, at a time on the clocks there.
  init(of place: Place, _ kernel: ErrorKernel, around position: Coordinate, at time: LocalTime?) {
    let kind = TypePrior.of(place.types)
    let fame = LikelihoodTerms.fameWeight * min(LikelihoodTerms.mostFame, max(0, place.importance))
    let extent = PlaceExtent(of: place, radius: kind.radius, around: position)
    let size = LikelihoodTerms.sizeWeight * log(max(1, extent.area / LikelihoodTerms.shopArea))
    self.init(
      position: extent.meanDensity(of: kernel),
      type: pow(kind.weight, LikelihoodTerms.typeExponent),
      prominence: exp(fame + size + LikelihoodTerms.detailWeight * Double(place.details)),
      daypart: time.map { pow(kind.habit.factor(at: $0), LikelihoodTerms.daypartExponent) } ?? 1,
      open: OpenFactor.of(place, kind.habit, at: time))
  }

  // Fitted on labelled visits in four cities, all together, and rounded.

  /// How far the weights of types hold.
  static let typeExponent = 1.15
  /// How far the hours of other cities hold.
  static let daypartExponent = 0.75
  /// How much likelier what is known in other languages and encyclopedias is, for the importance that this gives it.
  static let fameWeight = 3.0
  static let mostFame = 0.25
  /// Larger places have more visitors, beyond the area of a shop in square metres.
  static let sizeWeight = 0.2
  static let shopArea = 300.0
  /// What each thing that mappers told of a place adds: they tell more of places that many people go to.
  static let detailWeight = 0.15

  /// How likely the place is before any fix, one restaurant being 1.
  var prior: Double { type * prominence * daypart * open }

  /// The unnormalised probability.
  var score: Double { position * prior * personal }

  /// The terms by the names that clients see.
  package var named: [(name: String, value: Double)] {
    [
      ("position", position), ("type", type), ("prominence", prominence), ("daypart", daypart),
      ("open", open),
    ] + (personal == 1 ? [] : [("personal", personal)])
  }
}

extension Place {
  /// How many things are told of the place beyond name and type.
  fileprivate var details: Int {
    (website != nil ? 1 : 0) + (phoneNumber != nil ? 1 : 0) + (openingHours != nil ? 1 : 0)
      + (names.contains { $0.key == "brand" } ? 1 : 0)
  }
}
