/// The tags of an object, whatever file they come from.
package protocol TagSource {
  /// The keys that there are, in any order.
  var tagKeys: [String] { get }
  /// The clean texts under a key; none if the key is missing or its value is no text.
  func texts(_ key: String) -> [String]
}

extension TagSource {
  /// The text under a key; the first one of a list.
  package func text(_ key: String) -> String? { texts(key).first }

  /// The first text that one of the keys has.
  package func text(_ keys: [String]) -> String? {
    for key in keys { if let text = text(key) { return text } }
    return nil
  }
}
