import JSON
import Testing

@testable import Varlink

struct ParameterCheckTests {
  static let description = """
    interface org.example.test
    type Point (latitude: float, longitude: float)
    type Tree (name: string, branches: ?[]Tree)
    type Filter (countries: ?[]string, kind: ?(red, blue), near: ?Point, weights: ?[string]int, tree: ?Tree)
    method F(must: bool, count: ?int, ratio: ?float, text: ?string, raw: ?object, any: ?any, set: ?[string](),
      filter: ?Filter, maybes: ?[]?int) -> ()
    """

  static let cases: [(text: String, fault: String?)] = [
    (#"{"must":true}"#, nil), (#"{"must":false,"count":null,"any":null,"filter":null}"#, nil),
    (#"{}"#, "must"), (#"{"must":null}"#, "must"), (#"{"must":0}"#, "must"), (#"{"must":"true"}"#, "must"),
    (#"{"must":true,"more":1}"#, "more"), (#"{"must":true,"Must":1}"#, "Must"), (#"{"more":1}"#, "must"),
    (#"{"must":true,"count":-9223372036854775808}"#, nil),
    (#"{"must":true,"count":9223372036854775808}"#, "count"),
    (#"{"must":true,"count":1.0}"#, "count"), (#"{"must":true,"count":1e2}"#, "count"),
    (#"{"must":true,"count":"1"}"#, "count"),
    (#"{"must":true,"count":true}"#, "count"),
    (#"{"must":true,"ratio":1}"#, nil), (#"{"must":true,"ratio":-1.5e3}"#, nil),
    (#"{"must":true,"ratio":1e400}"#, "ratio"),
    (#"{"must":true,"ratio":"NaN"}"#, "ratio"), (#"{"must":true,"ratio":[]}"#, "ratio"),
    (#"{"must":true,"text":1}"#, "text"),
    (#"{"must":true,"raw":{"any":[1,{}]}}"#, nil), (#"{"must":true,"raw":[]}"#, "raw"),
    (#"{"must":true,"any":[null]}"#, nil),
    (#"{"must":true,"set":{"a":{},"b":{}}}"#, nil),
    (#"{"must":true,"set":{"a":{},"b":{"x":1}}}"#, "set[b].x"),
    (#"{"must":true,"set":{"a":null}}"#, "set[a]"), (#"{"must":true,"set":["a"]}"#, "set"),
    (#"{"must":true,"filter":{"countries":["a","b","c","d","e",6]}}"#, "filter.countries[5]"),
    (#"{"must":true,"filter":{"countries":[null]}}"#, "filter.countries[0]"),
    (#"{"must":true,"filter":{"countries":{}}}"#, "filter.countries"),
    (#"{"must":true,"filter":{"kind":"blue"}}"#, nil),
    (#"{"must":true,"filter":{"kind":"green"}}"#, "filter.kind"),
    (#"{"must":true,"filter":{"kind":1}}"#, "filter.kind"),
    (#"{"must":true,"filter":{"colour":"red"}}"#, "filter.colour"),
    (#"{"must":true,"filter":{"near":{"latitude":1}}}"#, "filter.near.longitude"),
    (#"{"must":true,"filter":{"near":{"latitude":1,"longitude":1e400}}}"#, "filter.near.longitude"),
    (#"{"must":true,"filter":{"weights":{"a":1,"b":2.5}}}"#, "filter.weights[b]"),
    (#"{"must":true,"filter":[]}"#, "filter"),
    (
      #"{"must":true,"filter":{"tree":{"name":"a","branches":[{"name":"b"},{"name":"c","branches":[{}]}]}}}"#,
      "filter.tree.branches[1].branches[0].name"
    ),
    (#"{"must":true,"maybes":[1,null,2]}"#, nil), (#"{"must":true,"maybes":[1,"2"]}"#, "maybes[1]"),
  ]

  /// With NET-22: a number beyond all doubles names its path, and harms nothing else.
  @Test(arguments: cases)
  func paths(text: String, fault: String?) throws {
    let interface = try VarlinkInterface(parsing: Self.description)
    let method = try #require(interface.methods["F"])
    let parameters = try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
    #expect(interface.fault(inInput: parameters, of: method) == fault)
  }
}
