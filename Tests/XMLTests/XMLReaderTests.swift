import Testing

@testable import XML

@Suite struct XMLReaderTests {
  private func events(_ text: String, piece: Int = 7) throws(XMLError) -> [XMLEvent] {
    let reader = try XMLReader()
    var events: [XMLEvent] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      events += try reader.read(Array(rest.prefix(piece)), isFinal: false).map(\.event)
      rest = rest.dropFirst(piece)
    }
    events += try reader.read([], isFinal: true).map(\.event)
    // An error that came after events is told by the next call.
    _ = try reader.read([], isFinal: true)
    return events
  }

  @Test(arguments: [1, 2, 7, 1000])
  func piecesDoNotMatter(piece: Int) throws {
    let text = #"<?xml version="1.0"?><a:b xmlns:a="x" a:c="1"><d>é &amp; <![CDATA[<x>]]></d>y</a:b>"#
    let reader = try XMLReader()
    var events: [XMLEvent] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      events += try reader.read(part, isFinal: rest.isEmpty).map(\.event)
    }
    #expect(
      events == [
        .start(name: "b", attributes: ["a": "x", "c": "1"]), .start(name: "d", attributes: [:]),
        .end(name: "d", text: "é & <x>"), .end(name: "b", text: "y"),
      ])
  }

  @Test(arguments: [
    "<a>", "<a></b>", "<a><b></a>", "", "x", "<a/><b/>", "<a b=1/>", "<a>&nope;</a>", "<a>\u{1}</a>",
  ])
  func malformed(text: String) {
    #expect {
      try events(text)
    } throws: { error in
      if case .malformed(_, let words, let line)? = error as? XMLError {
        !words.isEmpty && line == 1
      } else {
        false
      }
    }
  }

  @Test func linesAreCounted() {
    #expect {
      try events("<a>\n\n<b></c>\n</a>")
    } throws: { error in
      if case .malformed(_, _, 3)? = error as? XMLError { true } else { false }
    }
  }

  @Test func entitiesThatGrowAreRefused() {
    let bomb = #"<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>"#
    #expect(throws: XMLError.documentType(line: 1)) { try events(bomb, piece: 1000) }
    #expect(throws: XMLError.documentType(line: 2)) {
      try events("<?xml version=\"1.0\"?>\n<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>")
    }
  }

  @Test func depthAndTextAreBounded() throws {
    let deep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
    #expect(try events(deep).count == 128)
    #expect(throws: XMLError.tooDeep(line: 1)) { try events(String(repeating: "<a>", count: 65)) }
    #expect(throws: XMLError.textTooLong(line: 1)) {
      try events("<a>" + String(repeating: "x", count: 65_537) + "</a>", piece: 1000)
    }
  }

  @Test func whatPrecedesAnErrorIsGiven() throws {
    let reader = try XMLReader()
    let events = try reader.read(Array("<a><b/>\n</c>".utf8), isFinal: true)
    #expect(events.count == 3)
    #expect(throws: XMLError.self) { try reader.read([], isFinal: true) }
  }
}
