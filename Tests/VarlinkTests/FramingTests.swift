import Testing

@testable import Varlink

/// How bytes are cut into messages, in whatever pieces they come.
struct FramingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var messages: [String]
    var terminator: VarlinkFraming.Terminator?
    var fault: VarlinkFraming.Fault?
    /// Whether the input ends after the text.
    var ends = false

    var testDescription: String { text.debugDescription }
  }

  static let cases: [Case] = [
    Case(text: "", messages: []),
    Case(text: " \r\n\t ", messages: []),
    Case(text: "{}\0", messages: ["{}"], terminator: .nul),
    Case(text: "{}", messages: []),
    Case(text: "{}", messages: [], ends: true),
    Case(text: "{}\n", messages: []),
    Case(text: "{}\n", messages: ["{}"], terminator: .line, ends: true),
    Case(text: "{}\r\n\r\n", messages: ["{}"], terminator: .line, ends: true),
    Case(text: "{} \n \0", messages: ["{} \n "], terminator: .nul),
    Case(text: "\n {\n}\n\0{\n}\0", messages: ["\n {\n}\n", "{\n}"], terminator: .nul),
    Case(text: "{}\0{}\n\0\0", messages: ["{}", "{}\n", ""], terminator: .nul),
    Case(text: "{}\n{}", messages: ["{}"], terminator: .line),
    Case(text: "{}\n{}", messages: ["{}"], terminator: .line, ends: true),
    Case(text: "{}\n\n\r\n {} \r\n{}\n", messages: ["{}", " {} \r", "{}"], terminator: .line),
    Case(text: "{}\nhello\n", messages: ["{}", "hello"], terminator: .line),
    Case(text: "{}\n{}\0", messages: ["{}"], terminator: .line, fault: .malformed),
    Case(text: #"{"a":"}\"\\"}"# + "\0", messages: [#"{"a":"}\"\\"}"#], terminator: .nul),
    Case(
      text: #"{"a":{"b":"{"},"c":[{}]}"# + "\n{", messages: [#"{"a":{"b":"{"},"c":[{}]}"#], terminator: .line),
    Case(text: "{\"a\n\":\n1}\n{", messages: ["{\"a\n\":\n1}"], terminator: .line),
    Case(text: "hello\n", messages: [], fault: .malformed),
    Case(text: "[]\0", messages: [], fault: .malformed),
    Case(text: "\0", messages: [], fault: .malformed),
    Case(text: " \n\0", messages: [], fault: .malformed),
    Case(text: "{\0", messages: [], fault: .malformed),
    Case(text: "{\"a\0", messages: [], fault: .malformed),
    Case(text: "{}{}\0", messages: [], fault: .malformed),
    Case(text: "{} x\n", messages: [], fault: .malformed),
    Case(text: "\u{FEFF}{}\0", messages: [], fault: .malformed),
  ]

  /// All messages in a text that comes in pieces of a size.
  static func read(
    _ text: String, pieces: Int, ends: Bool = false, limit: Int = 100
  ) -> (messages: [String], fault: VarlinkFraming.Fault?, framing: VarlinkFraming) {
    var framing = VarlinkFraming(maximumBytes: limit)
    var messages: [String] = []
    var rest = Array(text.utf8)[...]
    do {
      repeat {
        framing.receive(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
        if rest.isEmpty, ends { framing.end() }
        while let message = try framing.next() { messages.append(String(decoding: message, as: UTF8.self)) }
      } while !rest.isEmpty
      return (messages, nil, framing)
    } catch {
      return (messages, error, framing)
    }
  }

  @Test(arguments: cases)
  func inAnyPieces(expected: Case) {
    for pieces in [1, 2, 3, 5, 1000] {
      let (messages, fault, framing) = Self.read(expected.text, pieces: pieces, ends: expected.ends)
      #expect(messages == expected.messages)
      #expect(fault == expected.fault)
      #expect(framing.terminator == expected.terminator)
    }
  }

  @Test func aPauseDecidesForLines() throws {
    var framing = VarlinkFraming(maximumBytes: 100)
    framing.receive("{}".utf8)
    framing.pause()
    #expect(try framing.next() == nil)
    #expect(!framing.isDecidedByPause)
    framing.receive(" \n".utf8)
    #expect(try framing.next() == nil)
    #expect(framing.isDecidedByPause)
    framing.receive("\n".utf8)
    #expect(try framing.next() == nil)
    framing.pause()
    #expect(try framing.next() == Array("{}".utf8))
    #expect(framing.terminator == .line)
    #expect(!framing.isDecidedByPause)
  }

  /// A message of the limit is read, one more byte is not, and is not waited for.
  @Test(arguments: ["\0", "\n"])
  func limit(terminator: String) {
    let fits = "{\"a\":\"" + String(repeating: "x", count: 92) + "\"}"
    for pieces in [1, 7, 1000] {
      #expect(Self.read("{}\(terminator)\(fits)\(terminator)", pieces: pieces).messages.count == 2)
      for text in [
        "{}\(terminator)\(fits) ", "\(fits) ", "{}\(terminator)\(fits) \(terminator)",
        " \(fits)\(terminator)",
      ] {
        #expect(Self.read(text, pieces: pieces).fault == .tooLarge)
      }
    }
  }

  /// No byte is looked at twice: a message that comes byte by byte costs the same for each byte, long or short.
  @Test func bytewiseIsLinear() throws {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      clock.measure {
        let text = "{}\0{\"a\":\"" + String(repeating: "x", count: count) + "\"}\0"
        #expect(Self.read(text, pieces: 1, limit: 1 << 21).messages.count == 2)
      }
    }
    let short = time(1 << 16)
    // Sixteen times the length; squared it would be 256 times the work.
    #expect(time(1 << 20) < short * 100)
  }

  @Test func manyMessagesInOnePieceAreLinear() {
    let text = String(repeating: "{}\0", count: 200_000)
    #expect(Self.read(text, pieces: .max).messages.count == 200_000)
  }
}
