import Glibc

/// The offsets from UTC of one time zone, from a TZif file (RFC 9636, versions 1 to 4).
package struct TimeZone: Hashable, Sendable {
  /// The moments at which the offset changes, in seconds since 1970, ascending.
  private let transitions: [Int64]
  /// The offsets from each of them on, in seconds east of UTC.
  private let offsets: [Int32]
  /// The offset before the first of them.
  private let first: Int32
  /// What holds after the last of them, if the file says so.
  private let rule: TimeZoneRule?

  package static let utc = TimeZone(offset: 0)

  /// The directory of the time zone database.
  package static let directory = "/usr/share/zoneinfo"

  /// Files that are larger are no time zones; those of the database have some kilobytes.
  private static let largestFile = 262_144

  private init(offset: Int32) {
    (transitions, offsets, first, rule) = ([], [], offset, nil)
  }

  /// The zone of this name in the time zone database, such as `Europe/Berlin`; nil if there is none, or its file is
  /// broken.
  package init?(named name: String, in directory: String = TimeZone.directory) {
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte)
    }
    guard isName, !name.isEmpty, name.utf8.count <= 128, !name.hasPrefix("/") else { return nil }
    self.init(file: "\(directory)/\(name)")
  }

  /// The zone in a file; nil if it cannot be read or is broken.
  package init?(file path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= TimeZone.largestFile
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes {
        read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      count += part
    }
    self.init(bytes)
  }

  /// The zone of this machine: that which `TZ` names, else that of `/etc/localtime`, else UTC.
  package static func system() -> TimeZone {
    if let name = getenv("TZ").map({ String(cString: $0) }), !name.isEmpty {
      let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
      if let zone = plain.hasPrefix("/") ? TimeZone(file: plain) : TimeZone(named: plain) { return zone }
      if let rule = TimeZoneRule(Array(plain.utf8)) { return TimeZone(rule: rule) }
    }
    return TimeZone(file: "/etc/localtime") ?? .utc
  }

  private init(rule: TimeZoneRule) {
    (transitions, offsets, first, self.rule) = ([], [], Int32(rule.standard), rule)
  }

  /// How far clocks are ahead of UTC at a moment, in seconds; both are.
  package func offset(at seconds: Int64) -> Int {
    guard let last = transitions.last else { return rule?.offset(at: seconds) ?? Int(first) }
    if seconds >= last { return rule?.offset(at: seconds) ?? Int(offsets[offsets.count - 1]) }
    // The last transition that is not later.
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return Int(low == 0 ? first : offsets[low - 1])
  }

  // MARK: Reading

  /// Reads a file's bytes; nil if they are broken in any way.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= TimeZone.largestFile, let early = TimeZoneHeader(bytes, at: 0) else { return nil }
    var (header, width) = (early, 4)
    if early.version >= 2 {
      // The block for 32 bits is there for old readers; the one for 64 bits follows it.
      guard let second = TimeZoneHeader(bytes, at: early.end(width: 4)) else { return nil }
      (header, width) = (second, 8)
    }
    guard header.end(width: width) <= bytes.count, header.types > 0 else { return nil }

    var position = header.start
    func number(at position: Int, width: Int) -> Int64 {
      var value = UInt64(0)
      for byte in bytes[position..<position + width] { value = value << 8 | UInt64(byte) }
      return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
    let transitions = (0..<header.transitions).map { number(at: position + $0 * width, width: width) }
    position += header.transitions * width
    let indexes = bytes[position..<position + header.transitions]
    position += header.transitions
    let types = (0..<header.types).map { Int32(truncatingIfNeeded: number(at: position + $0 * 6, width: 4)) }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }),
      indexes.allSatisfy({ Int($0) < types.count }),
      types.allSatisfy({ abs(Int($0)) <= TimeZoneRule.largestOffset })
    else { return nil }
    self.transitions = transitions
    offsets = indexes.map { types[Int($0)] }
    first = types[0]
    guard width == 8 else {
      rule = nil
      return
    }
    let footer = bytes[header.end(width: 8)...]
    guard footer.first == 0x0A, let end = footer.dropFirst().firstIndex(of: 0x0A) else { return nil }
    let text = Array(footer[(footer.startIndex + 1)..<end])
    guard !text.isEmpty else {
      rule = nil
      return
    }
    guard let rule = TimeZoneRule(text) else { return nil }
    self.rule = rule
  }
}

/// The counts at the head of a block of a TZif file.
private struct TimeZoneHeader {
  let version: Int
  /// Where the block's data begins.
  let start: Int
  let transitions: Int
  let types: Int
  private let characters: Int
  private let leaps: Int
  private let standardFlags: Int
  private let utcFlags: Int

  init?(_ bytes: [UInt8], at position: Int) {
    guard position >= 0, position + 44 <= bytes.count,
      bytes[position..<position + 4].elementsEqual("TZif".utf8)
    else { return nil }
    let digit = bytes[position + 4]
    guard digit == 0 || (0x32...0x39).contains(digit) else { return nil }
    version = digit == 0 ? 1 : Int(digit - 0x30)
    start = position + 44
    func count(_ index: Int) -> Int {
      bytes[(position + 20 + index * 4)..<(position + 24 + index * 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    (utcFlags, standardFlags, leaps, transitions, types, characters) = (
      count(0), count(1), count(2), count(3), count(4), count(5)
    )
    guard types <= 256 else { return nil }
  }

  /// Where the block ends, with times of so many bytes. Counts have 32 bits: nothing overflows.
  func end(width: Int) -> Int {
    start + transitions * (width + 1) + types * 6 + characters + leaps * (width + 4) + standardFlags
      + utcFlags
  }
}
