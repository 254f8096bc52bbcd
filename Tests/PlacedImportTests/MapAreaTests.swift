import Glibc
import LinuxIO
import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

/// What `placed-import` makes of areas, streets and numbers of small maps, through to the region file.
@Suite("Areas of maps")
struct MapAreaTests {
  let directory: TemporaryDirectory
  var output: String { directory.file("out.places") }

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: [String]) throws -> (code: Int32, out: String, errors: String) {
    let child = try RunningProgram("placed-import", arguments, in: directory.path)
    let code = try child.waitForExit(within: 60)
    return (code, child.outputText, child.errorText)
  }

  /// Imports lines of OPL.
  private func imported(_ lines: String) throws -> RegionSet {
    let path = directory.file("map.opl")
    try AtomicFile.write(Array(lines.utf8), to: path)
    let result = try run([path, "-o", output])
    #expect(result.code == 0, "\(result.errors)")
    let set = RegionSet(directories: [directory.path])
    set.reload()
    return set
  }

  private func place(_ set: RegionSet, _ id: String) -> Place? { PlaceID(id).flatMap { set.place($0) } }

  /// Nodes at the corners of a box from `first` on, to be named in ways.
  private func corners(_ first: Int, _ west: Double, _ south: Double, _ east: Double, _ north: Double)
    -> String
  {
    [(west, south), (east, south), (east, north), (west, north)].enumerated()
      .map { "n\(first + $0) x\($1.0) y\($1.1)\n" }.joined()
  }

  private func ring(_ first: Int) -> String {
    "Nn\(first),n\(first + 1),n\(first + 2),n\(first + 3),n\(first)"
  }

  @Test(arguments: [(4, "Europe/Berlin"), (6, nil)])
  func `the zone of nearly all places is the region's`(abroad: Int, zone: String?) throws {
    let places = (0..<100).map { n in
      "n\(100 + n) x\(n < abroad ? 11.5 : 10.5) y50.5 Tamenity=cafe,name=Cafe%20%\(n)\n"
    }
    let map =
      corners(1, 10, 50, 11, 51) + corners(5, 11, 50, 12, 51) + places.joined()
      + "w1 \(ring(1))\nw2 \(ring(5))\n"
      + "r1 Ttype=boundary,boundary=timezone,timezone=Europe/Berlin,name=A Mw1@outer\n"
      + "r2 Ttype=boundary,boundary=timezone,timezone=Europe/Prague,name=B Mw2@outer\n"
    #expect(try imported(map).regions.first?.info?.timeZone == zone)
  }

  @Test func `the nearest town may lie beyond the 180th meridian`() throws {
    let set = try imported(
      """
      n1 x179.99 y-17.0 Tplace=town,name=East
      n2 x-179.99 y-17.0 Tamenity=cafe,name=Here
      n3 x-179.98 y10.0 Tplace=town,name=West
      n4 x179.99 y10.0 Tamenity=cafe,name=There

      """)
    #expect(place(set, "osm:node/2")?.address.locality == "East")
    #expect(place(set, "osm:node/4")?.address.locality == "West")
  }

  @Test func `a village that is drawn is the town of what lies in it, but not against a municipality`() throws
  {
    let village =
      corners(1, 10, 50, 10.01, 50.01) + "n9 x10.005 y50.005 Tamenity=cafe,name=Inside\n"
      + corners(10, 9, 49, 11, 51) + "n14 x10.5 y50.5 Tamenity=cafe,name=Outside\n"
    let area = "w1 Tplace=village,name=Dorf \(ring(1))\n"
    func border(_ level: Int) -> String {
      "w2 Tboundary=administrative,admin_level=\(level),name=Kreis \(ring(10))\n"
    }
    let county = try imported(village + area + border(6))
    #expect(place(county, "osm:node/9")?.address.locality == "Dorf")
    #expect(place(county, "osm:node/14")?.address.locality == "Kreis")
    #expect(place(try imported(village + area + border(8)), "osm:node/9")?.address.locality == "Kreis")
  }

  @Test(arguments: [("FR", "7 Rue Longue"), ("DE", "Rue Longue 7"), ("", "Rue Longue 7")])
  func `an address has the order of the country that it lies in`(code: String, name: String) throws {
    let set = try imported(
      corners(1, 10, 50, 11, 51)
        + """
        n10 x10.5 y50.5 Taddr:housenumber=7,addr:street=Rue%20%Longue
        n11 x10.5 y50.6 Taddr:housenumber=7,addr:street=Rue%20%Longue,addr:country=DE
        n12 x10.5 y50.7 Taddr:housenumber=7,addr:street=Rue%20%Longue,amenity=cafe,name=Seven
        w1 Tboundary=administrative,admin_level=2,name=Land,ISO3166-1=\(code) \(ring(1))

        """)
    #expect(place(set, "osm:node/10")?.name == name)
    #expect(place(set, "osm:node/11")?.name == "Rue Longue 7")
    #expect(place(set, "osm:node/12")?.name == "Seven")
  }

  @Test(arguments: [
    ("public_transport=stop_area", "transit_stop"), ("amenity=prison", "government_office"),
    ("leisure=adult_gaming_centre", "casino"), ("climbing=crag", "sports_activity_location"),
    ("sport=climbing", "sports_activity_location"),
  ])
  func `tags have their types`(tag: String, type: String) throws {
    let set = try imported("n1 x10 y50 T\(tag),name=Thing\n")
    #expect(place(set, "osm:node/1")?.types.first?.name == type)
  }

  @Test func `pieces of streets and things merged twice are found by all their ids`() throws {
    let set = try imported(
      """
      n1 x10.000 y50
      n2 x10.001 y50
      n3 x10.003 y50
      n4 x10.004 y50
      \(corners(5, 11, 50, 11.002, 50.002))\(corners(9, 11.0005, 50.0005, 11.001, 50.001))\
      n20 x11.0007 y50.0007 Tshop=mall,name=Mall
      w1 Thighway=residential,name=Long Nn1,n2
      w2 Thighway=residential,name=Long Nn2,n3
      w3 Thighway=residential,name=Long Nn3,n4
      w4 Tshop=mall,name=Mall \(ring(5))
      w5 Tshop=mall,name=Mall \(ring(9))

      """)
    for id in ["osm:way/1", "osm:way/2", "osm:way/3"] { #expect(place(set, id)?.id.text == "osm:way/2") }
    for id in ["osm:node/20", "osm:way/5", "osm:way/4"] { #expect(place(set, id)?.id.text == "osm:way/4") }
    #expect(set.regions.first?.info?.places == 2)
  }

  @Test func `houses between numbers are counted without writing`() throws {
    let path = directory.file("map.opl")
    let map = """
      n1 x10.0 y50.0 Taddr:housenumber=10,addr:street=Long
      n2 x10.003 y50.0 Taddr:housenumber=16,addr:street=Long
      n3 x10.004 y50.0 Taddr:housenumber=20
      w7 Taddr:interpolation=even Nn1,n2,n3

      """
    try AtomicFile.write(Array(map.utf8), to: path)
    #expect(try run(["--types", path]).out.contains("  street_address 4\n"))
    #expect(try run([path, "-o", output, "--json"]).out.contains(#""street_address":4"#))
  }

  @Test func `places of Overture's first schema are Overture's`() throws {
    let path = directory.file("utrecht.geojson")
    let feature =
      #"{"type":"Feature","properties":{"names":{"common":[{"value":"Hommel","language":"local"}]}},"geometry":{"type":"Point","coordinates":[5.1,52.1]}}"#
    try AtomicFile.write(Array(feature.utf8), to: path)
    let result = try run([path, "-o", output])
    #expect(result.code == 0, "\(result.errors)")
    let set = RegionSet(directories: [directory.path])
    set.reload()
    #expect(set.regions.first?.info?.attributions.map(\.text) == ["Overture Maps Foundation"])
    let here = try #require(Coordinate(latitude: 52.1, longitude: 5.1))
    let near = set.places(around: here, radius: 10, limit: 1).map(\.place)
    #expect(near.first?.id.text.hasPrefix("overture:utrecht/") == true && near.first?.name == "Hommel")
  }
}
