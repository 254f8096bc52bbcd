import Glibc
import JSON
import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

private let shared = getenv("PLACED_SHARED").map { String(cString: $0) }

/// What `placed-import` makes of small maps, through to the region file.
@Suite("Contents of maps")
struct MapContentTests {
  let directory: TemporaryDirectory
  var output: String { directory.file("out.places") }

  init() throws { directory = try TemporaryDirectory() }

  /// Imports lines of OPL.
  private func imported(_ lines: String, _ arguments: String...) throws -> RegionSet {
    let path = directory.file("map.opl")
    let file = try #require(fopen(path, "w"))
    fputs(lines, file)
    fclose(file)
    let child = try RunningProgram("placed-import", [path, "-o", output] + arguments, in: directory.path)
    #expect(try child.waitForExit() == 0, "\(child.errorText)")
    let set = RegionSet(directories: [directory.path])
    set.reload()
    return set
  }

  private func place(_ set: RegionSet, _ id: String) -> Place? { PlaceID(id).flatMap { set.place($0) } }

  @Test(
    "houses between two numbers are there, evenly spread",
    arguments: [
      ("even", 10, 16, [12, 14]), ("all", 1, 4, [2, 3]), ("odd", 7, 1, [5, 3]), ("3", 1, 10, [4, 7]),
      ("even", 2, 4, []),
    ])
  func interpolation(kind: String, first: Int, last: Int, between: [Int]) throws {
    let set = try imported(
      """
      n1 x10.0 y50.0 Taddr:housenumber=\(first),addr:street=Long%20%Street,addr:city=Town
      n2 x10.001 y50.0
      n3 x10.003 y50.0 Taddr:housenumber=\(last),addr:street=Long%20%Street
      w7 Taddr:interpolation=\(kind) Nn1,n2,n3

      """)
    for number in between {
      let house = try #require(place(set, "osm:way/7/\(number)"))
      #expect(house.address.houseNumber == "\(number)" && house.address.street == "Long Street")
      #expect(house.address.locality == "Town" && house.types.map(\.name) == ["street_address"])
      let part = Double(number - first) / Double(last - first)
      #expect(abs(house.coordinate.longitude - (10 + 0.003 * part)) < 1e-6)
    }
    #expect(set.regions.first?.info?.places == 2 + between.count)
  }

  @Test(
    "interpolations that cannot be are left alone",
    arguments: [
      "alphabetic", "even;odd", "0", "-2", "1000000",
    ])
  func brokenInterpolation(kind: String) throws {
    let set = try imported(
      """
      n1 x10.0 y50.0 Taddr:housenumber=1,addr:street=Long%20%Street
      n3 x10.003 y50.0 Taddr:housenumber=999999999,addr:street=Long%20%Street
      w7 Taddr:interpolation=\(kind) Nn1,n2,n3,n3

      """)
    #expect(set.regions.first?.info?.places == 2)
  }

