import JSON

/// A structure of the interface, as it goes over the socket.
package protocol WireStruct: Hashable, Sendable {
  /// Reads what the other side sent: unknown members are ignored, a missing or mistyped required one gives nil.
  init?(_ object: JSONObject)
  /// The members that have a value.
  var object: JSONObject { get }
}

extension WireStruct {
  init?(_ value: JSONValue?) {
    guard let object = value?.objectValue else { return nil }
    self.init(object)
  }

  package var json: JSONValue { .object(object) }
}

extension JSONObject {
  /// An object of the members that are known; a nil value leaves its member out.
  init(known members: KeyValuePairs<String, JSONValue?>) {
    self.init(members.lazy.compactMap { name, value in value.map { (name, $0) } })
  }

  func structure<T: WireStruct>(_ name: String) -> T? { T(self[name]) }

  /// The elements that can be read; nil if there is no such array.
  func structures<T: WireStruct>(_ name: String) -> [T]? {
    self[name]?.arrayValue.map { $0.compactMap { T($0) } }
  }

  func strings(_ name: String) -> [String]? {
    self[name]?.arrayValue.map { $0.compactMap(\.stringValue) }
  }

  func string(_ name: String) -> String? { self[name]?.stringValue }
  func double(_ name: String) -> Double? { self[name]?.doubleValue }
  func int(_ name: String) -> Int64? { self[name]?.intValue }
  func bool(_ name: String) -> Bool? { self[name]?.boolValue }
}

extension JSONValue {
  init?(_ value: String?) {
    guard let value else { return nil }
    self = .string(value)
  }

  init?(_ value: Double?) {
    guard let value else { return nil }
    self = .double(value)
  }

  init?(_ value: Int64?) {
    guard let value else { return nil }
    self = .int(Int(value))
  }

  init?(_ value: Bool?) {
    guard let value else { return nil }
    self = .bool(value)
  }

  init?(_ value: (some WireStruct)?) {
    guard let value else { return nil }
    self = value.json
  }

  init?(_ values: [some WireStruct]?) {
    guard let values else { return nil }
    self = .array(values.map(\.json))
  }

  init?(_ values: [String]?) {
    guard let values else { return nil }
    self = .array(values.map { .string($0) })
  }
}

extension JSONObject {
  func doubles(_ name: String) -> [String: Double]? {
    guard let members = self[name]?.objectValue?.members else { return nil }
    return Dictionary(members.compactMap { member in member.value.doubleValue.map { (member.name, $0) } }) {
      $1
    }
  }
}

extension JSONValue {
  init?(_ values: [String: Double]?) {
    guard let values else { return nil }
    self = .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, .double($0.value)) }))
  }
}
