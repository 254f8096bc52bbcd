import JSON
import PlaceEngine
import PlacesCore

/// The parameters of a call, whose types the interface has already checked, read for their meaning.
struct CallParameters {
  let object: JSONObject

  /// The longest time that a caller may have the daemon wait, in milliseconds: an hour.
  static let longestWait: Int64 = 3_600_000
  /// The largest distance filter: half the way around the earth.
  static let longestDistance = 20_037_509.0
  /// The largest number of listed places.
  static let largestList: Int64 = 50

  func string(_ name: String) -> String? { object[name]?.stringValue }

  func strings(_ name: String) -> [String]? { object[name]?.arrayValue?.compactMap(\.stringValue) }

  func flag(_ name: String) -> Bool { object[name]?.boolValue ?? false }

  /// A whole number within the range; nil if it was not given.
  func int(_ name: String, in range: ClosedRange<Int64>) throws(ParameterError) -> Int64? {
    guard let value = object[name]?.intValue else { return nil }
    guard range.contains(value) else { throw ParameterError(path: name) }
    return value
  }

  /// A duration given in milliseconds, at most `longestWait`.
  func duration(_ name: String) throws(ParameterError) -> Duration? {
    try int(name, in: 0...CallParameters.longestWait).map { .milliseconds($0) }
  }

  func distance(_ name: String) throws(ParameterError) -> Metres? {
    guard let value = object[name]?.doubleValue else { return nil }
    guard (0...CallParameters.longestDistance).contains(value) else { throw ParameterError(path: name) }
    return Metres(value)
  }

  func desiredAccuracy() throws(ParameterError) -> DesiredAccuracy? {
    guard let name = string("desiredAccuracy") else { return nil }
    guard let accuracy = DesiredAccuracy(rawValue: name) else {
      throw ParameterError(path: "desiredAccuracy")
    }
    return accuracy
  }

  /// The topics that are named; all if none are.
  func topics() throws(ParameterError) -> Set<Topic> {
    guard let names = strings("topics") else { return Set(Topic.allCases) }
    return Set(names.compactMap(Topic.init(rawValue:)))
  }

  func fields() throws(ParameterError) -> PlaceFields { try PlaceFields(strings("fields")) }

  /// Which list is wanted, with the configured limit if the caller names none.
  func listWish(defaultLimit: Int) throws(ParameterError) -> ListWish {
    var types: Set<PlaceType> = []
    for (index, name) in (strings("types") ?? []).enumerated() {
      guard let type = PlaceType(name) else { throw ParameterError(path: "types[\(index)]") }
      types.insert(type)
    }
    // Every place that someone can be at is an establishment and a point of interest.
    if types.contains(.establishment) || types.contains(.pointOfInterest) { types = [] }
    return ListWish(
      fields: try fields(), types: types,
      limit: try int("limit", in: 1...CallParameters.largestList).map(Int.init) ?? defaultLimit,
      explain: flag("explain"))
  }

  /// A session token of 1 to 64 characters; nil if none was given.
  func sessionToken() throws(ParameterError) -> String? {
    guard let token = string("sessionToken") else { return nil }
    guard (1...64).contains(token.unicodeScalars.count) else { throw ParameterError(path: "sessionToken") }
    return token
  }

  /// A language tag such as `de` or `zh-Hant`, in lower case; nil if none was given.
  func language() throws(ParameterError) -> String? {
    guard let tag = string("language") else { return nil }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      parts.first.map { (2...3).contains($0.utf8.count) && $0.utf8.allSatisfy(CallParameters.isLetter) }
      ?? false
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { CallParameters.isLetter($0) || (0x30...0x39).contains($0) }
      }
    guard isTag else { throw ParameterError(path: "language") }
    return tag.lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
