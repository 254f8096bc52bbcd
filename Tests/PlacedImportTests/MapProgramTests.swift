import Glibc
import JSON
import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

private let shared = getenv("PLACED_SHARED").map { String(cString: $0) }

/// The built `placed-import` on real extracts of OpenStreetMap.
@Suite(.enabled(if: shared != nil, "PLACED_SHARED is not set"))
struct MapProgramRealDataTests {
  let directory: TemporaryDirectory
  var output: String { directory.file("out.places") }

  init() throws { directory = try TemporaryDirectory() }

  private func extract(_ name: String) -> String { "\(shared ?? "")/data/osm/\(name).osm.pbf" }

  private func run(_ arguments: [String]) throws -> (code: Int32, out: String, errors: String) {
    let child = try RunningProgram("placed-import", arguments, in: directory.path)
    let code = try child.waitForExit(within: 120)
    return (code, child.outputText, child.errorText)
  }

  private func regions() -> RegionSet {
    let set = RegionSet(directories: [directory.path])
    set.reload()
    return set
  }

  /// Cuts a copy of an extract.
  private func cutExtract(_ name: String, dropping count: Int) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    guard let source = fopen(extract(name), "r") else { throw KitError("fopen: errno \(errno)") }
    let size = fread(&bytes, 1, bytes.count, source)
    fclose(source)
    let path = directory.file("cut.osm.pbf")
    guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, size - count, file) == size - count else {
      throw KitError("fwrite: errno \(errno)")
    }
    return path
  }

  @Test("an extract becomes a region whose places are found, with their town and country")
  func extract() throws {
    let result = try run([extract("monaco-2023"), "-o", output, "--json", "--time-zone", "Europe/Monaco"])
    #expect(result.code == 0, "\(result.errors)")
    let summary = try JSONValue(parsing: Array(result.out.utf8))
    #expect(summary["places"]?.intValue ?? 0 > 1500)
    #expect(summary["merged"]?.intValue ?? 0 > 100)
    #expect(summary["peakMemoryKiB"]?.intValue ?? 0 > 0)
    let regions = regions()
    let info = try #require(regions.regions.first?.info)
    #expect(info.timeZone == "Europe/Monaco" && info.licence == "ODbL-1.0")
    #expect(info.attributions.map(\.text) == ["© OpenStreetMap contributors"])
    // The casino of Monte Carlo.
    let square = try #require(Coordinate(latitude: 43.7392, longitude: 7.4283))
    let near = regions.places(around: square, radius: 150, limit: 50).map(\.place)
    #expect(near.contains { $0.name.contains("Casino") && $0.footprint != nil })
    #expect(near.contains { $0.address.locality != nil })
  }

  @Test("several inputs become one region")
  func several() throws {
    let result = try run([extract("athens-2025"), extract("suwon-ajou-2025"), "-o", output, "--json"])
    #expect(result.code == 0, "\(result.errors)")
    let info = try #require(regions().regions.first?.info)
    #expect(info.places > 700)
  }

  @Test("OSM-16: a cut extract is refused with the offset, the old file stays, nothing else is left")
  func cut() throws {
    #expect(try run([extract("athens-2025"), "-o", output]).code == 0)
    let before = regions().regions.first?.info
    let path = try cutExtract("monaco-2023", dropping: 7)
    let result = try run([path, "-o", output])
    #expect(result.code == 1)
    #expect(result.errors.contains("(the blob begins at byte 419659)"), "\(result.errors)")
    #expect(regions().regions.first?.info == before)
    #expect(access(output + ".part", F_OK) != 0)
  }

  @Test("types are counted without writing")
  func types() throws {
    let result = try run(["--types", extract("suwon-ajou-2025")])
    #expect(result.code == 0)
    #expect(result.out.contains("\n  cafe "))
    #expect(access(output, F_OK) != 0)
  }
}
