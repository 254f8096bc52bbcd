import JSON
import Testing

struct JSONNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil),
      ("1.0", nil), ("1e3", nil), ("1e400", nil), ("-1", -1),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).intValue == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0.0", -0.0), ("151.199", 151.199), ("1e308", 1e308), ("1e309", nil), ("-1e400", nil),
      ("1e-400", 0), ("1E+2", 100),
      ("0.1e1", 1), ("1000000000000000000000000", 1e24),
    ] as [(String, Double?)])
  func doubles(text: String, expected: Double?) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).doubleValue == expected)
  }

  @Test func veryLongNumbers() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(try JSONValue(parsing: Array(digits.utf8)).intValue == nil)
    #expect(try JSONValue(parsing: Array(digits.utf8)).doubleValue == nil)
    #expect(try JSONValue(parsing: Array("0.\(digits)".utf8)).doubleValue == 1)
    #expect(try JSONValue(parsing: Array("1e\(digits)".utf8)).doubleValue == nil)
  }

  @Test(arguments: [
    (151.199, "151.199"), (-33.8694, "-33.8694"), (1, "1.0"), (0.1 + 0.2, "0.30000000000000004"),
    (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
    (-0.0, "-0.0"),
  ])
  func shortest(value: Double, text: String) throws {
    let written = JSONValue.double(value)
    #expect(written.text == text)
    #expect(try JSONValue(parsing: written.bytes) == written)
  }

  @Test func whatJSONCannotSay() {
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONValue.double(-.infinity) == .null)
  }
}
