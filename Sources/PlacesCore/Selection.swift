/// The place that the user chose, with the copy that was known then: it stays showable if its region goes.
package struct Selection: Hashable, Sendable {
  package enum Source: String, Sendable {
    /// Chosen from the likely places.
    case likely
    /// Chosen from a search.
    case search
    /// Named by its id.
    case other
  }

  package var place: Place
  package var source: Source
  package var since: Timestamp

  package init(place: Place, source: Source, since: Timestamp) {
    self.place = place
    self.source = source
    self.since = since
  }
}
