import JSON
import PlaceTags

extension JSONValue {
  /// The texts that the value holds: itself, its digits if it is a number, or the items of a list that are such.
  /// Other values hold none.
  var cleanTexts: [String] {
    switch self {
    case .string(let text): text.cleaned.map { [$0] } ?? []
    case .number(let number): [number.text]
    case .array(let items): items.flatMap { $0.arrayValue == nil ? $0.cleanTexts : [] }
    case .null, .bool, .object: []
    }
  }

  /// The text of a string or number; nil for all else.
  var cleanText: String? { arrayValue == nil ? cleanTexts.first : nil }
}
