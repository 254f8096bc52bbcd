import Glibc

/// What the configuration files say, read once.
package struct Configuration: Sendable {
  package var settings: Settings
  /// Unknown sections and keys, and drop-in files that are missing: they have no effect.
  package private(set) var warnings: [Finding]
  /// The files that were read, in order; later ones won.
  package let files: [String]
  /// Who set the keys that are not at their defaults.
  private var origins: [KeyName: EffectiveValue.Origin] = [:]

  /// Reads a file and the `*.conf` files of its drop-in directory (`FILE.d`) in the order of their names.
  ///
  /// A later value of a key wins over an earlier one, and an empty value sets it back to its default.
  /// Without any file the defaults hold, unless the file is `required`. The error has every wrong line.
  package init(file: String, required: Bool = false, defaults: Settings) throws(ConfigurationError) {
    let main = try ConfigurationFile.read(file)
    if main == nil, required { throw .unreadable(file, ENOENT) }
    var parsed = [main].compactMap(\.self)
    var names = main == nil ? [] : [file]
    var missing: [Finding] = []
    for name in try Configuration.dropIns(in: file + ".d") {
      guard let dropIn = try ConfigurationFile.read(name) else {
        missing.append(Finding(file: name, line: 0, message: "a link to a file that is missing, ignored"))
        continue
      }
      parsed.append(dropIn)
      names.append(name)
    }
    try self.init(parsed, names: names, defaults: defaults)
    warnings = missing + warnings
  }

  /// Decodes files that are read.
  init(_ parsed: [ConfigurationFile], names: [String], defaults: Settings) throws(ConfigurationError) {
    let keys = Key.all
    let base = Draft(defaults)
    var draft = base
    var errors = parsed.flatMap(\.errors)
    var warnings: [Finding] = []
    var origins: [KeyName: EffectiveValue.Origin] = [:]
    var halfOfLocation: Entry?
    for entry in parsed.flatMap(\.entries) {
      func finding(_ message: String) -> Finding {
        Finding(file: entry.file, line: entry.line, message: message)
      }
      guard let key = keys.first(where: { $0.section == entry.section && $0.name == entry.key }) else {
        let known = keys.contains { $0.section == entry.section }
        warnings.append(
          finding(
            known
              ? "unknown key '\(entry.key)' in [\(entry.section)], ignored"
              : "unknown section [\(entry.section)], '\(entry.key)' ignored"))
        continue
      }
      origins[key.qualified] = entry.value.isEmpty ? nil : .file(entry.file, line: entry.line)
      if entry.value.isEmpty {
        key.reset(&draft, base)
      } else if !key.assign(entry.value, &draft) {
        errors.append(finding("\(entry.key): expected \(key.expected), not '\(entry.value)'"))
      }
      if entry.key == "DefaultLatitude" || entry.key == "DefaultLongitude" { halfOfLocation = entry }
    }
    let finished = draft.finished
    if finished == nil, errors.isEmpty, let entry = halfOfLocation {
      let message = "\(entry.key): expected DefaultLatitude and DefaultLongitude together"
      errors.append(Finding(file: entry.file, line: entry.line, message: message))
    }
    guard errors.isEmpty, let finished else { throw .invalid(errors) }
    settings = finished
    self.warnings = warnings
    files = names
    self.origins = origins
  }

  /// Sets a key over what the files say, as an option of the command line does.
  package mutating func overrule(
    _ section: String, _ key: String, by option: String, _ change: (inout Settings) -> Void
  ) {
    change(&settings)
    origins[KeyName(section: section, key: key)] = .option(option)
  }

  /// Whether all that was set can be had together; what the command line says is set by now.
  package func check() throws(ConfigurationError) {
    guard settings.socket.path.utf8.count > Settings.Socket.longestPath else { return }
    let origin = origins[KeyName(section: "Socket", key: "Path")] ?? .builtIn
    throw .longSocketPath(settings.socket.path, origin)
  }

  /// What holds for each key, in the order of the sample file.
  package var values: [EffectiveValue] {
    let draft = Draft(settings)
    return Key.all.map { key in
      EffectiveValue(
        section: key.section, key: key.name, value: key.shown(draft),
        origin: origins[key.qualified] ?? .builtIn)
    }
  }

  /// The drop-in files of a directory, in the order of their names' bytes; hidden files are none.
  private static func dropIns(in directory: String) throws(ConfigurationError) -> [String] {
    guard let stream = opendir(directory) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw .unreadable(directory, errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(directory)/\($0)" }
  }
}
