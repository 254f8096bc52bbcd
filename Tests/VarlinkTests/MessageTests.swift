import JSON
import Testing

@testable import Varlink

struct MessageTests {
  static let calls: [(text: String, request: VarlinkRequest)] = [
    (#"{"method":"a.B"}"#, VarlinkRequest(method: "a.B")),
    (#" { "parameters" : null , "method" : "a.B" } "#, VarlinkRequest(method: "a.B")),
    (
      #"{"method":"a.B","parameters":{},"more":false,"oneway":null,"upgrade":false}"#,
      VarlinkRequest(method: "a.B")
    ),
    (
      #"{"m\u0065thod":"a.B","parameters":{"x":[1]},"more":true}"#,
      VarlinkRequest(method: "a.B", parameters: ["x": [1]], flag: .more)
    ),
    (#"{"method":"a.B","oneway":true}"#, VarlinkRequest(method: "a.B", flag: .oneway)),
    (#"{"method":"a.B","upgrade":true}"#, VarlinkRequest(method: "a.B", flag: .upgrade)),
    (#"{"method":"a.B","org.example":{"x":1},"com.x":2}"#, VarlinkRequest(method: "a.B")),
  ]

  @Test(arguments: calls)
  func call(text: String, request: VarlinkRequest) {
    #expect(VarlinkRequest(parsing: Array(text.utf8), nesting: 64) == request)
    #expect(VarlinkRequest(parsing: request.bytes, nesting: 64) == request)
  }

  @Test(arguments: [
    "", " ", "{}", "[]", "null", "1", #""a.B""#, #"{"method":1}"#, #"{"method":null}"#, #"{"method":""}"#,
    #"{"method":["a.B"]}"#,
    #"{"method":"a.B",}"#, #"{"method":"a.B"}{}"#, #"{"method":"a.B","method":"a.C"}"#,
    #"{"method":"a.B","parameters":[]}"#,
    #"{"method":"a.B","parameters":"x"}"#, #"{"method":"a.B","parameters":true}"#,
    #"{"method":"a.B","more":1}"#,
    #"{"method":"a.B","more":"true"}"#, #"{"method":"a.B","oneway":{}}"#,
    #"{"method":"a.B","more":true,"oneway":true}"#,
    #"{"method":"a.B","upgrade":true,"oneway":true}"#, #"{"method":"a.B","id":1}"#,
    #"{"method":"a.B","x-trace":{}}"#, #"{"method":"a.B","":1}"#,
    #"{"method":"\ud800.B"}"#,
  ])
  func malformed(text: String) {
    #expect(VarlinkRequest(parsing: Array(text.utf8), nesting: 64) == nil)
  }

  /// IPC-15: what is not UTF-8, or UTF-16, is no call.
  @Test func ipc15() {
    let notUTF8: [UInt8] = [
      0x7B, 0x22, 0x6D, 0x65, 0x74, 0x68, 0x6F, 0x64, 0x22, 0x3A, 0x22, 0xC3, 0x28, 0xFF, 0x22, 0x7D,
    ]
    #expect(VarlinkRequest(parsing: notUTF8, nesting: 64) == nil)
    let utf16 = #"{"method":"a.B"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(VarlinkRequest(parsing: utf16, nesting: 64) == nil)
  }

  @Test(arguments: [
    (VarlinkReply(), "{}"), (VarlinkReply(["a": 1]), #"{"parameters":{"a":1}}"#),
    (VarlinkReply(["a": 1], continues: true), #"{"parameters":{"a":1},"continues":true}"#),
    (VarlinkReply(error: "a.E"), #"{"error":"a.E"}"#),
    (VarlinkReply(["a": 1], error: "a.E"), #"{"error":"a.E","parameters":{"a":1}}"#),
  ])
  func reply(reply: VarlinkReply, text: String) {
    #expect(String(decoding: reply.bytes, as: UTF8.self) == text)
    #expect(VarlinkReply(parsing: reply.bytes, nesting: 64) == reply)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"parameters":[]}"#, #"{"continues":1}"#, #"{"error":1}"#, #"{"error":"a","error":"b"}"#,
  ])
  func malformedReply(text: String) {
    #expect(VarlinkReply(parsing: Array(text.utf8), nesting: 64) == nil)
  }

  @Test func repliesMayHaveMembersUnknownHere() {
    let text = #"{"parameters":null,"continues":null,"error":null,"later":1,"org.x":{}}"#
    #expect(VarlinkReply(parsing: Array(text.utf8), nesting: 64) == VarlinkReply())
  }
}
