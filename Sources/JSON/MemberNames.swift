/// The names that an object has had so far: a list while they are few, then a hashed set.
struct MemberNames {
  /// Up to here comparing with each name is cheaper than hashing.
  private static let listedAtMost = 12

  private var listed: [String] = []
  private var hashed: Set<Exact> = []
  /// Bytes of all names, for the limit on what a reader may hold.
  private(set) var bytes = 0

  /// Adds a name; false if it was there.
  mutating func insert(_ name: String) -> Bool {
    bytes += name.utf8.count
    if hashed.isEmpty {
      guard !listed.contains(where: { Self.same($0, name) }) else { return false }
      listed.append(name)
      if listed.count > Self.listedAtMost {
        hashed = Set(listed.map(Exact.init))
        listed = []
      }
      return true
    }
    return hashed.insert(Exact(text: name)).inserted
  }

  /// Whether two names have the same code points. Swift's `==` alone would also take `é` for `e` and accent.
  static func same(_ a: String, _ b: String) -> Bool {
    a == b && a.utf8.elementsEqual(b.utf8)
  }

  /// A name compared and hashed by its code points.
  struct Exact: Hashable {
    let text: String

    static func == (a: Exact, b: Exact) -> Bool {
      MemberNames.same(a.text, b.text)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
