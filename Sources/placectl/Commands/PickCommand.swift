import Arguments
import Glibc
import PlacedInterface
import Terminal

/// `placectl pick`: choose among the likely places, or type to find another one.
enum PickCommand: PlacectlCommand {
  static let inline = Option(
    "inline", "ROWS", in: 3...200, implied: 12,
    "Draw on ROWS lines below the cursor (default 12), not the whole screen.")
  static let limit = Option(
    "limit", short: "n", "N", in: 1...50, "Offer at most N likely places (default 5).")
  static let types = Option<[String]>(
    "types", list: "A,B", "Offer only places of any of these types (at most 5).")
  static let noSelect = Flag("no-select", "Only print the place, do not select it.")
  static let printID = Flag("print-id", "Print nothing but the id of the place.")
  static let theme = Option<String>("theme", "THEME", "Colours: light, dark, or a theme file.")
  static let noMouse = Flag("no-mouse", "Leave the mouse to the terminal.")
  static let text = Operand("TEXT", .optional, "Begin with this text typed.")

  static let declaration = Command(
    "pick", "Choose among the likely places, or type to find another one.",
    details: """
      Keys:
        Enter chooses, Esc or Ctrl-C cancels, Up and Down (Ctrl-P and Ctrl-N), PageUp
        and PageDown move, Ctrl-R tries again after a failure, Ctrl-U takes the text
        back. A click moves to a row, another one chooses it.

      The list is drawn on the terminal, the result goes to standard output. On a
      terminal that can only print (TERM=dumb) it asks for a number or a text.

      Exit codes:
        0  a place was chosen   130  cancelled   others as for all commands
      """,
    options: [inline, limit, types, noSelect, printID, theme, noMouse], operands: [text])

  static func run(_ context: Context) throws(Failure) -> ExitCode {
    let link = PickerLink(
      SocketChoice(option: context.arguments[CommonOptions.socket], environment: context.environment),
      PickerLink.Request(
        limit: context.arguments[limit] ?? 5, types: context.arguments[types],
        language: language(context.environment)))
    let theme = try PickerTheme.chosen(context.arguments[theme], environment: context.environment)
    try link.open()
    guard case .chosen(let id) = try pick(context, link, theme) else { return .interrupted }
    try finish(id, context, link)
    return .success
  }

  private static func pick(
    _ context: Context, _ link: PickerLink, _ theme: PickerTheme
  ) throws(Failure) -> Picker.Outcome {
    let text = context.arguments.operands.first ?? ""
    let kind = context.environment["TERM", default: ""]
    if kind.isEmpty || kind == "dumb", isatty(0) == 1 {
      return try LinePicker(link: link, output: context.output, text: text).run()
    }
    let terminal: InteractiveTerminal
    do throws(TerminalError) {
      terminal = try InteractiveTerminal()
    } catch {
      throw Failure(
        .failed, "there is no terminal to pick on", remedy: "placectl list, and placectl select NUMBER")
    }
    let view = PickerView(
      theme: theme, isColoured: Palette(isTerminal: true, environment: context.environment).isColoured,
      hasUnicode: hasUnicode(context.environment))
    let screen = PickerScreen(
      terminal, inlineRows: context.arguments[inline], hasMouse: !context.arguments[noMouse])
    var picker = Picker(link, view, screen, terminal, text: text)
    return try picker.run()
  }

  /// Selects the place unless that is not wanted, and prints it.
  private static func finish(_ id: String, _ context: Context, _ link: PickerLink) throws(Failure) {
    let isQuiet = context.arguments[printID]
    if !context.arguments[noSelect] {
      let reply = try link.finish(".SelectPlace", ["placeId": .string(id)])
      guard let selection = reply["selection"]?.objectValue.flatMap(Wire.Selection.init) else {
        throw .unreadable("SelectPlace")
      }
      if !isQuiet {
        try context.output.show(reply) { layout in
          var fields = FieldList()
          fields.add("Selected", selection.texts)
          return fields.lines(layout)
        }
      }
    } else if !isQuiet {
      let reply = try link.finish(".FetchPlace", ["placeId": .string(id)])
      guard let place = reply["place"]?.objectValue.flatMap(Wire.Place.init) else {
        throw .unreadable("FetchPlace")
      }
      try context.output.show(reply) { layout in place.lines(layout) }
    }
    if isQuiet { try context.output.write(DisplayText(id).text + "\n") }
  }

  /// The language of messages, such as "de-AT"; nil if the locale names none.
  private static func language(_ environment: [String: String]) -> String? {
    let locale = locale("LC_MESSAGES", environment)
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard !["", "C", "POSIX"].contains(String(name)) else { return nil }
    return String(name.map { $0 == "_" ? "-" : $0 })
  }

  private static func hasUnicode(_ environment: [String: String]) -> Bool {
    let locale = locale("LC_CTYPE", environment).lowercased()
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
  }

  /// The locale of a category, by the usual precedence (locale(7)).
  private static func locale(_ category: String, _ environment: [String: String]) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
