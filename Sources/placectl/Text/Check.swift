import JSON
import Terminal

/// One thing that `doctor` looks at.
struct Check: Equatable {
  let name: String
  /// What is so; nil in `remedy` means that this is well.
  let finding: String
  /// What to do about it: a command.
  var remedy: String?
  /// How `doctor` ends if this is the first thing that is not well.
  var code = ExitCode.failed

  /// What was found and, where there is one, the remedy.
  func texts(width: Int) -> [String] {
    wrappedLines(finding, width: width)
      + (remedy.map { wrappedLines("-> " + $0, width: width, indent: 3) } ?? [])
  }

  var json: JSONValue {
    var object: JSONObject = [
      "check": .string(name), "ok": .bool(remedy == nil), "finding": .string(finding),
    ]
    if let remedy { object["remedy"] = .string(remedy) }
    return .object(object)
  }
}
