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

  /// How far around a fix places are considered.
  package static func searchRadius(for fix: Fix) -> Metres { max(140, 4 * fix.effectiveAccuracy) }
  /// How far around the position of a stay places are considered.
  package static func searchRadius(for stay: StayEvidence) -> Metres { max(140, 4 * stay.accuracy) }
  /// How many places are considered at most, the nearest first.
  package static let searchLimit = 400

  /// Stays at no known place, relative to those at the known ones around, per square metre: with the error that a place
  /// has to bear, a fifth to a quarter of all stays.
  static let elsewhereShare = 0.15
  /// What there is to be at besides the known places, in restaurants per square metre: six within 140 m.
  static let unmappedDensity = 6.0 / (.pi * 140 * 140)
  /// How much oftener people are at no known place, at home above all, between 19 and 9 o'clock.
  static let night = 1.3
  /// Scores are raised to this power, because their factors are not quite as independent as the product takes them for.
  static let calibration = 0.95
  /// So much of the likelihood of all places goes to `elsewhere` while the device moves for certain.
  static let underWay = 0.9
  /// How many times as much as all strangers at the places around one confirmed visit weighs.
  static let confirmation = 2.0
  /// How much larger the error is where nobody saw the way up to the place: a receiver that has just started.
  static let unseenWay = 1.2
  /// How far a spot at no known place reaches beyond the error, in metres: a flat's size.
  static let spotSize = 12.0

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
    let scale = stay.scale * (stay.approach == nil ? LikelihoodRanking.unseenWay : 1)
    let kernel = ErrorKernel(scale: scale)
    let radius = LikelihoodRanking.searchRadius(for: stay).value
    var scored: [PlaceLikelihood] = []
    var mass = 0.0
    // In order of ids, so that the sums do not depend on how the finder came by them.
    for candidate in candidates.sorted(by: { $0.place.id < $1.place.id })
    where !candidate.place.closed && TypePrior.isVisitable(candidate.place.types) {
      let terms = LikelihoodTerms(of: candidate.place, kernel, around: stay.position, at: time)
      if candidate.distance.value <= radius { mass += terms.prior }
      scored.append(
        PlaceLikelihood(
          place: candidate.place, likelihood: terms.score, distance: candidate.distance,
          container: candidate.place.container, terms: terms))
    }
    if !evidence.isEmpty {
      for index in scored.indices {
        let (id, terms) = (scored[index].place.id, scored[index].terms)
        let strangers = mass / max(terms.prior, 1e-9)
        let visits = LikelihoodRanking.confirmation * (evidence.confirmed[id] ?? 0) * strangers
        scored[index].terms.personal =
          (1 + visits) * pow(LikelihoodRanking.rejection, evidence.denied[id] ?? 0)
        scored[index].likelihood = scored[index].terms.score
      }
    }
    let isNight = time.map { $0.minute < 540 || $0.minute >= 1140 } ?? false
    let unmapped =
      LikelihoodRanking.elsewhereShare * (isNight ? LikelihoodRanking.night : 1)
      * (mass / (.pi * radius * radius) + LikelihoodRanking.unmappedDensity)
    let spot = ErrorKernel(scale: hypot(scale, LikelihoodRanking.spotSize))
    // Where this user was at no known place, it weighs as a place that was confirmed.
    let own = evidence.nowhere.reduce(0) { $0 + $1.weight * spot.density(at: $1.offset.length.value) }
    let elsewhereScore = pow(
      unmapped + (mass + LikelihoodRanking.unmappedDensity) * own, LikelihoodRanking.calibration)
    let total = scored.reduce(elsewhereScore) { $0 + $1.likelihood }
    // Who is slow is often only told to move.
    let moving = LikelihoodRanking.underWay * stay.movement * stay.movement * stay.movement
    for index in scored.indices { scored[index].likelihood *= (1 - moving) / total }
    scored.sort { ($1.likelihood, $0.place.id) < ($0.likelihood, $1.place.id) }
    places = scored
    elsewhere = elsewhereScore / total * (1 - moving) + moving
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
