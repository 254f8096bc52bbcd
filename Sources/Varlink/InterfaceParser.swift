/// Parser of interface descriptions, by the grammar of UAPI.20 "Varlink IPC".
struct InterfaceParser {
  /// Types within types; only there so that no text can exhaust the stack.
  private static let maximumDepth = 64

  private let description: String
  private let text: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  /// Comment lines since the last member or empty line.
  private var comment: [String] = []

  private var types: [String: VarlinkType] = [:]
  private var methods: [String: VarlinkInterface.Method] = [:]
  private var errors: [String: [VarlinkField]] = [:]
  /// Names of types that are used, with the line of their first use.
  private var used: [String: Int] = [:]

  init(_ description: String) {
    self.description = description
    text = Array(description.unicodeScalars)
  }

  mutating func interface() throws(VarlinkError) -> VarlinkInterface {
    skipBlank()
    guard try keyword() == "interface" else { throw fault("the first word must be 'interface'") }
    let name = try interfaceName()
    comment = []
    var isOnNewLine = skipBlank()
    while position < text.count {
      guard isOnNewLine else { throw fault("a line break must stand before each member") }
      try member()
      comment = []
      isOnNewLine = skipBlank()
    }
    for (name, line) in used.sorted(by: { $0.value < $1.value }) where types[name] == nil {
      throw .invalidDescription(line: line, "type '\(name)' is not declared")
    }
    return VarlinkInterface(
      name: name, description: description, types: types, methods: methods, errors: errors)
  }

  private mutating func member() throws(VarlinkError) {
    let above = comment.joined(separator: "\n")
    let word = try keyword()
    guard ["type", "method", "error"].contains(word) else {
      throw fault("expected 'type', 'method' or 'error'")
    }
    guard let name = take(where: Self.isAlphanumeric), name.first?.isUppercase == true else {
      throw fault("expected a name that begins with a capital")
    }
    guard types[name] == nil, methods[name] == nil, errors[name] == nil else {
      throw fault("'\(name)' is declared twice")
    }
    skipBlank()
    switch word {
    case "type": types[name] = try group()
    case "error": errors[name] = try structure()
    default:
      let input = try structure()
      skipBlank()
      guard take("->") else { throw fault("expected '->'") }
      skipBlank()
      methods[name] = VarlinkInterface.Method(input: input, output: try structure(), comment: above)
    }
  }

  // MARK: - Types

  private mutating func type() throws(VarlinkError) -> VarlinkType {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fault("types are nested too deeply") }
    skipBlank()
    if take("?") {
      skipBlank()
      guard peek != "?" else { throw fault("'??' is no type") }
      return .nullable(try type())
    }
    if take("[]") { return .array(try type()) }
    if take("[string]") { return .map(try type()) }
    if peek == "(" { return try group() }
    let line = self.line
    let word = take(where: Self.isAlphanumeric) ?? ""
    switch word {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "any": return .any
    default:
      guard word.first?.isUppercase == true else { throw fault("expected a type") }
      used[word] = used[word] ?? line
      return .named(word)
    }
  }

  private mutating func structure() throws(VarlinkError) -> [VarlinkField] {
    guard case .structure(let fields) = try group() else {
      throw fault("parameters must have types")
    }
    return fields
  }

  /// A structure or an enumeration; which one, its first field decides.
  private mutating func group() throws(VarlinkError) -> VarlinkType {
    guard take("(") else { throw fault("expected '('") }
    skipBlank()
    if take(")") { return .structure([]) }
    var names: [String] = []
    var fields: [VarlinkField] = []
    repeat {
      skipBlank()
      let name = try fieldName()
      guard !names.contains(name) else { throw fault("field '\(name)' is declared twice") }
      names.append(name)
      skipBlank()
      if take(":") {
        fields.append(VarlinkField(name: name, type: try type()))
        skipBlank()
      }
      guard fields.isEmpty || fields.count == names.count else {
        throw fault("either all fields have types or none")
      }
    } while take(",")
    guard take(")") else { throw fault("expected ',' or ')'") }
    return fields.isEmpty ? .enumeration(names) : .structure(fields)
  }

  // MARK: - Words

  private mutating func keyword() throws(VarlinkError) -> String {
    let word = take(where: { ("a"..."z").contains($0) }) ?? ""
    guard word.isEmpty || skipBlankOrComment() else { throw fault("white space must follow '\(word)'") }
    return word
  }

  /// Letters and digits with single underscores between them.
  private mutating func fieldName() throws(VarlinkError) -> String {
    let name = take { Self.isAlphanumeric($0) || $0 == "_" } ?? ""
    guard let first = name.first, first.isLetter,
      !name.split(separator: "_", omittingEmptySubsequences: false).contains("")
    else {
      throw fault("expected a field name")
    }
    return name
  }

  /// Components of letters, digits and inner hyphens, joined by dots; the first begins with a letter.
  private mutating func interfaceName() throws(VarlinkError) -> String {
    let name = take { Self.isAlphanumeric($0) || $0 == "." || $0 == "-" } ?? ""
    let components = name.split(separator: ".", omittingEmptySubsequences: false)
    guard components.count > 1, name.first?.isLetter == true,
      components.allSatisfy({ !$0.isEmpty && $0.first != "-" && $0.last != "-" })
    else { throw fault("expected an interface name") }
    return name
  }

  // MARK: - Text

  private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private var line: Int { text[..<position].count { $0 == "\n" } + 1 }

  private func fault(_ message: String) -> VarlinkError {
    .invalidDescription(line: line, message)
  }

  private mutating func take(_ word: String) -> Bool {
    guard text[position...].starts(with: word.unicodeScalars) else { return false }
    position += word.unicodeScalars.count
    return true
  }

  private mutating func take(where belongs: (Unicode.Scalar) -> Bool) -> String? {
    let taken = text[position...].prefix(while: belongs)
    position += taken.count
    return taken.isEmpty ? nil : String(String.UnicodeScalarView(taken))
  }

  private mutating func skipBlankOrComment() -> Bool {
    let start = position
    skipBlank()
    return position > start
  }

  /// Passes white space and comments; true if a line ended there.
  @discardableResult
  private mutating func skipBlank() -> Bool {
    var endedLine = false
    while let scalar = peek {
      if Self.endsLine(scalar) {
        endedLine = true
        position += 1
        // An empty line parts a comment from what follows.
        if scalar == "\n", peek == "\n" { comment = [] }
      } else if Self.isBlank(scalar) {
        position += 1
      } else if scalar == "#" {
        position += 1
        let content = take { !Self.endsLine($0) } ?? ""
        comment.append(content.hasPrefix(" ") ? String(content.dropFirst()) : content)
      } else {
        break
      }
    }
    return endedLine
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{2000}"..."\u{200A}", "\u{202F}",
      "\u{205F}",
      "\u{3000}":
      true
    default: false
    }
  }
}
