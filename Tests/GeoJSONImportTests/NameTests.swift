import GeoJSONImport
import PlacesCore
import Testing

@Suite struct NameTests {
  private func names(_ place: Place, _ key: String) -> [String] {
    place.names.filter { $0.key == key }.map(\.text)
  }

  @Test(
    "OSM-06: closing noted only in the name",
    arguments: [
      ("Blue Door (permanently closed)", true), ("CLOSED - Blue Door", true),
      ("Blue Door – geschlossen", true),
      ("Blue Door [Closed]", true), ("Blue Door: closed", true), ("Café du Lac (fermé)", true),
      ("閉店：x（閉店）", true),
      ("The Closed Shop", false), ("Closed", false), ("Closed Door Bar", false),
      ("Enclosed - Gallery", false),
      ("The Up-Closed", false), ("Bar (not closed)", false),
    ]) func closedNames(name: String, isClosed: Bool) throws
  {
    let place = try only(try Imported(properties: #"{"name":"\#(name)","amenity":"pub"}"#))
    #expect(place.closed == isClosed && place.name == name)
  }

  @Test(
    arguments: [
      (#"{"name":"X","closed":true}"#, true),
      (#"{"name":"X","operating_status":"permanently_closed"}"#, true),
      (#"{"name":"X","operating_status":"temporarily_closed"}"#, false),
      (#"{"name":"X","closed":"no"}"#, false),
      (#"{"name":"X","disused:amenity":"cafe","opening_hours":"24/7"}"#, true),
      (#"{"name":"X","was:shop":"books"}"#, true),
      (#"{"name":"X","disused:amenity":"cafe","amenity":"bar"}"#, false),
    ]) func closedByProperties(properties: String, isClosed: Bool) throws
  {
    #expect(try only(try Imported(properties: properties)).closed == isClosed)
  }

  @Test("OSM-08: names in one value, split by semicolons") func severalNames() throws {
    let first = try only(
      try Imported(properties: #"{"name":"Rathaus","alt_name":"Town Hall;Hôtel de Ville; Ratusz"}"#))
    #expect(first.name == "Rathaus" && names(first, "alt") == ["Town Hall", "Hôtel de Ville", "Ratusz"])
    let second = try only(try Imported(properties: #"{"name":"A Nord;B Nord"}"#))
    #expect(second.name == "A Nord;B Nord" && names(second, "alt") == ["A Nord", "B Nord"])
  }

  @Test(
    "OSM-10: a place without a name is called by what else is known",
    arguments: [
      (#"{"amenity":"toilets"}"#, "Public bathroom"), (#"{"amenity":"atm","operator":"Bank"}"#, "Bank"),
      (#"{"amenity":"charging_station","network":"N"}"#, "N"), (#"{"shop":"bakery","brand":"B"}"#, "B"),
      (#"{"name:en":"Only English","shop":"bakery","brand":"B"}"#, "Only English"),
      (#"{"name:de":"D","name:en":"E"}"#, "E"), (#"{"name:ja":"日本","name:fr":"F"}"#, "F"),
      (#"{"amenity":"cafe","name":"  ","operator":"O","brand":"B"}"#, "B"),
      (#"{"amenity":"cafe","name":""}"#, "Cafe"),
    ]) func labels(properties: String, name: String) throws
  {
    #expect(try only(try Imported(properties: properties)).name == name)
  }

  @Test func withoutNameAndTypeThereIsNoPlace() throws {
    for properties in [
      "{}", "null", #"{"building":"yes"}"#, #"{"name":null,"source":"x"}"#, #"{"name:left":"L"}"#,
    ] {
      let imported = try Imported(properties: properties)
      #expect(imported.places.isEmpty && imported.report.skipped == [.noName: 1], "\(properties)")
    }
  }

  @Test(
    "OSM-20: controls do not get into names",
    arguments: [
      (#"\#u{7F}Hafen"#, "Hafen"), (#"Tab\tBar\nZeile2"#, "Tab Bar Zeile2"), (#"\uFEFFBar"#, "Bar"),
      (#"A\u0000B"#, "A B"),
      (#"  Two   Blanks "#, "Two Blanks"), (#"\u2028Line"#, "Line"), (#"Nö\u0085el"#, "Nö el"),
      (#"\u00A0Bar\u3000"#, "Bar"),
      (#"日本　橋"#, "日本　橋"),
    ]) func controls(raw: String, name: String) throws
  {
    #expect(try only(try Imported(properties: #"{"name":"\#(raw)"}"#)).name == name)
  }

  @Test(
    "OSM-29: values of other types than expected",
    arguments: [
      (#"["A","B"]"#, "A"), ("7", "7"), ("1.50", "1.50"), ("true", nil), (#"{"de":"A"}"#, nil), ("null", nil),
      ("[]", nil),
      (#"[null,{"x":1},["y"],"Z"]"#, "Z"),
    ]) func oddValues(value: String, name: String?) throws
  {
    let imported = try Imported(
      properties: #"{"name":\#(value),"amenity":\#(value),"phone":\#(value),"names":\#(value)}"#)
    #expect(imported.places.first?.name == name)
    if value.hasPrefix(#"["A""#) { #expect(try names(#require(imported.places.first), "alt") == ["B"]) }
  }

  @Test("OSM-30: characters that break loaders are kept as they are") func oddCharacters() throws {
    for (raw, name) in [
      (#"A=>B \"zitat\" 'x'; DROP TABLE place;--"#, #"A=>B "zitat" 'x'; DROP TABLE place;--"#),
      (#"50 % \\ off"#, #"50 % \ off"#), ("O'Connor's $(x) `y`", "O'Connor's $(x) `y`"),
    ] {
      #expect(try only(try Imported(properties: #"{"name":"\#(raw)"}"#)).name == name)
    }
  }

  @Test func furtherNames() throws {
    let place = try only(
      try Imported(
        properties: #"""
          {"name":"Oper","name:de":"Oper","name:zh-Hant":"歌","name:pronunciation":"x","name:etymology:wikidata":"Q1",
           "old_name":"Alt","official_name":"Opera House","short_name":"O","operator":"City","ref":"7","brand":"B"}
          """#))
    #expect(
      Set(place.names) == [
        PlaceName(key: "de", text: "Oper"), PlaceName(key: "zh-Hant", text: "歌"),
        PlaceName(key: "old", text: "Alt"),
        PlaceName(key: "official", text: "Opera House"), PlaceName(key: "short", text: "O"),
        PlaceName(key: "operator", text: "City"), PlaceName(key: "ref", text: "7"),
        PlaceName(key: "brand", text: "B"),
      ])
  }
}
