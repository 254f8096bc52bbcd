import Glibc

/// A place with the probability of being at it.
package struct PlaceLikelihood: Hashable, Sendable {
  package var place: Place
  /// From 0 to 1.
  package var likelihood: Double
  /// From the fix to the point or footprint.
  package var distance: Metres
  /// The smallest other place whose footprint holds this one.
  package var container: PlaceID?
  /// What the likelihood was made from.
  package var terms: LikelihoodTerms
}

/// Which places a device that got a fix is likely at: a probability for each, and for being at no known place.
package struct LikelihoodRanking: Hashable, Sendable {
  /// Every candidate, the likeliest first, ties by id.
  package let places: [PlaceLikelihood]
  /// The probability of being at no known place. With those of all places it sums to 1.
  package let elsewhere: Double

  /// How far around the position of a stay places are considered.
  package static func searchRadius(for stay: StayEvidence) -> Metres { max(140, 4 * stay.accuracy) }
  /// How many places are considered at most, the nearest first.
  package static let searchLimit = 400

  /// Stays at no known place, relative to those at the known ones around, per square metre: with the error that a place
  /// has to bear, a fifth to a quarter of all stays.
  static let elsewhereShare = 0.07
  /// What there is to be at besides the known places, in restaurants per square metre: homes, streets, what nobody has
  /// mapped.
  static let unmappedDensity = 9.4e-4
  /// How much oftener people are at no known place, at home above all, between 19 and 9 o'clock.
  static let night = 1.17
  /// How much less likely a place is while the device moves for certain.
  static let underWay = 0.04
  /// How many times as much as all strangers at the places around one confirmed visit weighs; further ones add less.
  static let confirmation = 1.6
  static let repetition = 0.71
  /// How far the hours of a place count for those who go there again: they know it.
  static let regulars = 0.1
  /// A spot at no known place is found again within the part of the error that changes from day to day, and a flat's
  /// size, in metres.
  static let spotError = 0.6
  static let spotSize = 7.0
  /// How many times as much as all strangers at the places around one stay at such a spot weighs.
  static let spotWeight = 1.75
  /// From a position as coarse as this, in metres, no place is named with more than a small likelihood.
  static let coarse: Metres = 500
  static let coarseMost = 0.15

  /// What strangers make of the places around where hardly any is known, in restaurants.
  static let stranger = 0.03

  /// How much less likely each rejection makes a place.
  static let rejection = 0.2

  /// Ranks the candidates, as a finder gave them for this one fix, for a user of whom this is known.
  package init(
    candidates: [NearbyPlace], fix: Fix, at time: LocalTime? = nil,
    evidence: PersonalEvidence = PersonalEvidence()
  ) {
    self.init(candidates: candidates, stay: StayEvidence(fix), at: time, evidence: evidence)
  }

  /// Ranks the candidates, as a finder gave them around the position of a stay, for a user of whom this is known, at a
  /// time on the clocks there (nil where nobody told it).
  package init(
    candidates: [NearbyPlace], stay: StayEvidence, at time: LocalTime?,
    evidence: PersonalEvidence = PersonalEvidence()
  ) {
    self.init(CandidateScores(candidates: candidates, stay: stay, at: time), evidence: evidence)
  }

  /// Ranks what was scored, for a user of whom this is known.
  package init(_ scores: CandidateScores, evidence: PersonalEvidence = PersonalEvidence()) {
    let (stay, mass) = (scores.stay, scores.mass)
    // Who is slow is often only told to move.
    let moving = pow(LikelihoodRanking.underWay, min(1, max(0, (stay.movement - 0.2) / 0.6)))
    let radius = LikelihoodRanking.searchRadius(for: stay).value
    var scored = SamePlaces.merged(scores.personal(evidence))
    // Whose home is known is rarely at another spot of that kind.
    let unmapped =
      LikelihoodRanking.elsewhereShare * (scores.isNight ? LikelihoodRanking.night : 1)
      * (mass / (.pi * radius * radius) + LikelihoodRanking.unmappedDensity) / (1 + evidence.staysNowhere)
    let spot = ErrorKernel(scale: hypot(LikelihoodRanking.spotError * stay.scale, LikelihoodRanking.spotSize))
    // Where this user was at no known place, it weighs as a place that was confirmed.
    let own = evidence.nowhere.reduce(0) { $0 + $1.weight * spot.density(at: $1.offset.length.value) }
    let elsewhereScore =
      (unmapped + LikelihoodRanking.spotWeight * (mass + LikelihoodRanking.stranger) * own)
    let sum = scored.reduce(0) { $0 + $1.likelihood }
    var share = moving / (sum * moving + elsewhereScore)
    if stay.accuracy > LikelihoodRanking.coarse, let most = scored.map(\.likelihood).max(), most > 0 {
      share = min(share, LikelihoodRanking.coarseMost / most)
    }
    for index in scored.indices { scored[index].likelihood *= share }
    scored.sort { ($1.likelihood, $0.place.id) < ($0.likelihood, $1.place.id) }
    places = scored
    elsewhere = max(0, 1 - sum * share)
  }

  /// The list for one caller: the first `limit` places of any of the types (all types if none are named), and the
  /// probability that the cut took away.
  package func list(types: Set<PlaceType> = [], limit: Int) -> (places: [PlaceLikelihood], unlisted: Double) {
    var listed: [PlaceLikelihood] = []
    var unlisted = 0.0
    for place in places {
      if listed.count < limit, types.isEmpty || place.place.types.contains(where: types.contains) {
        listed.append(place)
      } else {
        unlisted += place.likelihood
      }
    }
    return (nameContainers(of: listed), unlisted)
  }

  /// Fills in the smallest candidate that holds each listed place, where the data names none.
  private func nameContainers(of listed: [PlaceLikelihood]) -> [PlaceLikelihood] {
    let holders = places.compactMap { holder in
      holder.place.footprint.map { (id: holder.place.id, footprint: $0) }
    }
    return listed.map { entry in
      guard entry.container == nil else { return entry }
      let origin = entry.place.coordinate
      let ownArea = entry.place.footprint?.onPlane(around: origin).area ?? 0
      var (entry, least) = (entry, Double.infinity)
      for holder in holders where holder.id != entry.place.id {
        let shape = holder.footprint.onPlane(around: origin)
        let area = shape.area
        if area > ownArea, area < least, shape.contains(PlanePoint(east: 0, north: 0)) {
          (entry.container, least) = (holder.id, area)
        }
      }
      return entry
    }
  }
}

extension PersonalEvidence {
  /// How many times as likely as to strangers a place is, with that likelihood of all places around before any fix.
  func factor(of entry: PlaceLikelihood, among mass: Double) -> Double {
    let prior = max(entry.terms.prior, 1e-9)
    let visits =
      LikelihoodRanking.confirmation * pow(confirmed[entry.place.id] ?? 0, LikelihoodRanking.repetition)
      * (mass + LikelihoodRanking.stranger) * pow(prior, LikelihoodRanking.regulars - 1)
    return (1 + visits) * pow(LikelihoodRanking.rejection, denied[entry.place.id] ?? 0)
  }
}
