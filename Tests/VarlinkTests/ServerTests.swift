import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import Testing

@testable import Varlink

/// The server on a real socket: calls, replies and errors.
struct ServerTests {
  static let exchanges: [(call: String, reply: String)] = [
    (call("Echo"), "{}"),
    (
      call("Echo", #","parameters":{"text":"a\nb","number":-3,"ratio":151.199}"#),
      #"{"parameters":{"text":"a\nb","number":-3,"ratio":151.199}}"#
    ),
    (
      call("Echo", #","parameters":{"ratio":1e400}"#),
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"ratio"}}"#
    ),
    (
      call("Echo", #","parameters":{"filter":{"countries":["a","b",3]}}"#),
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"filter.countries[2]"}}"#
    ),
    (call("Echo", #","more":true"#), "{}"),
    (call("Fail"), #"{"error":"org.example.test.Failed","parameters":{"why":"because"}}"#),
    (
      call("Missing"),
      #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.test.Missing"}}"#
    ),
    (
      call("Nothing"),
      #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"org.example.test.Nothing"}}"#
    ),
    (call("Follow"), #"{"error":"org.varlink.service.ExpectedMore"}"#),
    (
      call("Echo", #","upgrade":true"#),
      #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.test.Echo"}}"#
    ),
    (
      #"{"method":"org.example.other.Echo"}"#,
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.other"}}"#
    ),
    (
      #"{"method":"Echo"}"#,
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"Echo"}}"#
    ),
    (
      #"{"method":"org.varlink.service.GetInfo"}"#,
      #"{"parameters":{"vendor":"v","product":"p","version":"1","url":"u","interfaces":["org.varlink.service","org.example.test"]}}"#
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.example.test"}}"#,
      JSONValue.object(["parameters": ["description": .string(TestServer.description)]]).text
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
    ),
  ]

  /// All in one connection each, with NULs, with lines, and in one write.
  @Test(arguments: [UInt8(0), UInt8(ascii: "\n")])
  func answers(terminator: UInt8) async throws {
    try await withServer { server in
      let end = String(UnicodeScalar(terminator))
      let client = try RawClient(server)
      for (call, reply) in Self.exchanges {
        client.send(call + end)
        let answer = try await client.message(terminator)
        #expect(answer == reply)
        // Nobody hears of a oneway call.
        if !call.hasSuffix(":true}") { client.send(String(call.dropLast()) + #","oneway":true}"# + end) }
      }
      let pipelined = try RawClient(server)
      pipelined.send(Self.exchanges.map { $0.call + end }.joined())
      pipelined.shutdown(SHUT_WR)
      let answers = try await pipelined.end().split(separator: Character(end)).map(String.init)
      #expect(answers == Self.exchanges.map(\.reply))
      client.close()
      pipelined.close()
    }
  }

  @Test func heldCallsHoldBackTheirConnectionOnly() async throws {
    try await withServer { server in
      let client = try RawClient(server)
      client.send(call("Hold") + "\0" + call("Echo") + "\0" + call("Hold", #","more":true"#) + "\0")
      let held = try await server.calls.first()
      #expect(held.peer.pid == getpid() && held.peer.uid == getuid() && held.peer.gid == getgid())
      let other = try RawClient(server)
      other.send(call("Echo") + "\0")
      #expect(try await other.message() == "{}")
      #expect(server.calls.all.count == 1)
      held.reply(["text": "a"])
      #expect(!held.isOpen)
      held.reply(["text": "again"])
      held.error("org.example.test.Failed", ["why": "late"])
      let streaming = try await server.calls.first(skipping: 1)
      streaming.reply(["text": "b"], continues: true)
      streaming.error("org.example.test.Failed", ["why": "over"])
      for expected in [
        #"{"parameters":{"text":"a"}}"#, "{}", #"{"parameters":{"text":"b"},"continues":true}"#,
        #"{"error":"org.example.test.Failed","parameters":{"why":"over"}}"#,
      ] {
        #expect(try await client.message() == expected)
      }
      client.close()
      other.close()
    }
  }

  /// Replies that continue end a call that does not want more, and go nowhere in a oneway call.
  @Test func flagsRule() async throws {
    try await withServer { server in
      let client = try RawClient(server)
      for flag in ["", #","oneway":true"#] {
        client.send(call("Hold", flag) + "\0")
        let held = try await server.calls.first(skipping: flag.isEmpty ? 0 : 1)
        #expect(held.isOneway == !flag.isEmpty)
        held.reply(["text": "x"], continues: true)
        #expect(!held.isOpen)
      }
      client.send(call("Echo") + "\0")
      #expect(try await client.message() == #"{"parameters":{"text":"x"}}"#)
      #expect(try await client.message() == "{}")
      client.close()
    }
  }

  @Test func stoppingCancelsCalls() async throws {
    try await withServer { server in
      let client = try RawClient(server)
      client.send(call("Hold") + "\0")
      let held = try await server.calls.first()
      server.stop()
      #expect(server.cancelled.all == [getpid()])
      #expect(!held.isOpen)
      #expect(server.server?.connectionCount == 0)
      #expect(try await client.end() == "")
      client.close()
    }
  }

  @Test func aLineIsServedAfterAPause() async throws {
    try await withServer { server, clock in
      let client = try RawClient(server)
      client.send(call("Echo") + "\n")
      let delay = try await clock.timersSet.first()
      #expect(delay == .milliseconds(20))
      clock.advance(by: .milliseconds(20))
      #expect(try await client.message(UInt8(ascii: "\n")) == "{}")
      #expect(clock.waiting == 0)
      client.close()
    }
  }
}
