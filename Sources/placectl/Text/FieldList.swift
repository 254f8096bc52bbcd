import Terminal

/// Names with their values, one below the other; long values go on in their column.
struct FieldList {
  private var fields: [(name: String, values: [String])] = []

  /// Adds a field; without a value it is left out.
  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append((name, [value])) }
  }

  /// Adds a field of several lines; without any it is left out.
  mutating func add(_ name: String, _ values: [String]) {
    if !values.isEmpty { fields.append((name, values)) }
  }

  func lines(_ layout: Layout) -> [String] {
    let column = (fields.map(\.name.count).max() ?? 0) + 2
    return fields.flatMap { field in
      let head = layout.palette.apply(.dim, to: field.name)
      return layout.lines(head: head, headWidth: field.name.count, column: column) { width in
        field.values.flatMap { wrappedLines($0, width: width) }
      }
    }
  }
}
