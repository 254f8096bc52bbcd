/// What is the same for everybody of the places around a stay: the score of each, before anybody's own history.
///
/// It takes nearly all of the time of a ranking, so it is made once for all users.
package struct CandidateScores: Sendable {
  /// Those that can be visited, in order of their ids, so that sums do not depend on how the finder came by them. Their
  /// likelihoods are not normalised yet.
  let places: [PlaceLikelihood]
  /// How likely all those within the search radius are together, before any fix.
  let mass: Double
  let stay: StayEvidence
  /// Whether people are mostly at home.
  let isNight: Bool

  /// The candidates as a finder gave them around the position of a stay, at a time on the clocks there (nil where nobody
  /// told it).
  package init(candidates: [NearbyPlace], stay: StayEvidence, at time: LocalTime?) {
    let kernel = ErrorKernel(scale: stay.scale, discord: stay.discord)
    let radius = LikelihoodRanking.searchRadius(for: stay)
    var scored: [PlaceLikelihood] = []
    var mass = 0.0
    for candidate in candidates.sorted(by: { $0.place.id < $1.place.id })
    where !candidate.place.closed && TypePrior.isVisitable(candidate.place.types) {
      let terms = LikelihoodTerms(of: candidate.place, kernel, around: stay.position, at: time)
      if candidate.distance <= radius { mass += terms.prior }
      scored.append(
        PlaceLikelihood(
          place: candidate.place, likelihood: terms.score, distance: candidate.distance,
          container: candidate.place.container, terms: terms))
    }
    places = scored
    self.mass = mass
    self.stay = stay
    isNight = time.map { $0.minute < 540 || $0.minute >= 1140 } ?? false
  }

  /// The same with what a user's history makes of each.
  func personal(_ evidence: PersonalEvidence) -> [PlaceLikelihood] {
    guard !evidence.isEmpty else { return places }
    return places.map { entry in
      var entry = entry
      entry.terms.personal = evidence.factor(of: entry, among: mass)
      entry.likelihood = entry.terms.score
      return entry
    }
  }
}
