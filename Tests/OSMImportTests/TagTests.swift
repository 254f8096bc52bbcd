import OSMImport
import PlaceTags
import PlacedTestKit
import PlacesCore
import Testing

@Suite struct TagTests {
  @Test(
    "OSM-04: a lifecycle prefix closes a place", arguments: ["disused", "abandoned", "was", "demolished"])
  func lifecycle(prefix: String) throws {
    let map = try ImportedMap(
      "n1 x10.2 y52.1 T\(prefix):amenity=cafe,name=Alte%20%Muehle,opening_hours=24/7\n")
    let place = try #require(map["osm:node/1"])
    #expect(place.closed)
    #expect(place.types.first?.name == "cafe")
  }

  @Test("OSM-06: a name that says so closes a place")
  func closedByName() throws {
    let map = try ImportedMap(
      """
      n1 x10.2 y52.1 Tamenity=bar,name=Blue%20%Door%20%%28%permanently%20%closed%29%
      n2 x10.2 y52.1 Tamenity=bar,name=CLOSED%20%-%20%Blue%20%Door
      n3 x10.2 y52.1 Tamenity=pub,name=The%20%Closed%20%Shop

      """)
    #expect(map.places.map(\.closed) == [true, true, false])
  }

  @Test("OSM-08: each of several names is one, and the name shown stays as it is")
  func severalNames() throws {
    let map = try ImportedMap(
      """
      n1 x10.2 y52.1 Tamenity=townhall,name=Rathaus,alt_name=Town%20%Hall;Hôtel%20%de%20%Ville;%20%Ratusz
      n2 x10.2 y52.1 Tamenity=bar,name=A%20%Nord;B%20%Nord

      """)
    #expect(map.places[0].names.map(\.text) == ["Town Hall", "Hôtel de Ville", "Ratusz"])
    #expect(map.places[1].name == "A Nord;B Nord")
    #expect(map.places[1].names.map(\.text) == ["A Nord", "B Nord"])
  }

  @Test(
    "OSM-10: a place without a name is called by what it has",
    arguments: [
      ("amenity=toilets", "Public bathroom"), ("amenity=atm,operator=Bank", "Bank"),
      ("amenity=charging_station,network=N", "N"), ("shop=bakery,brand=B", "B"),
      ("amenity=cafe,name:en=Corner", "Corner"),
    ])
  func labels(tags: String, label: String) throws {
    #expect(try ImportedMap("n1 x10.2 y52.1 T\(tags)\n")["osm:node/1"]?.name == label)
  }

  @Test(
    "OSM-11: what nobody goes to is no place",
    arguments: [
      "amenity=waste_basket", "amenity=bench", "amenity=vending_machine", "natural=tree", "power=pole",
    ])
  func noPlaces(tags: String) throws {
    #expect(try ImportedMap("n1 x10.2 y52.1 T\(tags)\n").places.isEmpty)
  }

  @Test("OSM-20: controls in values become blanks or go; a name of blanks is none")
  func controls() throws {
    let map = try ImportedMap(
      """
      n1 x10.2 y52.1 Tamenity=bar,name=%7f%Hafen
      n2 x10.2 y52.1 Tamenity=bar,name=Tab%9%Bar%a%Zeile2
      n3 x10.2 y52.1 Tamenity=bar,name=%20%%20%
      n4 x10.2 y52.1 Tamenity=bar,name=%feff%Anker

      """)
    #expect(map.places.map(\.name) == ["Hafen", "Tab Bar Zeile2", "Bar", "Anker"])
  }

  @Test("OSM-30: no character of a name is special")
  func specialCharacters() throws {
    let name = #"A=>B "zitat" 'x'; DROP TABLE place;-- \ %"#
    let escaped = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic ? String(scalar) : "%\(String(scalar.value, radix: 16))%"
    }.joined()
    #expect(try ImportedMap("n1 x10.2 y52.1 Tamenity=bar,name=\(escaped)\n")["osm:node/1"]?.name == name)
  }

  @Test("OSM-33: names in languages are kept beside the local one")
  func languages() throws {
    let map = try ImportedMap(
      "n1 x10.2 y52.1 Ttourism=hotel,name=Residenza,name:de=Residenz,name:en=Residence,name:it=Residenza\n")
    let place = try #require(map["osm:node/1"])
    #expect(place.name(in: "de") == "Residenz")
    #expect(place.name(in: "fr") == nil)
    #expect(place.name == "Residenza")
  }

  @Test("addresses, streets, settlements and buildings with names are kept, everything else is counted")
  func kinds() throws {
    let map = try ImportedMap(
      """
      n1 x10.2 y52.1 Taddr:housenumber=5,addr:street=Ringweg,addr:city=Bern
      n2 x10.3 y52.1 Tplace=village,name=Dorf,population=900
      n3 x10.4 y52.1
      n4 x10.5 y52.1 Tnatural=peak,name=Gipfel
      n5 x10.5 y52.1 Tname=Nichts
      w1 Thighway=residential,name=Ringweg Nn1,n2
      w2 Tbuilding=yes,name=Block%20%A Nn1,n2,n3,n1

      """)
    #expect(map["osm:node/1"]?.name == "Ringweg 5")
    #expect(map["osm:node/1"]?.types.first?.name == "street_address")
    #expect(map["osm:node/2"]?.types.first?.name == "locality")
    #expect(map["osm:node/4"]?.types.first?.name == "mountain_peak")
    #expect(map["osm:way/1"]?.types.map(\.name) == ["route"])
    #expect(map["osm:way/2"]?.types.map(\.name) == ["premise"])
    #expect(map.found.count == 5)
    #expect(map.report.skipped == [.noInterest: 1])
    #expect(map.counts.nodes == 5 && map.counts.ways == 2)
  }
}
