/// One step of `JSONReader` through a text.
package enum JSONEvent: Equatable, Sendable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// A member's name; its value follows.
  case name(String)
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case null
}
