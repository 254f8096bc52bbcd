import PlacesCore

/// The ranked places for one fix: swapped whole for the next one, never changed.
package struct PlaceList: Hashable, Sendable {
  /// Grows with each new list.
  package let generation: Int64
  /// The fix that it was made for.
  package let fix: Fix
  /// What the fixes of the stay said by then: what it was made from.
  package let stay: StayEvidence
  /// Why that fix was taken.
  package let reason: DeliveryReason
  /// For everybody of whom nothing is known around.
  package let ranking: LikelihoodRanking
  /// For each user who said something around earlier.
  let personal: [UInt32: LikelihoodRanking]
  package let coverage: Coverage
  /// What the clocks of the place showed when it was made; nil if nobody said.
  package let localTime: LocalTime?

  /// The places as they are ranked for a user.
  package func ranking(for uid: UInt32) -> LikelihoodRanking { personal[uid] ?? ranking }
}

/// What a finder is to look for, and what it is for.
package struct PlaceQuery: Hashable, Sendable {
  package let fix: Fix
  package let stay: StayEvidence
  package let reason: DeliveryReason

  package var center: Coordinate { stay.position }
  package var radius: Metres { LikelihoodRanking.searchRadius(for: stay) }
  package var limit: Int { LikelihoodRanking.searchLimit }
}