  @Test("a place at a point has the building around it, unless that is a place itself")
  func building() throws {
    let set = try imported(
      """
      n1 x10.0 y50.0
      n2 x10.0002 y50.0
      n3 x10.0002 y50.0001
      n4 x10.0 y50.0001
      n5 x10.0001 y50.00005 Tamenity=cafe,name=Inside
      n6 x10.0003 y50.00005 Tamenity=cafe,name=Outside
      n7 x10.00012 y50.00005 Taddr:housenumber=3,addr:street=Long%20%Street
      n11 x11.0 y50.0
      n12 x11.0002 y50.0
      n13 x11.0002 y50.0001
      n14 x11.0 y50.0001
      n15 x11.0001 y50.00005 Tshop=kiosk,name=Kiosk
      w20 Tbuilding=yes Nn1,n2,n3,n4,n1
      w21 Tbuilding=yes,shop=mall,name=Mall Nn11,n12,n13,n14,n11
      w22 Tbuilding=yes Nn1,n2

      """)
    let inside = try #require(place(set, "osm:node/5"))
    #expect(
      inside.building?.contains(inside.coordinate) == true && inside.container == nil
        && inside.footprint == nil)
    #expect(place(set, "osm:node/6")?.building == nil)
    #expect(place(set, "osm:node/7")?.building == nil)
    let kiosk = try #require(place(set, "osm:node/15"))
    #expect(kiosk.building == nil && kiosk.container?.text == "osm:way/21")
    // Bare buildings are no entries.
    #expect(place(set, "osm:way/20") == nil)
  }

  @Test("where no border is drawn the nearest town counts, by how far its kind reaches")
  func nearestTown() throws {
    let set = try imported(
      """
      n1 x10.0 y50.0 Tplace=city,name=Stadt
      n2 x10.05 y50.0 Tplace=hamlet,name=Weiler
      n3 x10.048 y50.0 Tamenity=cafe,name=Near
      n4 x10.1 y50.0 Tamenity=cafe,name=Between
      n5 x11.0 y50.0 Tamenity=cafe,name=Nowhere

      """)
    #expect(place(set, "osm:node/3")?.address.locality == "Weiler")
    #expect(place(set, "osm:node/4")?.address.locality == "Stadt")
    #expect(place(set, "osm:node/5")?.address.locality == nil)
  }

  @Test("the time zone of the map is the region's, if it is one and nobody says otherwise")
  func timeZone() throws {
    func map(_ zones: [String]) -> String {
      let nodes = "n1 x10.0 y50.0 Tamenity=cafe,name=Cafe\nn2 x10.1 y50.0\nn3 x10.1 y50.1\n"
      let way = "w1 Nn1,n2,n3,n1\n"
      let relations = zones.enumerated().map {
        "r\($0.offset + 1) Ttype=boundary,boundary=timezone,timezone=\($0.element),name=Zone Mw1@outer\n"
      }
      return nodes + way + relations.joined()
    }
    func zone(_ set: RegionSet) -> String? { set.regions.first?.info?.timeZone }
    #expect(zone(try imported(map(["Europe/Berlin"]))) == "Europe/Berlin")
    #expect(zone(try imported(map(["Europe/Berlin", "Europe/Paris"]))) == nil)
    #expect(zone(try imported(map(["Europe/Berlin"]), "--time-zone", "Europe/Vienna")) == "Europe/Vienna")
    #expect(zone(try imported(map(["nonsense"]))) == nil)
  }

  @Test("an area with a name and a kind of place is one, also if it is a road")
  func pedestrianArea() throws {
    let set = try imported(
      """
      n1 x10.0 y50.0
      n2 x10.002 y50.0
      n3 x10.002 y50.001
      w1 Tarea=yes,highway=pedestrian,leisure=ski_resort,name=Pista Nn1,n2,n3,n1

      """)
    #expect(place(set, "osm:way/1")?.footprint != nil)
    #expect(place(set, "osm:way/1")?.types.first?.name == "ski_resort")
  }

  @Test(
    "OSM-18: blobs are read whatever they are compressed with, or refused by name",
    arguments: ["none", "zlib", "lz4"])
  func compression(kind: String) throws {
    let (text, path) = (directory.file("in.opl"), directory.file("in.osm.pbf"))
    let file = try #require(fopen(text, "w"))
    for number in 1...500 {
      fputs("n\(number) x10.0 y50.\(1000 + number) Tamenity=cafe,name=Cafe%20%\(number)\n", file)
    }
    fclose(file)
    let osmium = try RunningProgram(
      "/usr/bin/osmium", ["cat", text, "-o", path, "-f", "pbf,pbf_compression=\(kind)"], in: directory.path)
    #expect(try osmium.waitForExit() == 0, "\(osmium.errorText)")
    let child = try RunningProgram("placed-import", [path, "-o", output], in: directory.path)
    #expect(try child.waitForExit() == 0, "\(child.errorText)")
    let set = RegionSet(directories: [directory.path])
    set.reload()
    #expect(set.regions.first?.info?.places == 500)
    guard kind == "none" else { return }
    // The same bytes as a blob of zstd: field 7 instead of field 1.
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let whole = try #require(fopen(path, "r+"))
    defer { fclose(whole) }
    let count = fread(&bytes, 1, bytes.count, whole)
    bytes.removeLast(bytes.count - count)
    let mark = try #require(bytes.firstRange(of: Array("OSMData".utf8)))
    let start = try #require(bytes[mark.upperBound...].firstIndex(of: 0x0A))
    bytes[start] = 0x3A
    rewind(whole)
    fwrite(bytes, 1, bytes.count, whole)
    fflush(whole)
    let refused = try RunningProgram("placed-import", [path, "-o", output], in: directory.path)
    #expect(try refused.waitForExit() == 1)
    #expect(
      refused.errorText.contains("zstd") && refused.errorText.contains("is unchanged"), "\(refused.errorText)"
    )
    set.reload()
    #expect(set.regions.first?.info?.places == 500)
  }

  @Test("OSM-15: what cannot be placed is counted")
  func unplaced() throws {
    let path = directory.file("map.opl")
    let file = try #require(fopen(path, "w"))
    fputs(
      "n1 x10.0 y50.0 Tamenity=cafe,name=Good\nn2 x10.0 y95.0 Tamenity=cafe,name=High\nn3 Tamenity=cafe,name=None\n"
        + "w1 Tamenity=cafe,name=Empty\nw2 Tamenity=cafe,name=Missing Nn7,n8,n9\nr1 Ttype=multipolygon,amenity=school,name=Gone Mw9@outer\n",
      file)
    fclose(file)
    let child = try RunningProgram("placed-import", [path, "-o", output, "--json"], in: directory.path)
    #expect(try child.waitForExit() == 0, "\(child.errorText)")
    let summary = try JSONValue(parsing: Array(child.outputText.utf8))
    #expect(summary["places"]?.intValue == 1)
    #expect(summary["skipped"]?["no_geometry"]?.intValue == 5)
  }

  @Test(
    "an import of a map that is ended leaves the old region and nothing else",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func ended(signal: Int32) throws {
    let before = try imported("n1 x10.0 y50.0 Tamenity=cafe,name=Old\n")
    #expect(place(before, "osm:node/1")?.name == "Old")
    let path = directory.file("large.opl")
    let file = try #require(fopen(path, "w"))
    for number in 1...200_000 {
      fputs("n\(number) x\(Double(number) / 2000) y50.0 Tamenity=cafe,name=New%20%\(number)\n", file)
    }
    fclose(file)
    for delay in [0.05, 0.4, 1.5] {
      let child = try RunningProgram("placed-import", [path, "-o", output], in: directory.path)
      _ = poll(within: delay) { child.exitCode() }
      child.signal(signal)
      let code = try child.waitForExit()
      // On a fast machine it may have come to its end.
      if code == 0 { break }
      #expect(code == (signal == SIGKILL ? 128 + SIGKILL : 130))
      let set = RegionSet(directories: [directory.path])
      set.reload()
      #expect(place(set, "osm:node/1")?.name == "Old")
      if signal != SIGKILL { #expect(access(output + ".part", F_OK) != 0) }
    }
    // What a kill left behind is in nobody's way.
    #expect(place(try imported("n1 x10.0 y50.0 Tamenity=cafe,name=Next\n"), "osm:node/1")?.name == "Next")
    #expect(access(output + ".part", F_OK) != 0)
  }

  @Test("a full disk is said, and the old region stays")
  func fullDisk() throws {
    _ = try imported("n1 x10.0 y50.0 Tamenity=cafe,name=Old\n")
    let path = directory.file("large.opl")
    let file = try #require(fopen(path, "w"))
    for number in 1...20_000 {
      fputs("n\(number) x\(Double(number) / 2000) y50.0 Tamenity=cafe,name=New%20%\(number)\n", file)
    }
    fclose(file)
    // Files of at most 256 KiB: what a full disk does, without one.
    let child = try RunningProgram(
      "/bin/sh",
      [
        "-c", "ulimit -f 256; exec \"$0\" \"$@\"", RunningProgram.path(of: "placed-import"),
        path, "-o", output,
      ],
      in: directory.path)
    #expect(try child.waitForExit() == 1)
    #expect(child.errorText.contains("is unchanged"))
    let set = RegionSet(directories: [directory.path])
    set.reload()
    #expect(place(set, "osm:node/1")?.name == "Old")
    #expect(access(output + ".part", F_OK) != 0)
  }
}

/// Extracts of the real map, counted by other means: `osmium export` and `osmium tags-filter`.
@Suite("Contents of real maps", .enabled(if: shared != nil, "PLACED_SHARED is not set"))
struct MapContentRealDataTests {
  /// Objects with a name and a tag `amenity`, `shop`, `tourism`, `leisure` or `office`; those of them that are areas.
  @Test(
    "every named place is found, every area among them has its outline",
    arguments: [
      ("athens-2025", 34, 7), ("berlin-wedding-2022", 832, 132), ("monaco-2021.lz4", 585, 73),
      ("monaco-2023", 697, 87),
      ("moscow-savyolovsky-2013", 63, 24), ("suwon-ajou-2025", 43, 20), ("tokyo-fussa-2024", 99, 39),
      ("helsinki-centre-2019", 1433, 49), ("liechtenstein-autauga-2021", 1034, 353),
      ("andorra-2026", 1685, 431),
    ])
  func counts(file: String, named: Int, areas: Int) throws {
    let directory = try TemporaryDirectory()
    let output = directory.file("out.places")
    let map = "\(shared ?? "")/data/osm/\(file).osm.pbf"
    let child = try RunningProgram("placed-import", [map, "-o", output], in: directory.path)
    #expect(try child.waitForExit(within: 120) == 0, "\(child.errorText)")
    let set = RegionSet(directories: [directory.path])
    set.reload()
    let filter = try RunningProgram(
      "/usr/bin/osmium",
      [
        "tags-filter", "-R", map, "nwr/amenity", "nwr/shop", "nwr/tourism", "nwr/leisure", "nwr/office", "-f",
        "opl", "-o", "-",
      ],
      in: directory.path)
    #expect(try filter.waitForExit(within: 60) == 0, "\(filter.errorText)")
    let kinds: [Character: String] = ["n": "node", "w": "way", "r": "relation"]
    var (all, found, outlined) = (0, 0, 0)
    for line in filter.outputText.split(separator: "\n") {
      let words = line.split(separator: " ")
      let tags = words.first { $0.first == "T" }?.dropFirst().split(separator: ",") ?? []
      guard tags.contains(where: { $0.hasPrefix("name=") }), let kind = line.first.flatMap({ kinds[$0] })
      else { continue }
      all += 1
      guard let id = PlaceID("osm:\(kind)/\(words[0].dropFirst())"), let place = set.place(id) else {
        continue
      }
      found += 1
      if kind != "node", place.footprint != nil { outlined += 1 }
    }
    #expect(all == named)
    #expect(found == named)
    #expect(outlined >= areas)
    let check = try RunningProgram(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute('pragma integrity_check').fetchone()[0])",
        output,
      ], in: directory.path)
    #expect(try check.waitForExit() == 0 && check.outputText == "ok\n")
  }
}
