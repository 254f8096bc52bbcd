import GeoJSONImport
import JSON
import PlacedTestKit
import PlacesCore
import Testing

/// The forms in which features come.
@Suite struct FileFormTests {
  private let a = feature(properties: #"{"name":"A"}"#)
  private let b = feature(properties: #"{"name":"B"}"#)

  @Test func everyFormOfAFile() throws {
    let texts = [
      collection([a, b]),
      #"{"features":[\#(a),\#(b)],"type":"FeatureCollection","name":"Späteres"}"#,
      #"{"bbox":[1,2,3,4],"crs":{"x":[1,{"y":2}]},"features":[\#(a),\#(b)],"type":"FeatureCollection"}"#,
      "\(a)\n\(b)\n", "\(a)\n\n\(b)", "\u{1E}\(a)\n\u{1E}\(b)\n", "\u{FEFF}\(a)\n\(b)",
      "\u{FEFF}" + collection([a, b]),
      collection([a]) + "\n" + collection([b]), "\(a)\r\n\(collection([b]))",
      collection([a, b]).replacing(",", with: " ,\n\t "),
    ]
    for text in texts { #expect(try Imported(text).names == ["A", "B"], "\(text)") }
    #expect(try Imported("").places.isEmpty)
    #expect(try Imported(collection([])).places.isEmpty)
  }

  @Test func whatIsNoFeatureIsCounted() throws {
    let imported = try Imported(
      collection([a, "null", "7", "[]", "{}", #"{"type":"Point","coordinates":[1,2]}"#]))
    #expect(imported.names == ["A"])
    #expect(imported.report.skipped == [.notAFeature: 5] && imported.report.objects == 6)
  }

  @Test("OSM-27: a null geometry is skipped, a BOM and a bare feature are taken, a list is refused")
  func oddFiles() throws {
    let null = #"{"type":"Feature","geometry":null,"properties":{"name":"X"}}"#
    let empty = feature(
      geometry: #"{"type":"GeometryCollection","geometries":[]}"#, properties: #"{"name":"X"}"#)
    let none = #"{"type":"Feature","properties":{"name":"X"}}"#
    let imported = try Imported("\u{FEFF}" + collection([null, empty, none, a]))
    #expect(imported.names == ["A"] && imported.report.skipped == [.noGeometry: 3])
    #expect(try Imported(a).names == ["A"])
    for (text, word) in [
      ("[\(a)]", "not a GeoJSON object"), (" \"x\"", "not a GeoJSON object"), ("{}", "something else"),
      (#"{"type":"Point","coordinates":[1,2]}"#, "bare geometry"),
      (#"{"type":"FeatureCollection"}"#, "no \"features\""),
      (#"{"type":"FeatureCollection","features":{}}"#, "not a list"),
      (#"{"type":"Topology","features":[]}"#, "something else"),
    ] {
      let error = #expect(throws: GeoJSONError.self) { try Imported(text) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(word), "\(text)")
    }
  }

  @Test("A broken record of a text sequence is skipped and counted (RFC 8142)") func brokenRecords() throws {
    let record = Array("\u{1E}\(a)\n".utf8)
    // Cut anywhere, also without its line feed: the records around it stay.
    for length in 2..<record.count - 1 {
      let cut = Array(record[..<length])
      for rest in [cut + record, cut + [0x0A] + record] {
        let imported = try Imported(record + rest)
        #expect(imported.names == ["A", "A"] && imported.report.skipped == [.brokenRecord: 1], "\(length)")
        #expect(imported.report.objects == 3)
      }
      let last = try Imported(record + cut)
      #expect(last.names == ["A"] && last.report.skipped == [.brokenRecord: 1], "\(length)")
    }
    let many = "\u{1E}{]\n\u{1E}\(a)x\n\u{1E}\(collection([b, "{]"]))\n\u{1E}\(a)\n\u{1E}\n"
    let imported = try Imported(many)
    #expect(imported.names == ["A", "B", "A"] && imported.report.skipped == [.brokenRecord: 3])
    // Without separators nothing tells where the next feature begins.
    let error = #expect(throws: GeoJSONError.self) { try Imported("\(a)\n{]\n\(b)\n") }
    #expect(error.map { "\($0)".hasPrefix("line 2: ") } == true)
  }

  @Test func brokenTextIsRefusedWithItsPlace() throws {
    let error = #expect(throws: GeoJSONError.self) { try Imported("\(a)\n\(b)\n{\"type\":\"Feature\",,}\n") }
    guard case .json(let fault, let line) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == 3 && fault.offset == a.utf8.count + b.utf8.count + 2 + 18)
    // Cut anywhere but between two features.
    let whole = Array(collection([a, b]).utf8)
    for length in 1..<whole.count {
      #expect(throws: GeoJSONError.self) { try Imported(Array(whole[..<length])) }
    }
    let missing = #expect(throws: GeoJSONError.self) { try PlaceReader(path: "/nonexistent.geojson") }
    #expect(missing == .unreadable(code: 2))
    #expect(throws: GeoJSONError.unreadable(code: 21)) { try Imported(path: "/tmp") }
  }

  @Test("OSM-23: bytes that are not UTF-8 are replaced and counted, the import goes on")
  func brokenUTF8() throws {
    let bad: [[UInt8]] = [[0x4B, 0x61, 0x66, 0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98]]
    for bytes in bad {
      let name = Array(#"{"name":"Bar "#.utf8) + bytes + Array(#""}"#.utf8)
      let text =
        Array(#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":"#.utf8) + name
      let imported = try Imported(text + Array("}\n\(a)".utf8))
      #expect(imported.places.count == 2)
      #expect(imported.places.first?.name.contains("\u{FFFD}") == true)
      #expect(imported.report.replacedCharacters > 0)
    }
    #expect(try Imported(feature(properties: #"{"name":"\#u{FFFD}"}"#)).report.replacedCharacters == 0)
  }

  @Test("An escaped lone surrogate is replaced and counted like bytes that are not UTF-8")
  func loneSurrogates() throws {
    let names = [
      #"\ud800x"#: "\u{FFFD}x", #"x\udc00"#: "x\u{FFFD}", #"\ud800\ud83d\ude00"#: "\u{FFFD}😀",
      #"\ud83d\u0041"#: "\u{FFFD}A", #"\ud83d\n"#: "\u{FFFD}",
    ]
    for (text, name) in names {
      let imported = try Imported(feature(properties: #"{"name":"\#(text)"}"#) + "\n" + a)
      #expect(imported.names == [name, "A"] && imported.report.replacedCharacters == 1)
    }
    #expect(throws: GeoJSONError.self) { try Imported(feature(properties: #"{"name":"\ud83d\u00"}"#)) }
  }

  /// Characters of several bytes over every edge between two chunks.
  @Test func charactersAcrossChunks() throws {
    for shift in 0..<4 {
      let name = String(repeating: " ", count: shift) + String(repeating: "é中😀", count: 40)
      let features = (0..<400).map { feature(properties: #"{"name":"\#(name)\#($0)"}"#) }
      let imported = try Imported(features.joined(separator: "\n"))
      #expect(imported.places.count == 400 && imported.report.replacedCharacters == 0)
      #expect(imported.places.allSatisfy { !$0.name.contains("\u{FFFD}") })
    }
  }

  @Test("OSM-28: swapped latitude and longitude stop the import") func swappedAxes() throws {
    func points(_ first: Double, _ second: Double, count: Int = 100) -> [String] {
      (0..<count).map {
        let jitter = Double($0) / 1000
        return feature(
          geometry: #"{"type":"Point","coordinates":[\#(first + jitter),\#(second + jitter)]}"#,
          properties: #"{"name":"\#($0)"}"#)
      }
    }
    // Only some are beyond the poles: these are refused one by one.
    let some = try Imported(collection(points(43, -80) + points(43, -120, count: 30)))
    #expect(some.places.count == 100 && some.report.skipped == [.outOfRange: 30])
    let most = #expect(throws: GeoJSONError.self) { try Imported(collection(points(43, -120))) }
    #expect(most == .swappedAxes(count: 100, of: 100))
    #expect(most.map { "\($0)".contains("swapped") } == true)
    // In range, but outside the box that the file declares.
    let boxed = #expect(throws: GeoJSONError.self) {
      try Imported(collection(points(43, -80), more: #","bbox":[-81,42,-79,44]"#))
    }
    #expect(boxed == .swappedAxes(count: 100, of: 100))
    #expect(try Imported(collection(points(-80, 43), more: #","bbox":[-81,42,-79,44]"#)).places.count == 100)
  }

  /// Bytes changed, removed and doubled at random: places or an error, never a trap.
  @Test func spoiltFilesDoNotTrap() throws {
    let whole = Array(
      collection([
        feature(
          geometry:
            #"{"type":"Polygon","coordinates":[[[10.2,52.1],[10.201,52.1],[10.2,52.101],[10.2,52.1]]]}"#,
          properties:
            #"{"names":{"primary":"Café","common":{"de":"K"}},"categories":{"primary":"cafe"},"importance":0.5}"#
        ),
        feature(
          properties: #"{"name":"Blue Door (closed)","alt_name":"A;B","addr:housenumber":7,"types":["bar"]}"#),
      ]).utf8)
    var random = SeededRandom(seed: 11)
    for _ in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
        default: bytes[index] = Array("{}[],:\"0-9eE".utf8).randomElement(using: &random) ?? 0
        }
      }
      do {
        _ = try Imported(bytes)
      } catch is GeoJSONError {
        continue
      }
    }
  }

  @Test func depthAndSizeAreBounded() throws {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(throws: GeoJSONError.self) { try Imported(feature(properties: #"{"name":"X","x":\#(deep)}"#)) }
    let long = String(repeating: "x", count: 100_000)
    #expect(try Imported(feature(properties: #"{"name":"\#(long)","name:de":"D"}"#)).names == ["D"])
  }
}
