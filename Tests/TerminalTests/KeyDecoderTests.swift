import Testing

@testable import Terminal

private func keys(_ text: String) -> [Key] {
  var decoder = KeyDecoder()
  return decoder.feed(Array(text.utf8)) + decoder.flush()
}

@Test(
  "keys are decoded, whole or byte by byte",
  arguments: [
    ("a", [Key.text("a")]), ("é", [.text("é")]), ("日本", [.text("日本")]), ("\r", [.enter]), ("\n", [.enter]),
    ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\u{3}", [.control("c")]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[H", [.home]),
    ("\u{1B}[4~", [.end]), ("\u{1B}[Z", [.backTab]), ("\u{1B}[1;5C", [.right]),
    ("\u{1B}[<0;5;3M", [.click(row: 2, column: 4)]),
    ("\u{1B}[<0;5;3m", []), ("\u{1B}[<64;1;1M", [.wheelUp]), ("\u{1B}[<65;1;1M", [.wheelDown]),
    ("\u{1B}[99~", []),
    ("\u{1B}[200~two\nlines\u{1B}[201~x", [.text("two linesx")]),
    ("\u{1B}[200~\u{1B}[2J\u{1B}[201~", [.text("[2J")]),
    ("ab\u{1B}[Bc", [.text("ab"), .down, .text("c")]), ("\u{1B}[<99999999999999999999;1;1M", []),
  ] as [(String, [Key])])
func keysAreDecoded(text: String, expected: [Key]) {
  #expect(keys(text) == expected)
  var decoder = KeyDecoder()
  var single: [Key] = []
  for byte in text.utf8 {
    for key in decoder.feed([byte]) {
      if case .text(let more) = key, case .text(let before)? = single.last {
        single[single.count - 1] = .text(before + more)
      } else {
        single.append(key)
      }
    }
  }
  single += decoder.flush()
  #expect(single == expected)
}

@Test(
  "bytes that are no keys are dropped, and what follows is understood",
  arguments: [
    [0xFF, 0x61], [0xC3, 0x61], [0xE2, 0x82, 0x61], [0x00, 0x61], [0xED, 0xA0, 0x80, 0x61],
  ] as [[UInt8]])
func brokenBytes(bytes: [UInt8]) {
  var decoder = KeyDecoder()
  let keys = decoder.feed(bytes) + decoder.flush()
  #expect(keys.last == .text("a"))
}

@Test func anEndlessSequenceIsGivenUp() {
  var decoder = KeyDecoder()
  _ = decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000))
  let keys = decoder.feed(Array("\rx".utf8))
  #expect(keys.contains(.enter))
}

@Test func anEndlessPasteTakesNoMemory() {
  var decoder = KeyDecoder()
  _ = decoder.feed(Array("\u{1B}[200~".utf8))
  for _ in 0..<100 {
    let keys = decoder.feed(Array(repeating: UInt8(ascii: "x"), count: 10_000))
    #expect(keys.isEmpty)
  }
  guard case .text(let text)? = decoder.feed(Array("\u{1B}[201~".utf8)).first else {
    Issue.record("nothing was pasted")
    return
  }
  #expect(text.count == 4096)
}

@Test(
  arguments: [
    ("ab", [Key.left, .text("x")], "axb", 2), ("one two  ", [.control("w")], "one ", 4),
    ("ab", [.home, .delete], "b", 0),
    ("ab", [.control("u")], "", 0), ("abc", [.left, .control("k")], "ab", 2),
    ("", [.backspace, .left, .right], "", 0),
    ("e", [.text("\u{301}")], "é", 1), ("👩‍👧", [.backspace], "", 0), ("a", [.text("b\nc")], "abc", 3),
  ] as [(String, [Key], String, Int)])
func linesAreEdited(text: String, keys: [Key], result: String, cursor: Int) {
  var editor = LineEditor(text)
  for key in keys {
    let isTaken = editor.handle(key)
    #expect(isTaken)
  }
  #expect(editor.text == result)
  #expect(editor.cursor == cursor)
}

@Test func aLineHasAnEnd() {
  var editor = LineEditor("")
  var isTaken = editor.handle(.text(String(repeating: "x", count: 10_000)))
  #expect(isTaken)
  #expect(editor.text.count == 256)
  isTaken = editor.handle(.up)
  #expect(!isTaken)
}

@Test(
  arguments: [
    ("bold bright-red on-blue", "1;91;44"), ("208", "38;5;208"), ("on-#ff8000", "48;2;255;128;0"),
    ("plain", ""), ("", ""),
  ] as [(String, String)])
func stylesInWords(words: String, parameters: String) {
  #expect(TextStyle(words)?.parameters == parameters)
}

@Test(arguments: ["blink", "on-", "256", "#12345", "#gggggg", "-1", "bright-"])
func wordsThatAreNoStyle(words: String) {
  #expect(TextStyle(words) == nil)
}

@Test func matchesAreMarkedInForeignText() {
  var line = StyledLine()
  guard let mark = TextStyle("bold") else { return }
  // Offsets count code points of the text as it came, dropped ones too.
  line.append(foreign: "a\u{1B}b  cafe\u{301}", .plain, marked: [5..<10], mark)
  #expect(line.rendered(inColour: true) == "ab \u{1B}[1mcafe\u{301}\u{1B}[0m")
  #expect(line.rendered(inColour: false) == "ab cafe\u{301}")
  #expect(line.width == 7)
}

@Test func foreignTextIsCutToItsRoom() {
  for cells in 0...8 {
    var line = StyledLine()
    line.append(foreign: "日本語テキスト", within: cells)
    #expect(line.width <= cells)
    #expect(cells == 0 || line.rendered(inColour: false).hasSuffix("…"))
  }
}
