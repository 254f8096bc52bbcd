import Glibc
import JSON
import LinuxIO
import PlacedInterface
import PlacesCore
import Terminal

/// Standard output of a replay: a line for each state, or a JSON object a line.
final class ReplayOutput {
  private let isJSON: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 65_536

  init(json: Bool) { isJSON = json }

  /// Shows what a subscriber was told, so long after the first line of the recording.
  func show(_ moment: Instant, _ update: Wire.Update) throws(ReplayError) {
    if isJSON {
      try write(ReplayOutput.object(moment, update.object.members.map { ($0.name, $0.value) }))
    } else {
      for (topic, text) in update.texts {
        try write("\(ReplayOutput.seconds(moment))  \(topic.padded(to: 8))  \(DisplayText(text).isolated)")
      }
    }
  }

  /// Shows what the recording came to, and hands everything on.
  func finish(_ moment: Instant, _ summary: Replay.Summary) throws(ReplayError) {
    if isJSON {
      try write(ReplayOutput.object(moment, [("summary", .object(summary.object))]))
    } else {
      try write("\(ReplayOutput.seconds(moment))  end       \(summary.text)")
    }
    try flush()
  }

  /// What has been shown so far goes out now.
  func flush() throws(ReplayError) {
    defer { buffer = [] }
    try StandardOutput.write(buffer)
  }

  private func write(_ line: String) throws(ReplayError) {
    buffer += Array(line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= ReplayOutput.bufferSize { try flush() }
  }

  private static func object(_ moment: Instant, _ members: [(String, JSONValue)]) -> String {
    JSONValue.object(JSONObject([("elapsedMSec", .int(Int(moment.nanoseconds / 1_000_000)))] + members)).text
  }

  /// "12.345", right-aligned.
  private static func seconds(_ moment: Instant) -> String {
    let milliseconds = moment.nanoseconds / 1_000_000
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    let text = "\(milliseconds / 1000).\(fraction)"
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }
}

extension Replay.Summary {
  fileprivate var object: JSONObject {
    var object: JSONObject = ["lines": .int(lines), "broken": .int(broken)]
    if let firstBroken { object["firstBrokenLine"] = .int(firstBroken) }
    object["positions"] = .int(positions)
    object["fixes"] = .int(fixes)
    object["deliveries"] = .object(JSONObject(reasons.map { ($0.rawValue, .int(deliveries[$0] ?? 0)) }))
    return object
  }

  fileprivate var text: String {
    let total = deliveries.values.reduce(0, +)
    let kinds = reasons.map { "\(deliveries[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
    let first = firstBroken.map { " (the first is line \($0))" } ?? ""
    return "\(lines) lines, \(broken) of them broken\(first), \(positions) reports of a position, "
      + "\(fixes) fixes, \(total) delivered" + (kinds.isEmpty ? "" : ": \(kinds)")
  }

  private var reasons: [DeliveryReason] { deliveries.keys.sorted { $0.rawValue < $1.rawValue } }
}

extension Wire.Update {
  /// The topics and what is new of each.
  fileprivate var texts: [(topic: String, text: String)] {
    var texts: [(String, String)] = []
    if let receiver { texts.append(("receiver", receiver.text)) }
    if let location { texts.append(("location", location.text)) }
    if let likelyPlaces { texts.append(("likely", likelyPlaces.text)) }
    return texts
  }
}

extension Wire.Receiver {
  fileprivate var text: String {
    let name = device.map { device in driver.map { "\(device) (\($0))" } ?? device }
    return ([state] + [name, why].compactMap(\.self)).joined(separator: ", ")
  }
}

extension Wire.Location {
  fileprivate var text: String {
    var parts = ["\(coordinate.latitude.rounded(to: 1e5)), \(coordinate.longitude.rounded(to: 1e5))"]
    parts.append(horizontalAccuracy.map { "accurate to \($0.rounded(to: 10)) m" } ?? "of unknown accuracy")
    if simulated == true { parts.append("simulated") }
    if timeSuspect == true { parts.append("the receiver's clock is wrong") }
    return (reason.map { "\($0): " } ?? "") + parts.joined(separator: ", ")
  }
}

extension Wire.LikelyPlaces {
  fileprivate var text: String {
    guard !places.isEmpty else { return reason ?? "none" }
    let entries = places.map { "\($0.likelihood.percent) \($0.place.name ?? $0.place.id)" }
    return (entries + ["\(elsewhere.percent) no known place"]).joined(separator: ", ")
  }
}

extension Double {
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
  fileprivate var percent: String { "\(Int((min(max(self, 0), 1) * 100).rounded())) %" }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// Standard output, without a buffer.
enum StandardOutput {
  /// Writes all of it.
  static func write(_ bytes: [UInt8]) throws(ReplayError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .unwritable(SystemError(code: errno, call: "write")) }
      rest = rest.dropFirst(written)
    }
  }
}
