import Testing

@testable import Varlink

struct InterfaceTests {
  @Test func everything() throws {
    let text = """
      # About it.
      # Two lines.
      interface a-1.b2.3c

      # detached

      # A structure.
      type S (a: bool, b: int, c: float, d: string, e: object, f: any, g_h: T, i: (x, y), j: (k: ?int))
      type T (one, two)   # trailing
      type Empty ()
      # Calls.
      #
      #   indented
      method Do ( a : ?[]?[string][]S ,
        b:[string]() ) -> ( )
      error Bad (why: ?T)
      """
    let interface = try VarlinkInterface(parsing: text)
    #expect(interface.name == "a-1.b2.3c")
    #expect(interface.description == text)
    #expect(
      interface.types["S"]
        == .structure([
          VarlinkField(name: "a", type: .bool), VarlinkField(name: "b", type: .int),
          VarlinkField(name: "c", type: .float), VarlinkField(name: "d", type: .string),
          VarlinkField(name: "e", type: .object), VarlinkField(name: "f", type: .any),
          VarlinkField(name: "g_h", type: .named("T")),
          VarlinkField(name: "i", type: .enumeration(["x", "y"])),
          VarlinkField(name: "j", type: .structure([VarlinkField(name: "k", type: .nullable(.int))])),
        ]))
    #expect(interface.types["T"] == .enumeration(["one", "two"]))
    #expect(interface.types["Empty"] == .structure([]))
    let method = try #require(interface.methods["Do"])
    #expect(
      method.input == [
        VarlinkField(name: "a", type: .nullable(.array(.nullable(.map(.array(.named("S"))))))),
        VarlinkField(name: "b", type: .map(.structure([]))),
      ])
    #expect(method.output == [])
    #expect(method.comment == "Calls.\n\n  indented")
    #expect(interface.errors["Bad"] == [VarlinkField(name: "why", type: .nullable(.named("T")))])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}"])
  func lineEnds(end: String) throws {
    let text = ["# c", "interface a.b", "method F() -> ()", "method G() -> ()", ""].joined(separator: end)
    #expect(try VarlinkInterface(parsing: text).methods.keys.sorted() == ["F", "G"])
  }

  static let faults: [(text: String, line: Int)] = [
    ("", 1), ("method F() -> ()", 1), ("interface", 1), ("interface a", 1), ("interface a.", 1),
    ("interface .a", 1),
    ("interface a..b", 1), ("interface a.-b", 1), ("interface a.b-", 1), ("interface 1.b", 1),
    ("interface a_b.c", 1),
    ("interfacea.b", 1), ("interface a.b method F() -> ()", 1),
    ("interface a.b\nmethod F() -> () method G() -> ()", 2),
    ("interface a.b\nmethod f() -> ()", 2), ("interface a.b\nmethod F()", 2),
    ("interface a.b\nmethod F() -> (x)", 2),
    ("interface a.b\nmethod F(x) -> ()", 2), ("interface a.b\n\nerror E", 3),
    ("interface a.b\nerror E (a, b)", 2),
    ("interface a.b\ntype T (a: int, b)", 2), ("interface a.b\ntype T (a, b: int)", 2),
    ("interface a.b\ntype T (a: int", 2),
    ("interface a.b\ntype T (a: int,)", 2), ("interface a.b\ntype T (a: int a: int)", 2),
    ("interface a.b\ntype T (a: int, a: int)", 2),
    ("interface a.b\ntype T (a: ??int)", 2), ("interface a.b\ntype T (a: ? ?int)", 2),
    ("interface a.b\ntype T (a: integer)", 2),
    ("interface a.b\ntype T (a: U)", 2), ("interface a.b\ntype T ()\ntype T ()", 3),
    ("interface a.b\ntype T ()\nmethod T() -> ()", 3),
    ("interface a.b\ntype T (_a: int)", 2), ("interface a.b\ntype T (a_: int)", 2),
    ("interface a.b\ntype T (a__b: int)", 2),
    ("interface a.b\ntype T (1a: int)", 2), ("interface a.b\ntype T (é: int)", 2),
    ("interface a.b\nstruct T ()", 2),
    ("interface a.b\ntype T (a: [int]int)", 2),
    ("interface a.b\ntype T (a: []\(String(repeating: "[]", count: 100))int)", 2),
  ]

  @Test(arguments: faults)
  func faultsHaveTheirLine(text: String, line: Int) throws {
    let error = #expect(throws: VarlinkError.self) { try VarlinkInterface(parsing: text) }
    guard case .invalidDescription(let found, _)? = error else { return }
    #expect(found == line)
  }

  @Test func theServiceInterfaceIsThere() throws {
    let interface = try VarlinkInterface(parsing: VarlinkService.ownDescription)
    #expect(interface.methods.keys.sorted() == ["GetInfo", "GetInterfaceDescription"])
    #expect(interface.methods.values.allSatisfy { !$0.comment.isEmpty })
    #expect(interface.errors.count == 6)
  }
}
