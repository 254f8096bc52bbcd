import PlacesCore

/// The place the user chose, and how the choice before it ended.
package struct SelectionState: Hashable, Sendable {
  package enum EndReason: String, Sendable {
    case replaced
    case cleared
    case left
  }

  package private(set) var selection: Selection?
  /// When it last changed; nil if it never has.
  package private(set) var changed: Timestamp?
  /// How the last one ended; nil if none has.
  package private(set) var endReason: EndReason?

  /// A restored selection, or none.
  package init(_ selection: Selection?) {
    self.selection = selection
    changed = selection?.since
  }

  mutating func apply(_ change: SelectionChange, at time: Timestamp) {
    selection = change.selection
    changed = change.selection?.since ?? time
    if let ending = change.ending { endReason = ending }
  }
}

/// A change of the selection, which holds once it is durable.
package struct SelectionChange: Hashable, Sendable {
  /// What is selected then.
  package let selection: Selection?
  /// How the selection before it ends; nil if there is none.
  package let ending: SelectionState.EndReason?

  init(to selection: Selection?, ending: SelectionState.EndReason?) {
    self.selection = selection
    self.ending = ending
  }
}
