import PlacesCore

/// The place the user chose, and how the choice before it ended.
package struct SelectionState: Hashable, Sendable {
  package enum EndReason: String, Sendable {
    case replaced
    case cleared
    case left
  }

  package var selection: Selection?
  /// When it last changed; nil if it never has.
  package var changed: Timestamp?
  /// How the last one ended; nil if none has.
  package var endReason: EndReason?

  /// A restored selection, or none.
  package init(_ selection: Selection?) {
    self.selection = selection
    changed = selection?.since
  }
}
