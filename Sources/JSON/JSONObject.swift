/// The members of a JSON object, in order, each name once.
///
/// Names are the same when their code points are: no Unicode equivalence, as RFC 8259 advises.
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    package let name: String
    package var value: JSONValue
  }

  package private(set) var members: [Member]

  package init() {
    members = []
  }

  /// Members in order; of two with the same name the later one holds.
  package init(_ elements: some Sequence<(String, JSONValue)>) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }

  /// The member's value. Nil means that there is none; setting nil removes it.
  package subscript(name: String) -> JSONValue? {
    get {
      index(of: name).map { members[$0].value }
    }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }

  /// Adds a member whose name is known to be new.
  mutating func append(new name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }

  private func index(of name: String) -> Int? {
    members.firstIndex { MemberNames.same($0.name, name) }
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members, in whatever order.
  package static func == (a: JSONObject, b: JSONObject) -> Bool {
    guard a.count == b.count else { return false }
    if zip(a.members, b.members).allSatisfy({ MemberNames.same($0.name, $1.name) }) {
      return zip(a.members, b.members).allSatisfy { $0.value == $1.value }
    }
    let others = Dictionary(
      b.members.map { (MemberNames.Exact(text: $0.name), $0.value) }, uniquingKeysWith: { $1 })
    return a.members.allSatisfy { others[MemberNames.Exact(text: $0.name)] == $0.value }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
