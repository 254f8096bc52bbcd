import COsmium
import PlaceTags

/// The tags of one object, cleaned when they are read.
struct OSMTags: TagSource {
  private var values: [String: String] = [:]
  /// Values that were not UTF-8, and hold U+FFFD now.
  private(set) var repaired = 0

  init(_ tags: UnsafeBufferPointer<cosmium_tag>) {
    values.reserveCapacity(tags.count)
    for tag in tags {
      guard let key = tag.key, let value = tag.value else { continue }
      let text = String(cString: value)
      if text.utf8.count > strlenOf(value) { repaired += 1 }
      values[String(cString: key)] = text
    }
  }

  init(_ values: [String: String]) { self.values = values }

  var tagKeys: [String] { Array(values.keys) }

  /// The value as it stands there: for keys whose values are words of the map.
  subscript(key: String) -> String? { values[key] }

  func texts(_ key: String) -> [String] { values[key]?.cleaned.map { [$0] } ?? [] }

  func has(_ key: String) -> Bool { values[key] != nil }
}

/// The bytes before the end of a C string.
private func strlenOf(_ text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while text[count] != 0 { count += 1 }
  return count
}
