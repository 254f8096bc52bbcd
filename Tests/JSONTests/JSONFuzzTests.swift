import JSON
import Testing

/// Seeded random texts: what is written reads back; what is damaged never crashes and reads the same whole and in chunks.
struct JSONFuzzTests {
  /// SplitMix64: small, seeded, good enough to vary inputs.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static func text(_ random: inout Random) -> String {
    let pool: [Character] = ["a", "\"", "\\", "\n", "\0", "é", "日", "😀", "/", "\u{7F}", "\u{FFFD}", "{", "u"]
    return String(
      (0..<Int.random(in: 0...9, using: &random)).map { _ in pool.randomElement(using: &random) ?? "a" })
  }

  static func value(_ random: inout Random, depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(Int(truncatingIfNeeded: random.next()))
    case 3: return .double(Double(bitPattern: random.next()))
    case 4, 5: return .string(text(&random))
    case 6:
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(&random, depth: depth - 1) })
    default:
      return .object(
        JSONObject(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in
            (text(&random), value(&random, depth: depth - 1))
          }))
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = Random(state: seed)
    let value = Self.value(&random, depth: 5)
    #expect(try JSONValue(parsing: value.bytes) == value)
    #expect(!value.bytes.contains { $0 < 0x20 })
    var reader = JSONReader(
      source: JSONReaderTests.chunks(value.bytes, of: Int.random(in: 1...9, using: &random)))
    #expect(try reader.value() == value)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func mutation(seed: UInt64) throws {
    var random = Random(state: seed)
    let original = Self.value(&random, depth: 4).bytes
    for _ in 0..<50 {
      var text = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0...text.count, using: &random)
        let byte =
          Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : Array("\"\\{}[],:0-eu".utf8).randomElement(using: &random) ?? 0
        if at < text.count, Bool.random(using: &random) {
          text[at] = byte
        } else {
          text.insert(byte, at: at)
        }
      }
      let whole = Result { () throws(JSONError) in try JSONValue(parsing: text) }
      let chunked = Result { () throws(JSONError) in
        var reader = JSONReader(source: JSONReaderTests.chunks(text, of: 3))
        let value = try reader.value()
        try reader.finish()
        return value
      }
      #expect(whole == chunked, "seed \(seed)")
      // What was taken is written so that it means the same.
      if case .success(let value) = whole {
        #expect(try JSONValue(parsing: value.bytes) == value, "seed \(seed)")
      }
    }
  }
}
