import COsmium
import PlaceTags

/// The tags of one object, cleaned when they are read.
struct OSMTags: TagSource {
  // Few enough to be looked through: hashing takes longer.
  private var keys: [String] = []
  private var values: [String] = []
  /// Values that were not UTF-8, and hold U+FFFD now.
  private(set) var repaired = 0

  init(_ tags: UnsafeBufferPointer<cosmium_tag>) {
    keys.reserveCapacity(tags.count)
    values.reserveCapacity(tags.count)
    for tag in tags {
      guard let key = tag.key, let value = tag.value else { continue }
      let text = String(cString: value)
      if text.utf8.count > strlenOf(value) { repaired += 1 }
      keys.append(String(cString: key))
      values.append(text)
    }
  }

  var tagKeys: [String] { keys }

  /// The prefixes for what is not there any more that its keys have.
  var gone: [String] {
    guard keys.contains(where: { key in TaggedTypes.gone.contains(where: key.hasPrefix) }) else { return [] }
    return TaggedTypes.gone
  }

  /// The value as it stands there: for keys whose values are words of the map.
  subscript(key: String) -> String? {
    // Of two with one key, which no map has, the last one.
    for index in keys.indices.reversed() where keys[index].utf8.count == key.utf8.count && keys[index] == key
    {
      return values[index]
    }
    return nil
  }

  func texts(_ key: String) -> [String] { self[key]?.cleaned.map { [$0] } ?? [] }

  func has(_ key: String) -> Bool { self[key] != nil }
}

/// The bytes before the end of a C string.
private func strlenOf(_ text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while text[count] != 0 { count += 1 }
  return count
}
