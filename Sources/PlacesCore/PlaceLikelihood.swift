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

/// The factors of one place's score.
package struct LikelihoodTerms: Hashable, Sendable {
  /// Density of the fix, per square metre, if the device is somewhere in the place.
  package var position: Double
  /// How often people are at places of its type, one restaurant being 1.
  package var type: Double
  /// How much better known it is than the average place.
  package var prominence: Double
  /// What this user's own history makes of it; 1 without one.
  package var personal = 1.0
}

/// Which places a device that got a fix is likely at: a probability for each, and for being at no known place.
package struct LikelihoodRanking: Hashable, Sendable {
  /// Every candidate, the likeliest first, ties by id.
  package let places: [PlaceLikelihood]
  /// The probability of being at no known place. With those of all places it sums to 1.
  package let elsewhere: Double

  /// How far around a fix places are considered.
  package static func searchRadius(for fix: Fix) -> Metres { max(140, 4 * fix.effectiveAccuracy) }
  /// How many places are considered at most, the nearest first.
  package static let searchLimit = 400

  /// Share of stays that are at no known place, relative to the known ones around: a fifth to a quarter of requests.
  static let elsewhereShare = 0.25
  /// What there is to be at besides the known places, in restaurants per square metre: four within 140 m.
  static let unmappedDensity = 4.0 / (.pi * 140 * 140)
  /// Scores are raised to this power, because their factors are not as independent as the product takes them for.
  static let calibration = 0.8

  /// How much less likely each rejection makes a place.
  static let rejection = 0.2

  /// Ranks the candidates, as a finder gave them for this fix, for a user of whom this is known.
  package init(candidates: [NearbyPlace], fix: Fix, evidence: PersonalEvidence = PersonalEvidence()) {
    let kernel = ErrorKernel(accuracy: fix.effectiveAccuracy)
    let radius = LikelihoodRanking.searchRadius(for: fix).value
    var scored: [PlaceLikelihood] = []
    var mass = 0.0
    // In order of ids, so that the sums do not depend on how the finder came by them.
    for candidate in candidates.sorted(by: { $0.place.id < $1.place.id })
    where !candidate.place.closed && TypePrior.isVisitable(candidate.place.types) {
      let prior = TypePrior.of(candidate.place.types)
      let terms = LikelihoodTerms(
        position: PlaceExtent(of: candidate.place, radius: prior.radius, around: fix.coordinate)
          .meanDensity(of: kernel),
        type: prior.weight, prominence: exp(min(1, max(0, candidate.place.importance))))
      mass += terms.type * terms.prominence
      scored.append(
        PlaceLikelihood(
          place: candidate.place, likelihood: terms.score, distance: candidate.distance,
          container: candidate.place.container, terms: terms))
    }
    if !evidence.isEmpty {
      for index in scored.indices {
        let (id, terms) = (scored[index].place.id, scored[index].terms)
        // One confirmed visit weighs as much as all strangers at the places around.
        let visits = (evidence.confirmed[id] ?? 0) * mass / (terms.type * terms.prominence)
        scored[index].terms.personal =
          (1 + visits) * pow(LikelihoodRanking.rejection, evidence.denied[id] ?? 0)
        scored[index].likelihood = scored[index].terms.score
      }
    }
    let elsewhereScore = pow(
      LikelihoodRanking.elsewhereShare * (1 + evidence.nowhere)
        * (mass / (.pi * radius * radius) + LikelihoodRanking.unmappedDensity),
      LikelihoodRanking.calibration)
    let total = scored.reduce(elsewhereScore) { $0 + $1.likelihood }
    for index in scored.indices { scored[index].likelihood /= total }
    scored.sort { ($1.likelihood, $0.place.id) < ($0.likelihood, $1.place.id) }
    places = scored
    elsewhere = elsewhereScore / total
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

extension LikelihoodTerms {
  /// The unnormalised probability.
  var score: Double { pow(position * type * prominence * personal, LikelihoodRanking.calibration) }

  /// The terms by the names that clients see.
  package var named: [(name: String, value: Double)] {
    [("position", position), ("prominence", prominence), ("type", type)]
      + (personal == 1 ? [] : [("personal", personal)])
  }
}
