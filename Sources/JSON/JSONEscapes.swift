/// The escapes in JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// The content of a string with its escapes replaced, as UTF-8 that is not yet checked.
  /// Offsets in errors are indices of `content`, which has a byte after each backslash. Surrogates without their
  /// other half are an error if `replaced` is nil, and else become U+FFFD and are counted there.
  static func decode(_ content: ArraySlice<UInt8>, replaced: inout Int?) throws(JSONError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        index += 1
        continue
      }
      let start = index
      index += 2
      switch content[start + 1] {
      case UInt8(ascii: "\""): result.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): result.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/"): result.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        if let scalar = try scalar(content, from: start, next: &index) {
          result.append(contentsOf: String(scalar).utf8)
        } else if let count = replaced {
          replaced = count + 1
          result.append(contentsOf: "\u{FFFD}".utf8)
        } else {
          throw JSONError(.loneSurrogate, at: start)
        }
      default: throw JSONError(.invalidEscape, at: start)
      }
    }
    return result
  }

  /// The character of `\uXXXX`, or of two of these that are a surrogate pair, at `start`; nil for a surrogate
  /// without its other half.
  private static func scalar(
    _ content: ArraySlice<UInt8>, from start: Int, next index: inout Int
  ) throws(JSONError) -> Unicode.Scalar? {
    let unit = try codeUnit(content, from: start)
    index = start + 6
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, content[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return nil
    }
    let low = try codeUnit(content, from: index)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    else { return nil }
    index += 6
    return scalar
  }

  /// The four hexadecimal digits of `\uXXXX` at `start`.
  private static func codeUnit(_ content: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> UInt32 {
    guard content.endIndex - start >= 6 else { throw JSONError(.invalidEscape, at: start) }
    var unit: UInt32 = 0
    for byte in content[start + 2..<start + 6] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONError(.invalidEscape, at: start)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
