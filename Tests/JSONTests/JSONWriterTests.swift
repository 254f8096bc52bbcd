import JSON
import Testing

struct JSONWriterTests {
  @Test(
    arguments: [
      (["b": 1, "a": [true, .null, "x"], "c": [:], "d": []], #"{"b":1,"a":[true,null,"x"],"c":{},"d":[]}"#),
      (
        "\"\\/\n\r\t\u{8}\u{1F}\u{7F}\0é😀\u{2028}",
        "\"\\\"\\\\/\\n\\r\\t\\u0008\\u001f\u{7F}\\u0000é😀\u{2028}\""
      ),
    ] as [(JSONValue, String)])
  func compact(value: JSONValue, text: String) throws {
    #expect(value.text == text)
    #expect(try JSONValue(parsing: value.bytes) == value)
  }

  @Test func objects() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.members.map(\.name) == ["a", "b"])
    #expect(object["a"] == 3)
    object["c"] = 4
    object["b"] = nil
    #expect(object == ["c": 4, "a": 3])
    #expect(object != ["c": 4, "a": 3, "d": .null])
    #expect(object != ["c": 4, "b": 3])
    #expect(object["\u{E9}"] == nil)
  }
}
