/// What a reader meets in a document.
package enum XMLEvent: Hashable, Sendable {
  /// An element begins; names without their prefixes.
  case start(name: String, attributes: [String: String])
  /// An element ends; the text that it holds itself, without that of its children.
  case end(name: String, text: String)
}
