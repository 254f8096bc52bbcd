import GeoJSONImport
import Glibc
import PlacesCore
import Testing

@Suite struct PropertyTests {
  @Test("OSM-11: bins and benches are no places") func noPlaces() throws {
    let features = ["waste_basket", "bench", "vending_machine", "restaurant"].map {
      feature(properties: #"{"amenity":"\#($0)","name":"\#($0)"}"#)
    }
    let imported = try Imported(collection(features))
    #expect(imported.names == ["restaurant"] && imported.report.skipped == [.notAPlace: 3])
    // What is a place besides stays one.
    #expect(
      try only(try Imported(properties: #"{"amenity":"hospital","emergency":"yes"}"#)).types.first?.name
        == "hospital")
  }

  @Test(
    arguments: [
      (#"{"types":["museum","tourist_attraction"]}"#, ["museum", "tourist_attraction"]),
      (#"{"types":"cafe"}"#, ["cafe"]),
      (#"{"type":"cafe"}"#, ["cafe"]), (#"{"type":"cafe, bakery"}"#, ["cafe", "bakery"]),
      (#"{"types":["Cafe","nonsense"]}"#, ["point_of_interest"]),
      (#"{"types":["italian_restaurant"]}"#, ["italian_restaurant", "restaurant"]),
      (#"{"categories":{"primary":"church_cathedral"}}"#, ["church", "place_of_worship"]),
      (
        #"{"categories":{"primary":"burger_restaurant","alternate":["bar","nonsense"]}}"#,
        ["hamburger_restaurant", "restaurant", "bar"]
      ),
      (#"{"categories":{"primary":"never_heard_of_restaurant"}}"#, ["restaurant"]),
      (#"{"categories":{"primary":"nonsense","alternate":["cafe"]}}"#, ["cafe"]),
      (#"{"categories":{"main":"italian_restaurant"}}"#, ["italian_restaurant", "restaurant"]),
      (#"{"categories":"{\"primary\": \"cafe\"}"}"#, ["cafe"]),
      (#"{"categories":null}"#, ["point_of_interest"]),
      (#"{"taxonomy":{"primary":"museum","hierarchy":["arts_and_entertainment","museum"]}}"#, ["museum"]),
      (#"{"basic_category":"bar","type":"place"}"#, ["bar"]),
      (#"{"category":"book_store"}"#, ["book_store", "store"]),
      (#"{"amenity":"cafe"}"#, ["cafe"]), (#"{"shop":"bakery;pastry"}"#, ["bakery"]),
      (#"{"shop":"anything"}"#, ["store"]),
      (#"{"shop":"no","tourism":"museum"}"#, ["museum"]),
      (
        #"{"amenity":"restaurant","cuisine":"italian;pizza"}"#,
        ["italian_restaurant", "restaurant", "pizza_restaurant"]
      ),
      (
        #"{"amenity":"place_of_worship","religion":"christian","building":"church"}"#,
        ["church", "place_of_worship"]
      ),
      (#"{"cuisine":"italian"}"#, ["point_of_interest"]),
      (#"{"railway":"station","station":"subway"}"#, ["subway_station", "train_station"]),
      (#"{"highway":"residential"}"#, ["route"]), (#"{"building":"yes"}"#, ["point_of_interest"]),
    ]) func types(properties: String, types: [String]) throws
  {
    let named = #"{"name":"X","# + properties.dropFirst()
    #expect(try only(try Imported(properties: String(named))).types.map(\.name) == types)
  }

  @Test func unknownNamesOfTypesAreCounted() throws {
    let imported = try Imported(
      collection(
        [#"["establishments"]"#, #"["Cafe"]"#, #"["bar","Cafe"]"#, #"["bar"]"#, #"[]"#].map {
          feature(properties: #"{"name":"X","types":\#($0)}"#)
        } + [feature(properties: #"{"name":"X","types":["Bakery"],"shop":"bakery"}"#)]))
    #expect(imported.report.unmapped == ["establishments": 1, "Cafe": 2, "Bakery": 1])
    #expect(
      imported.places.map { $0.types.map(\.name) } == [
        ["point_of_interest"], ["point_of_interest"], ["bar"], ["bar"], ["point_of_interest"], ["bakery"],
      ])
  }

  @Test func unknownCategoriesAreCounted() throws {
    let imported = try Imported(
      collection(
        ["nonsense", "nonsense", "cafe"].map {
          feature(properties: #"{"name":"X","categories":{"primary":"\#($0)"}}"#)
        }))
    #expect(imported.report.unmapped == ["nonsense": 2])
    #expect(imported.report.kept.map { $0.key.name }.sorted() == ["cafe", "point_of_interest"])
  }

  @Test(
    arguments: [
      (#","id":"sample:a""#, "sample:a"), (#","id":"osm:node/7""#, "osm:node/7"),
      (#","id":"node/7""#, "osm:node/7"),
      (#","id":7"#, "geojson:sample/7"), (#","id":"a b""#, "geojson:sample/a_b"),
      (#","id":"12:30""#, "geojson:sample/12:30"),
      (#","id":"Nr: 5""#, "geojson:sample/Nr:_5"),
    ]) func ids(member: String, id: String) throws
  {
    #expect(try only(try Imported(feature(properties: #"{"name":"X"}"#, more: member))).id.text == id)
  }

  @Test func idsWithoutAnIdFollowTheContents() throws {
    let features = (0..<3).map { feature(properties: #"{"name":"X\#($0)"}"#) }
    let once = try Imported(collection(features))
    let again = try Imported(collection(features.reversed()))
    #expect(Set(once.places.map(\.id)).count == 3)
    #expect(Set(once.places.map(\.id)) == Set(again.places.map(\.id)))
    #expect(once.places.allSatisfy { $0.id.text.hasPrefix("geojson:sample/h") })
    let long = try only(
      try Imported(
        feature(properties: #"{"name":"X"}"#, more: #","id":"\#(String(repeating: "x", count: 300))""#)))
    #expect(long.id.text.hasPrefix("geojson:sample/h"))
    let properties = try only(try Imported(properties: #"{"name":"X","@id":"way/9"}"#))
    #expect(properties.id.text == "osm:way/9")
  }

  @Test func detailsOfTheNewOvertureSchema() throws {
    let place = try only(
      try Imported(
        #"""
        {"type":"Feature","id":"08f2","geometry":{"type":"Point","coordinates":[-97.7431,30.2672]},"properties":{
         "theme":"places","type":"place","confidence":0.85,"operating_status":"open",
         "names":{"primary":"Bucky's","common":{"es":"Gasolinera"},"rules":[{"variant":"short","value":"B"}]},
         "categories":{"primary":"gas_station","alternate":["sushi_restaurant"]},
         "websites":["https://example.com"],"phones":["+1 512"],"brand":{"names":{"primary":"Bucky"}},
         "addresses":[{"freeform":"4200 S Congress","locality":"Austin","region":"US-TX","postcode":"78745","country":"US"}],
         "sources":[{"dataset":"meta","update_time":"2025-02-24T08:00:00.000Z"}]}}
        """#))
    #expect(place.id.text == "overture:08f2" && place.name == "Bucky's" && !place.closed)
    #expect(place.types.map(\.name) == ["gas_station", "sushi_restaurant", "restaurant"])
    #expect(
      Set(place.names) == [
        PlaceName(key: "es", text: "Gasolinera"), PlaceName(key: "short", text: "B"),
        PlaceName(key: "brand", text: "Bucky"),
      ])
    #expect(place.website == "https://example.com" && place.phoneNumber == "+1 512")
    #expect(
      place.address.freeform == "4200 S Congress" && place.address.region == "TX"
        && place.address.countryCode == "US")
  }

  @Test func namesOfTheOldOvertureSchema() throws {
    let list =
      #"{"common":[{"value":"Café Ole","language":"local"},{"value":"Cafe","language":"en"}],"alternate":[{"value":"Ole"}]}"#
    for names in [list, "\"\(list.replacing("\"", with: "\\\""))\""] {
      let place = try only(
        try Imported(properties: #"{"names":\#(names),"brand":{"names":{"common":[{"value":"B"}]}}}"#))
      #expect(place.name == "Café Ole")
      #expect(
        place.names == [
          PlaceName(key: "en", text: "Cafe"), PlaceName(key: "alt", text: "Ole"),
          PlaceName(key: "brand", text: "B"),
        ])
    }
  }

  @Test func detailsOfOnesOwn() throws {
    let place = try only(
      try Imported(
        properties: #"""
          {"name":"X","types":["museum"],"addr:housenumber":2,"addr:street":"Murray Street","addr:city":"Sydney",
           "addr:postcode":"2000","addr:country":"au","addr:state":"NSW","phone":"+61","website":"https://x","importance":0.7,
           "opening_hours":"24/7","container":"sample:mall"}
          """#))
    var address = Address()
    (address.houseNumber, address.street, address.locality) = ("2", "Murray Street", "Sydney")
    (address.postalCode, address.countryCode, address.region) = ("2000", "AU", "NSW")
    #expect(place.address == address && place.importance == 0.7 && place.container == PlaceID("sample:mall"))
    #expect(place.phoneNumber == "+61" && place.website == "https://x" && place.openingHours == "24/7")
    #expect(try only(try Imported(properties: #"{"name":"X","importance":7}"#)).importance == 1)
    #expect(try only(try Imported(properties: #"{"name":"X","importance":1e999}"#)).importance == 0)
  }

  @Test func theSampleIsRead() throws {
    let path = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let imported = try Imported(path: "/\(path)/Sample/darling-harbour.geojson")
    #expect(imported.places.count == imported.report.objects && imported.places.count >= 60)
    #expect(imported.report.unmapped.isEmpty)
    #expect(imported.places.allSatisfy { $0.id.text.hasPrefix("sample:") && $0.types != [.pointOfInterest] })
    #expect(imported.places.allSatisfy { $0.footprint?.contains($0.coordinate) ?? true })
  }
}
