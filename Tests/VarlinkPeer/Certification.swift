import JSON

/// The steps of org.varlink.certification, the same for its client and its server.
enum Certification {
  static let name = "org.varlink.certification"

  /// One call, in order. Its input is the output of the call before.
  struct Step {
    let method: String
    /// All but `client_id`.
    let input: JSONObject
    let output: JSONObject
  }

  static let replies = (1...10).map { "Reply number \($0)" }

  static let steps: [Step] = {
    let four: JSONObject = ["bool": false, "int": 2, "float": .double(.pi), "string": "a lot of string"]
    let map: JSONObject = ["map": ["foo": "Foo", "bar": "Bar"]]
    let set: JSONObject = ["set": ["one": [:], "two": [:], "three": [:]]]
    let mytype: JSONObject = [
      "mytype": [
        "object": ["method": "org.varlink.certification.Test09", "parameters": .object(map)],
        "enum": "two",
        "struct": ["first": 1, "second": "2"],
        "array": ["one", "two", "three"],
        "dictionary": ["foo": "Foo", "bar": "Bar"],
        "stringset": ["one": [:], "two": [:], "three": [:]],
        "interface": [
          "foo": [.null, ["foo": "foo", "bar": "bar"], .null, ["one": "foo", "two": "bar"]],
          "anon": ["foo": true, "bar": false],
        ],
      ]
    ]
    return [
      Step(method: "Test01", input: [:], output: ["bool": true]),
      Step(method: "Test02", input: ["bool": true], output: ["int": 1]),
      Step(method: "Test03", input: ["int": 1], output: ["float": 1.0]),
      Step(method: "Test04", input: ["float": 1.0], output: ["string": "ping"]),
      Step(method: "Test05", input: ["string": "ping"], output: four),
      Step(method: "Test06", input: four, output: ["struct": .object(four)]),
      Step(method: "Test07", input: ["struct": .object(four)], output: map),
      Step(method: "Test08", input: map, output: set),
      Step(method: "Test09", input: set, output: mytype),
      // Called with more; answers all of `replies`.
      Step(method: "Test10", input: mytype, output: [:]),
      // Called oneway.
      Step(
        method: "Test11", input: ["last_more_replies": .array(replies.map(JSONValue.string))], output: [:]),
      Step(method: "End", input: [:], output: ["all_ok": true]),
    ]
  }()

  /// Whether two values mean the same: numbers by value, and a null member like none.
  static func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a.double == b.double
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy(same)
    case (.object(let a), .object(let b)): same(a, b)
    default: a == b
    }
  }

  static func same(_ a: JSONObject, _ b: JSONObject) -> Bool {
    let a = a.members.filter { !$0.value.isNull }
    let count = b.members.count { !$0.value.isNull }
    return a.count == count
      && a.allSatisfy { member in b[member.name].map { same(member.value, $0) } == true }
  }

  static let description = """
    # Calls that show whether two Varlink implementations understand each other. A client calls Start, Test01 to
    # Test11 and End, and gives what each call returned to the next.
    interface org.varlink.certification

    type Interface (foo: ?[]?[string](foo, bar, baz), anon: (foo: bool, bar: bool))

    type MyType (
      object: object,
      enum: (one, two, three),
      struct: (first: int, second: string),
      array: []string,
      dictionary: [string]string,
      stringset: [string](),
      nullable: ?string,
      nullable_array_struct: ?[](first: int, second: string),
      interface: Interface
    )

    # Begins a run.
    method Start() -> (client_id: string)

    # Each test takes what the one before it returned.
    method Test01(client_id: string) -> (bool: bool)

    # A bool.
    method Test02(client_id: string, bool: bool) -> (int: int)

    # An int.
    method Test03(client_id: string, int: int) -> (float: float)

    # A float.
    method Test04(client_id: string, float: float) -> (string: string)

    # A string.
    method Test05(client_id: string, string: string) -> (bool: bool, int: int, float: float, string: string)

    # Several parameters.
    method Test06(
      client_id: string, bool: bool, int: int, float: float, string: string
    ) -> (struct: (bool: bool, int: int, float: float, string: string))

    # A structure.
    method Test07(
      client_id: string, struct: (bool: bool, int: int, float: float, string: string)
    ) -> (map: [string]string)

    # A map.
    method Test08(client_id: string, map: [string]string) -> (set: [string]())

    # A set.
    method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

    # All types at once; ten replies.
    # [Requires 'more' flag]
    method Test10(client_id: string, mytype: MyType) -> (string: string)

    # Must be called oneway.
    method Test11(client_id: string, last_more_replies: []string) -> ()

    # Ends the run.
    method End(client_id: string) -> (all_ok: bool)

    # No run has this id.
    error ClientIdError ()

    # The call is not the one that was due. The run is over.
    error CertificationError (wants: object, got: object)

    """
}
