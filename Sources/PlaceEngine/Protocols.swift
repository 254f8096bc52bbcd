import PlacesCore

/// What a source of fixes reports.
package enum FixEvent: Hashable, Sendable {
  /// A valid fix of the receiver in use.
  case fix(Fix)
  /// The state of positioning changed.
  case receiver(ReceiverState)
}

/// Finds places in the data at hand.
package protocol PlaceFinder {
  /// All eligible places whose point or footprint is within `radius` of `center`, nearest first, at most `limit`.
  /// An empty answer means that there are none; trouble with a file is told by `coverage`, never as no places.
  func places(around center: Coordinate, radius: Metres, limit: Int) -> [NearbyPlace]

  /// The place with this id, or nil if no region knows it. Ids of merged twins resolve too.
  func place(_ id: PlaceID) -> Place?

  /// Whether any region's data covers this position, and if not, why.
  func coverage(of position: Coordinate) -> Coverage
}

extension PlaceFinder {
  /// What the engine is told for `Effect.find`, with what the clocks around show then.
  package func answer(_ query: PlaceQuery, at time: LocalTime?) -> Engine.Input {
    .found(
      query, places(around: query.center, radius: query.radius, limit: query.limit),
      coverage(of: query.center), at: time)
  }
}

/// Whether the region files can say anything about a position.
package enum Coverage: Hashable, Sendable {
  case covered
  /// No region's box holds the position.
  case notCovered
  /// Region files are still being opened.
  case loading
  /// No region's box holds the position, and a region file is damaged: it may have been that one.
  case damaged
}

/// Keeps what must outlive the daemon. Each write is durable when it returns.
package protocol StateKeeper {
  associatedtype Failure: Error
  /// The selection that was last saved; nil if there is none.
  func loadSelection() throws(Failure) -> Selection?
  /// Replaces the selection; nil clears it.
  func saveSelection(_ selection: Selection?) throws(Failure)
}
