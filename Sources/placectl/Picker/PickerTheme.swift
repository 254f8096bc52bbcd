import Glibc
import Terminal

/// How each part of the picker looks.
///
/// Parts are set by lines `PART = STYLE` of a theme file, where `#` begins a comment, or by `PART=STYLE:PART=STYLE` in
/// PLACECTL_COLORS. A style is words, see `TextStyle`; that of `icons` is `on` or `off`.
struct PickerTheme: Equatable {
  /// What can be given a style.
  enum Part: String, CaseIterable {
    /// The line at the top, what is typed, and what stands there before anything is.
    case bar, input, placeholder
    /// The two texts of a row, and those letters of them that match what is typed.
    case primary, secondary, match
    /// The background of rows, that of the row that Enter chooses, and the line above the rows.
    case row, selection, separator
    /// The bar that shows a likelihood.
    case likelihood
    /// What went wrong and how to try again, and the sign of being busy.
    case retry, busy
    /// Where the data comes from, and the signs before the rows.
    case attribution, icon
  }

  private(set) var styles: [Part: TextStyle]
  /// Whether rows begin with a sign for what they are.
  private(set) var hasIcons = true

  subscript(part: Part) -> TextStyle { styles[part] ?? .plain }

  static let dark = PickerTheme([
    .bar: "bold", .placeholder: "dim", .primary: "plain", .secondary: "dim", .match: "bold bright-yellow",
    .selection: "reverse", .separator: "dim", .likelihood: "green", .retry: "red", .busy: "cyan",
    .attribution: "dim", .icon: "cyan",
  ])
  static let light = PickerTheme([
    .bar: "bold", .placeholder: "dim", .primary: "plain", .secondary: "dim", .match: "bold blue",
    .selection: "reverse", .separator: "dim", .likelihood: "green", .retry: "red", .busy: "magenta",
    .attribution: "dim", .icon: "blue",
  ])

  private init(_ words: [Part: String]) {
    styles = words.compactMapValues { TextStyle($0) }
  }

  /// The theme that the user wants: `choice` is `light`, `dark` or a file; without one PLACECTL_THEME, the user's file
  /// `placed/theme` in the configuration directory if there is one, and the background that COLORFGBG tells decide.
  /// PLACECTL_COLORS comes on top.
  static func chosen(_ choice: String?, environment: [String: String]) throws(Failure) -> PickerTheme {
    let given = choice ?? environment["PLACECTL_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    var theme = isLight(environment) ? light : dark
    switch given {
    case "dark": theme = dark
    case "light": theme = light
    case let path?: try theme.read(path)
    case nil:
      if let path = userFile(environment), access(path, F_OK) == 0 { try theme.read(path) }
    }
    for entry in environment["PLACECTL_COLORS", default: ""].split(separator: ":") {
      try theme.set(String(entry), in: "PLACECTL_COLORS")
    }
    return theme
  }

  /// COLORFGBG is "foreground;background" in the sixteen colours; 7 and from 9 on are light ones.
  private static func isLight(_ environment: [String: String]) -> Bool {
    guard let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }) else {
      return false
    }
    return background == 7 || background > 8
  }

  private static func userFile(_ environment: [String: String]) -> String? {
    if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
      return directory + "/placed/theme"
    }
    return environment["HOME"].map { $0 + "/.config/placed/theme" }
  }

  private mutating func read(_ path: String) throws(Failure) {
    // A theme has a few lines; whatever is longer is none.
    let limit = 64 << 10
    guard let file = fopen(path, "re") else {
      throw Failure(.failed, "cannot read the theme \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard count <= limit, ferror(file) == 0, let text = String(validating: bytes.prefix(count), as: UTF8.self)
    else {
      throw Failure(.failed, "\(path) is not a theme")
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // Colours begin with # too: a comment is what begins its line or follows a blank, and is no colour.
      let words = line.split(whereSeparator: \.isWhitespace)
      let comment = words.firstIndex { $0.hasPrefix("#") && TextStyle(String($0)) == nil }
      let kept = words[..<(comment ?? words.endIndex)].joined(separator: " ")
      if !kept.isEmpty { try set(kept, in: "\(path): line \(index + 1)") }
    }
  }

  private mutating func set(_ entry: String, in source: String) throws(Failure) {
    let sides = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard sides.count == 2 else { throw Failure(.failed, "\(source): expected PART = STYLE, not '\(entry)'") }
    if sides[0] == "icons" {
      guard let wanted = ["on": true, "off": false][sides[1]] else {
        throw Failure(.failed, "\(source): icons are on or off, not '\(sides[1])'")
      }
      hasIcons = wanted
      return
    }
    guard let part = Part(rawValue: sides[0]) else {
      let names = (Part.allCases.map(\.rawValue) + ["icons"]).joined(separator: ", ")
      throw Failure(.failed, "\(source): there is no '\(sides[0])' to style; there are: \(names)")
    }
    guard let style = TextStyle(sides[1]) else {
      throw Failure(
        .failed, "\(source): '\(sides[1])' is no style",
        remedy: "words such as: bold dim italic underline reverse red bright-blue on-white 208 #ff8800")
    }
    styles[part] = style
  }
}
