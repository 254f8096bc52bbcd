/// Any JSON value, whole in memory.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Reads one value that takes up the whole text.
  package init(parsing text: [UInt8], options: JSONReader.Options = .init()) throws(JSONError) {
    var reader = JSONReader(text, options: options)
    self = try reader.value()
    try reader.finish()
  }

  package static func int(_ value: Int) -> JSONValue {
    .number(JSONNumber(value))
  }

  /// A float; null when the value is not finite, which JSON cannot say.
  package static func double(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }
}

extension JSONValue {
  package var isNull: Bool {
    self == .null
  }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var numberValue: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The value of an integer that fits; see `JSONNumber.int`.
  package var intValue: Int64? {
    numberValue?.int
  }

  /// The value of a number with a finite double; see `JSONNumber.double`.
  package var doubleValue: Double? {
    numberValue?.double
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of an object; nil when there is none or this is no object.
  package subscript(name: String) -> JSONValue? {
    objectValue?[name]
  }

  /// The value as compact JSON: one line, without white space outside of strings.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// `bytes` as a string.
  package var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
