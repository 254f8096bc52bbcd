import Testing

@testable import Terminal

@Test(
  "widths are those of a terminal's cells",
  arguments: [
    ("", 0), ("Café", 4), ("Cafe\u{301}", 4), ("東京タワー", 10), ("ｶﾌｪ", 3), ("Ｃａｆｅ", 8), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("วัดพระแก้ว", 8), ("น้ำ", 2), ("हिन्दी", 5), ("מסעדת הים 24", 12),
    ("مقهى البحر", 10),
    ("مَقْهَى", 4), ("🍕", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇦🇺", 2), ("☕", 2), ("☀", 1), ("☀️", 2), ("1️⃣", 2), ("…", 1),
    ("№ 1 – “a”", 9), ("\u{200D}", 0), ("𠮷野家", 6), ("（株）", 6),
  ])
func widths(text: String, cells: Int) {
  #expect(DisplayText(text).width == cells)
}

@Test(
  "OSM-20: controls cannot reach the terminal",
  arguments: [
    ("\u{7F}Hafen", "Hafen"), ("Tab\tBar\nZeile2", "Tab Bar Zeile2"), (" \t ", ""), ("\u{FEFF}Bar", "Bar"),
    ("a\u{1B}[31mred\u{1B}]0;title\u{7}", "a[31mred]0;title"), ("a\u{9B}31m", "a31m"),
    ("a\u{85}b\u{2028}c", "a b c"),
    ("a\r\nb", "a b"), ("\0a\u{8}", "a"), ("so\u{AD}ft", "soft"), ("a  b", "a b"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
  ])
func controls(raw: String, safe: String) {
  #expect(DisplayText(raw).text == safe)
}

@Test(
  "OSM-21: names from right to left are isolated, and bring no controls of their own",
  arguments: [
    ("מסעדת הים 24", "\u{2068}מסעדת הים 24\u{2069}"), ("مقهى البحر", "\u{2068}مقهى البحر\u{2069}"),
    ("\u{202E}evil", "evil"), ("a\u{2069}\u{2066}b\u{200F}", "ab"), ("Café", "Café"),
    ("١٢٣", "\u{2068}١٢٣\u{2069}"),
  ])
func rightToLeft(raw: String, shown: String) {
  #expect(DisplayText(raw).isolated == shown)
}

@Test(
  "cut to cells, never inside a character",
  arguments: [
    ("Harbour", 7, "Harbour"), ("Harbour", 6, "Harbo…"), ("Harbour", 1, "…"), ("Harbour", 0, ""),
    ("東京タワー", 9, "東京タワ…"), ("東京タワー", 8, "東京タ…"), ("Cafe\u{301} Nero", 5, "Cafe\u{301}…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
    ("a b c", 3, "a…"),
  ])
func cut(text: String, cells: Int, shown: String) {
  let cut = DisplayText(text).truncated(to: cells)
  #expect(cut.text == shown)
  #expect(cut.width <= cells)
}

private func table(width: Int, colour: Bool = false) -> [String] {
  var table = TextTable([.init(.right), .init(narrowedTo: 8), .init(.right), .init()])
  table.add([.init("1"), .init("Café de la Gare", .bold), .init("62 %"), .init("cafe")])
  table.add([.init("2"), .init("東京タワー"), .init("7 %"), .init("")])
  table.add([.init("10"), .init("מסעדת הים 24"), .init(""), .init("restaurant")])
  return table.lines(width: width, palette: Palette(isColoured: colour))
}

@Test func columnsLineUpInEveryScript() {
  #expect(
    table(width: 80) == [
      " 1  Café de la Gare  62 %  cafe",
      " 2  東京タワー        7 %",
      "10  \u{2068}מסעדת הים 24\u{2069}           restaurant",
    ])
  #expect(table(width: 80, colour: true)[0] == " 1  \u{1B}[1mCafé de la Gare\u{1B}[0m  62 %  cafe")
}

@Test func tablesAreNarrowedToFit() {
  #expect(
    table(width: 32)
      == [
        " 1  Café de l…  62 %  cafe",
        " 2  東京タワー   7 %",
        "10  \u{2068}מסעדת הים…\u{2069}        restaurant",
      ])
  #expect(table(width: 10)[0] == " 1  Café de…  62 %  cafe")
}

@Test func textsAreWrappedByCells() {
  #expect(wrappedLines("one two three", width: 7) == ["one two", "three"])
  #expect(wrappedLines("one two three", width: 9, indent: 2) == ["one two", "  three"])
  #expect(wrappedLines("東京 タワー", width: 6) == ["東京", "タワー"])
  #expect(wrappedLines("a\u{1B}[2J b\nc", width: 80) == ["a[2J b c"])
  #expect(wrappedLines("", width: 80) == [""])
}

@Test func colourOnlyWhereItIsWanted() {
  #expect(Palette(isTerminal: true, environment: ["TERM": "xterm"]).isColoured)
  #expect(Palette(isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": ""]).isColoured)
  #expect(!Palette(isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": "1"]).isColoured)
  #expect(!Palette(isTerminal: true, environment: ["TERM": "dumb"]).isColoured)
  #expect(!Palette(isTerminal: true, environment: [:]).isColoured)
  #expect(!Palette(isTerminal: false, environment: ["TERM": "xterm"]).isColoured)
}
