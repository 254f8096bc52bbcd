import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import Testing

@testable import Varlink

/// Clients that vanish, do not read, send rubbish or never end: they harm nobody else.
struct HostileClientTests {
  /// IPC-04: a client that is gone before its answer ends nothing but its connection, a thousand times.
  @Test func ipc04() async throws {
    try await withServer { server in
      for turn in 0..<1000 {
        let client = try RawClient(server, reads: false)
        client.send(call(turn % 2 == 0 ? "Hold" : "Follow", #","more":true"#) + "\0")
        let held = try await server.calls.first(skipping: turn)
        if turn % 4 < 2 {
          client.close()
          held.reply(turn % 2 == 0 ? [:] : ["number": 1, "padding": ""], continues: true)
        } else {
          held.reply(turn % 2 == 0 ? [:] : ["number": 1, "padding": ""], continues: true)
          client.close()
        }
      }
      try await server.cancelled.eventually("1000 cancellations") {
        server.cancelled.all.count == 1000 ? true : nil
      }
      #expect(server.server?.connectionCount == 0)
      #expect(server.events.all == [])
    }
  }

  /// IPC-05: a subscriber that does not read gets the newest when it does, and costs one reply meanwhile.
  @Test func ipc05() async throws {
    try await withServer { server in
      let client = try RawClient(server, reads: false)
      client.send(call("Follow", #","more":true"#) + "\0")
      try await server.calls.first()
      let other = try RawClient(server)
      for number in 1...10_000 {
        server.change(to: number)
        if number % 1000 == 0 {
          other.send(call("Echo") + "\0")
          #expect(try await other.message() == "{}")
        }
      }
      // What the kernel's buffer holds, and one in the queue.
      let unread = server.followed
      #expect(unread < 1000)
      try client.read()
      var last = ""
      for _ in 0..<unread { last = try await client.message() }
      if !last.contains(#""number":10000,"#) { last = try await client.message() }
      #expect(last.contains(#""number":10000,"#))
      #expect(server.followed <= unread + 1)
      #expect(server.events.all == [])
      client.close()
      other.close()
    }
  }

  /// IPC-05: a stream that does not heed its reader ends at the limit, with a reason.
  @Test func ipc05Limit() async throws {
    var limits = VarlinkLimits()
    limits.outputBytes = 1 << 20
    try await withServer(limits: limits) { server in
      let client = try RawClient(server, reads: false)
      client.send(call("Flood", #","more":true"#) + "\0")
      let flood = try await server.calls.first()
      let text = JSONValue.string(String(repeating: "x", count: 1000))
      var sent = 0
      while flood.isOpen, sent < 10_000 {
        flood.reply(["text": text], continues: true)
        sent += 1
      }
      #expect(sent < 2000)
      #expect(server.cancelled.all == [getpid()])
      #expect(server.events.all.map(\.kind) == [.outputOverflow])
      client.close()
    }
  }

  /// A client that sends calls and reads no replies is not read any more, and is served when it reads.
  @Test func unreadReplies() async throws {
    var limits = VarlinkLimits()
    limits.requestTimeout = .seconds(600)  // a busy machine takes its time
    try await withServer(limits: limits) { server in
      let client = try RawClient(server, reads: false)
      let bytes = Array((call("Large", #","parameters":{"bytes":10000}"#) + "\0").utf8)
      var sent = 0
      let other = try RawClient(server)
      // Until the socket takes nothing though the server has had its chance.
      while client.send(bytes) == bytes.count {
        sent += 1
        if sent % 100 == 0 {
          other.send(call("Echo") + "\0")
          #expect(try await other.message() == "{}")
        }
        try #require(sent < 100_000)
      }
      try client.read()
      for _ in 0..<sent { #expect(try await client.message().utf8.count > 10000) }
      client.close()
      other.close()
    }
  }

  /// IPC-08: a client that shut down both directions is closed though it keeps its descriptor.
  @Test func ipc08() async throws {
    try await withServer { server in
      var clients: [RawClient] = []
      for turn in 0..<100 {
        let client = try RawClient(server, reads: false)
        if turn % 2 == 0 {
          client.send(call("Hold", #","more":true"#) + "\0")
          try await server.calls.first(skipping: turn / 2)
        }
        client.shutdown(SHUT_RDWR)
        clients.append(client)
      }
      try await server.cancelled.eventually("50 cancellations") {
        server.cancelled.all.count == 50 ? true : nil
      }
      try await eventually("no connections") { server.server?.connectionCount == 0 }
      for client in clients { client.close() }
    }
  }

  /// IPC-10: a client that closed its sending side gets its full answer and then the end; a stream goes on.
  @Test func ipc10() async throws {
    try await withServer { server in
      let client = try RawClient(server)
      client.send(call("Large", #","parameters":{"bytes":1000000}"#) + "\0")
      client.shutdown(SHUT_WR)
      #expect(try await client.end().utf8.count > 1_000_000)
      client.close()

      let held = try RawClient(server)
      held.send(call("Hold") + "\n")
      held.shutdown(SHUT_WR)
      try await server.calls.first().reply(["text": "late"])
      #expect(try await held.end() == #"{"parameters":{"text":"late"}}"# + "\n")
      held.close()

      let stream = try RawClient(server)
      stream.send(call("Follow", #","more":true"#) + "\0")
      stream.shutdown(SHUT_WR)
      for number in 0..<5 {
        #expect(try await stream.message().contains("\"number\":\(number),"))
        server.change(to: number + 1)
      }
      stream.close()
      try await server.cancelled.first("end of the stream")
    }
  }

  /// IPC-12: a message beyond the limit ends its connection; one that does not end is not waited for.
  @Test func ipc12() async throws {
    try await withServer { server, clock in
      let long = try RawClient(server)
      var bytes = Array(call("Echo", #","parameters":{"text":""#).utf8)
      bytes += Array(repeating: UInt8(ascii: "x"), count: (1 << 20) + 1 - bytes.count)
      while !bytes.isEmpty, !long.hasEnded {
        bytes.removeFirst(long.send(bytes))
        await Task.yield()
      }
      #expect(try await long.end() == "")
      #expect(server.events.all.map(\.kind) == [.tooLarge])

      let slow = try RawClient(server)
      let idle = try RawClient(server)
      let set = clock.timersSet.all.count
      slow.send("{")
      try await clock.timersSet.first(skipping: set, where: { $0 == .seconds(30) })
      for byte in Array("\"method\":\"").map(String.init) {
        clock.advance(by: .seconds(2))
        slow.send(byte)
        // The server has read it once another client that came later has its answer.
        idle.send(call("Echo") + "\0")
        #expect(try await idle.message() == "{}")
        #expect(!slow.hasEnded)
      }
      clock.advance(by: .seconds(10))
      #expect(try await slow.end() == "")
      #expect(server.events.all.map(\.kind) == [.tooLarge, .timedOut])
      // An idle connection may stay.
      clock.advance(by: .seconds(86400))
      idle.send(call("Echo") + "\0")
      #expect(try await idle.message() == "{}")
      for client in [long, slow, idle] { client.close() }
    }
  }

  /// Replies that are not taken are not kept for ever, unless the connection is a subscription.
  @Test(arguments: [true, false])
  func unreadRepliesExpire(hasEnded: Bool) async throws {
    try await withServer { server, clock in
      let client = try RawClient(server, reads: false)
      client.send(call("Large", #","parameters":{"bytes":2000000}"#) + "\0")
      if hasEnded { client.shutdown(SHUT_WR) }
      try await clock.timersSet.first(where: { $0 == .seconds(30) })
      clock.advance(by: .seconds(30))
      #expect(server.events.all.map(\.kind) == [.timedOut])
      #expect(server.server?.connectionCount == 0)
      client.close()
    }
  }

  /// IPC-13: nesting beyond the limit ends the connection, however deep.
  @Test(arguments: [
    (30, true), (62, true), (63, false), (400, false), (510, false), (511, false), (100_000, false),
  ])
  func ipc13(depth: Int, isServed: Bool) async throws {
    try await withServer { server in
      for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
        let client = try RawClient(server)
        let inner = open == "[" ? "" : "1"
        let value = String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
        var bytes = Array((call("Echo", #","parameters":{"x":\#(value)}"#) + "\0").utf8)
        while !bytes.isEmpty, !client.hasEnded {
          bytes.removeFirst(client.send(bytes))
          await Task.yield()
        }
        if isServed {
          #expect(try await client.message().contains(#""parameter":"x""#))
        } else {
          #expect(try await client.end() == "")
        }
        client.close()
      }
    }
  }

  static let rubbish: [[UInt8]] = [
    [0x7B, 0x22, 0x6D, 0x65, 0x74, 0x68, 0x6F, 0x64, 0x22, 0x3A, 0x22, 0xC3, 0x28, 0xFF, 0x22, 0x7D, 0x00],
    [0], [0, 0],
    Array("{}\0".utf8), Array((call("Echo") + "\0").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
    Array((call("Echo", #","parameters":{"text":"\ud800"}"#) + "\0").utf8),
    Array("GET / HTTP/1.1\r\n\r\n".utf8), Array("\u{16}\u{3}\u{1}".utf8),
  ]

  /// IPC-15: what is no call ends its connection only.
  @Test func ipc15() async throws {
    try await withServer { server in
      let other = try RawClient(server)
      for bytes in Self.rubbish {
        let client = try RawClient(server)
        client.send(bytes)
        #expect(try await client.end() == "")
        client.close()
        other.send(call("Echo") + "\0")
        #expect(try await other.message() == "{}")
      }
      // Told once, however often it happens within a minute.
      #expect(server.events.all == [VarlinkServerEvent(kind: .malformed, count: 1, uid: getuid())])
      other.close()
    }
  }

  @Test func connectionsAreLimited() async throws {
    for (change, kind) in [
      ({ $0.connections = 3 }, .tooManyConnections),
      ({ $0.connectionsPerUser = 3 }, .tooManyConnectionsOfUser),
    ] as [((inout VarlinkLimits) -> Void, VarlinkServerEvent.Kind)] {
      var limits = VarlinkLimits()
      change(&limits)
      try await withServer(limits: limits) { server in
        var clients: [RawClient] = []
        for _ in 0..<3 { clients.append(try RawClient(server)) }
        for _ in 0..<2 {
          let refused = try RawClient(server)
          #expect(try await refused.end() == "")
          refused.close()
        }
        #expect(server.events.all.map(\.kind) == [kind])
        for client in clients {
          client.send(call("Echo") + "\0")
          #expect(try await client.message() == "{}")
        }
        clients.removeLast().close()
        try await eventually("room") { server.server?.connectionCount == 2 }
        let welcome = try RawClient(server)
        welcome.send(call("Echo") + "\0")
        #expect(try await welcome.message() == "{}")
        for client in clients + [welcome] { client.close() }
      }
    }
  }

  /// The rest of the program keeps its descriptors.
  @Test func descriptorsAreReserved() async throws {
    var limits = VarlinkLimits()
    limits.reservedDescriptors = Limits.descriptors
    try await withServer(limits: limits) { server in
      let client = try RawClient(server)
      #expect(try await client.end() == "")
      #expect(server.events.all.map(\.kind) == [.tooManyConnections])
      client.close()
    }
  }
}

/// Waits, one turn of the loop after the other, until something holds.
@Loop
func eventually(_ what: String, _ holds: () -> Bool) async throws {
  let deadline = Clock.bootNanoseconds() + 10_000_000_000
  while !holds() {
    guard Clock.bootNanoseconds() < deadline else { throw KitError("not within 10 s: \(what)") }
    await Task.yield()
  }
}
