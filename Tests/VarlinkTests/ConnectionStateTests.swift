import JSON
import Testing

@testable import Varlink

struct ConnectionStateTests {
  static let call = Array(#"{"method":"a.B"}"#.utf8) + [0]
  static let request = VarlinkRequest(method: "a.B")

  static func state(outputBeforeWaiting: Int = 100, output: Int = 1000) -> ConnectionState {
    var limits = VarlinkLimits()
    limits.outputBytesBeforeWaiting = outputBeforeWaiting
    limits.outputBytes = output
    limits.messageBytes = 1000
    return ConnectionState(limits: limits)
  }

  /// Sends all that is queued.
  static func drain(_ state: inout ConnectionState) -> String {
    var sent: [UInt8] = []
    while !state.output.isEmpty {
      _ = state.send { (bytes) throws(Never) in
        sent += Array(bytes.prefix(7))
        return min(7, bytes.count)
      }
    }
    return String(decoding: sent, as: UTF8.self)
  }

  @Test func oneCallAtATimeInOrder() {
    var state = Self.state()
    #expect(state.step() == .wait)
    #expect(state.deadline == nil)
    state.receive(Self.call + Self.call + Self.call.dropLast(3))
    #expect(state.step() == .serve(Self.request))
    #expect(state.step() == .wait)
    state.reply(VarlinkReply(["n": 1], continues: true))
    #expect(state.step() == .wait)
    state.reply(VarlinkReply(["n": 2]))
    #expect(state.step() == .serve(Self.request))
    state.endCall()
    #expect(state.step() == .wait)
    #expect(state.deadline == .message(2))
    #expect(
      Self.drain(&state) == "{\"parameters\":{\"n\":1},\"continues\":true}\0{\"parameters\":{\"n\":2}}\0")
    state.receive(Self.call.suffix(3))
    #expect(state.step() == .serve(Self.request))
    state.endCall()
    #expect(state.step() == .wait)
    #expect(state.deadline == nil)
  }

  @Test func aClientThatDoesNotReadIsNotRead() {
    var state = Self.state()
    state.receive(Self.call + Self.call)
    #expect(state.step() == .serve(Self.request))
    #expect(state.wantsInput)
    state.reply(VarlinkReply(["text": .string(String(repeating: "x", count: 100))]))
    #expect(state.step() == .wait)
    #expect(!state.wantsInput)
    #expect(state.deadline == .reading(0))
    _ = Self.drain(&state)
    #expect(state.wantsInput)
    #expect(state.step() == .serve(Self.request))
    // While a call goes on, only so much is read ahead.
    state.receive(Array(repeating: UInt8(ascii: " "), count: 99))
    #expect(state.wantsInput)
    state.receive(Array(repeating: UInt8(ascii: " "), count: 1))
    #expect(!state.wantsInput)
  }

  @Test func tooManyUnreadRepliesEndTheConnection() {
    var state = Self.state()
    state.receive(Self.call)
    #expect(state.step() == .serve(Self.request))
    let large = VarlinkReply(["text": .string(String(repeating: "x", count: 5000))], continues: true)
    state.reply(large)
    #expect(state.step() == .wait)
    state.reply(large)
    #expect(state.step() == .close(.outputOverflow))
  }

  @Test func halfClosedConnectionsGetTheirReplies() {
    var state = Self.state()
    state.receive(Self.call + Self.call)
    state.endInput()
    for _ in 0..<2 {
      #expect(state.step() == .serve(Self.request))
      #expect(!state.wantsInput)
      state.reply(VarlinkReply())
    }
    #expect(state.step() == .wait)
    #expect(state.deadline == .reading(0))
    #expect(Self.drain(&state) == "{}\0{}\0")
    #expect(state.step() == .close(.finished))
  }

  @Test func malformedMessagesEndTheConnectionAfterEarlierReplies() {
    var state = Self.state()
    state.receive(Self.call + Array("nonsense\0".utf8) + Self.call)
    #expect(state.step() == .serve(Self.request))
    state.reply(VarlinkReply())
    #expect(state.step() == .wait)
    #expect(!state.wantsInput)
    _ = Self.drain(&state)
    #expect(state.step() == .close(.malformed))
  }

  @Test func longMessagesEndTheConnectionBeforeTheyAreComplete() {
    var state = Self.state()
    state.receive(Array(repeating: UInt8(ascii: " "), count: 1001))
    #expect(state.step() == .close(.tooLarge))
  }

  @Test func hungUpClientsAreServedWhatTheySent() {
    var state = Self.state()
    state.receive(Self.call)
    state.hangUp()
    #expect(state.step() == .serve(Self.request))
    state.endCall()
    #expect(state.step() == .wait)
    #expect(state.wantsInput)
    state.endInput()
    #expect(state.step() == .close(.finished))
  }

  @Test func hungUpClientsDoNotKeepACallGoing() {
    var state = Self.state()
    state.receive(Self.call)
    #expect(state.step() == .serve(Self.request))
    state.hangUp()
    state.endInput()
    #expect(state.step() == .close(.hungUp))
  }

  @Test func linesAreAnsweredInLines() {
    var state = Self.state()
    state.receive(Array("{\"method\":\"a.B\"}\n".utf8))
    #expect(state.step() == .wait)
    #expect(state.deadline == .pause(1))
    state.pause()
    #expect(state.step() == .serve(Self.request))
    state.reply(VarlinkReply(["a": "\n"]))
    #expect(Self.drain(&state) == "{\"parameters\":{\"a\":\"\\n\"}}\n")
  }
}
