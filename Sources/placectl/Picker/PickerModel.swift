import Terminal

/// What a picker shows and how keys change it; knows neither terminal nor daemon.
///
/// Before anything is typed it has the likely places, then what was found for the text.
struct PickerModel {
  /// What a key asks for.
  enum Action: Equatable {
    case none
    case search(String)
    case choose(PickerItem)
    case cancel, redraw, suspend
  }

  /// What is known for the text.
  enum Found: Equatable {
    /// Nothing has been typed, or no answer has come since something was.
    case nothing
    case items([PickerItem])
    case trouble(PickerTrouble)
  }

  private(set) var editor: LineEditor
  private(set) var likely: [PickerItem] = []
  /// What there is to say below the likely places, or instead of them.
  private(set) var likelyNote = "Looking for the likely places"
  private(set) var found = Found.nothing
  /// The row that Enter chooses.
  private(set) var selected = 0
  /// Whether an answer is awaited.
  var isBusy = false
  private var likelyAttributions: [String] = []
  private var foundAttributions: [String] = []
  /// The row was moved by the user: it then stays with its place when the list changes.
  private var hasMoved = false

  init(text: String = "") { editor = LineEditor(text) }

  /// What is searched for: what was typed, without blanks around it.
  var query: String { editor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The rows.
  var items: [PickerItem] {
    if query.isEmpty { return likely }
    if case .items(let items) = found { return items }
    return []
  }

  /// Where the shown data comes from.
  var attributions: [String] { query.isEmpty ? likelyAttributions : foundAttributions }

  // MARK: - Keys

  /// Does what a key means; `page` is how many rows are shown at once.
  mutating func handle(_ key: Key, page: Int) -> Action {
    switch key {
    case .escape, .control("c"), .control("g"): return .cancel
    case .enter:
      return items.indices.contains(selected) ? .choose(items[selected]) : .none
    case .up, .control("p"), .backTab, .wheelUp: move(by: -1)
    case .down, .control("n"), .tab, .wheelDown: move(by: 1)
    case .pageUp: move(by: -max(page, 1))
    case .pageDown: move(by: max(page, 1))
    case .control("r"):
      if case .trouble(let trouble) = found, trouble.isRetryable, !query.isEmpty { return .search(query) }
    case .control("l"): return .redraw
    case .control("z"): return .suspend
    case .control("d") where editor.text.isEmpty: return .cancel
    default: return edit(key)
    }
    return .none
  }

  /// Moves to a row, or chooses it if it is there already, as a click does.
  mutating func click(_ row: Int) -> Action {
    guard items.indices.contains(row) else { return .none }
    if row == selected { return .choose(items[row]) }
    selected = row
    hasMoved = true
    return .none
  }

  private mutating func edit(_ key: Key) -> Action {
    let before = query
    guard editor.handle(key), query != before else { return .none }
    selected = 0
    hasMoved = false
    if query.isEmpty {
      found = .nothing
      return .none
    }
    return .search(query)
  }

  private mutating func move(by rows: Int) {
    selected = min(max(selected + rows, 0), max(items.count - 1, 0))
    hasMoved = true
  }

  // MARK: - News

  /// Takes a new list of likely places, or the reason why there is none.
  mutating func show(likely items: [PickerItem], note: String, attributions: [String] = []) {
    let chosen =
      query.isEmpty && hasMoved && self.items.indices.contains(selected) ? self.items[selected].id : nil
    likely = items
    likelyNote = note
    likelyAttributions = attributions
    guard query.isEmpty else { return }
    selected = items.firstIndex { $0.id == chosen } ?? min(selected, max(items.count - 1, 0))
  }

  /// Takes what was found for a text; what was found for an earlier one is no news.
  mutating func show(_ found: Found, for text: String, attributions: [String] = []) {
    guard text == query else { return }
    self.found = found
    foundAttributions = attributions
    selected = min(selected, max(items.count - 1, 0))
  }
}

/// Why there are no rows, and whether asking again may help.
struct PickerTrouble: Equatable {
  let message: String
  let isRetryable: Bool
}
