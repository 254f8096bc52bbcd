import Glibc
import OSMImport
import PlacedTestKit
import PlacesCore
import Testing

@Suite struct FileTests {
  @Test(
    "what is no map is refused, with how far it was read",
    arguments: [".osm.pbf", ".osm", ".osm.bz2", ".osm.gz"])
  func notAMap(suffix: String) throws {
    let page = Array("<!DOCTYPE html><html><body>Not Found</body></html>".utf8)
    #expect {
      try ImportedMap(bytes: page, file: "map\(suffix)")
    } throws: { error in
      switch error as? OSMError {
      case .damaged(let what, _), .damagedBlob(let what, 0): return !what.isEmpty
      default: return false
      }
    }
  }

  @Test("an empty file, a directory and a missing file are told apart")
  func nothing() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: OSMError.damaged("the file is empty", offset: 0)) {
      try ImportedMap(bytes: [], file: "map.osm.pbf")
    }
    #expect(throws: OSMError.unreadable(code: EISDIR)) { try ImportedMap(path: directory.path) }
    #expect(throws: OSMError.unreadable(code: ENOENT)) {
      try ImportedMap(path: directory.file("none.osm.pbf"))
    }
  }

  @Test("objects out of order are refused with the command that sorts them")
  func outOfOrder() throws {
    #expect {
      try ImportedMap("w1 Thighway=path,name=X Nn1,n2\nn1 x10 y52\nn2 x10 y53\n")
    } throws: { error in
      "\(error)".contains("osmium sort")
    }
  }

  @Test("OSM-23: bytes that are no UTF-8 become U+FFFD, or the file is refused")
  func badText() throws {
    for bytes: [UInt8] in [
      [0x4B, 0x61, 0x66, 0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
    ] {
      let line = Array("n1 x10.2 y52.1 Tamenity=bar,name=".utf8) + bytes + Array("\n".utf8)
      guard let map = try? ImportedMap(bytes: line, file: "map.opl") else { continue }
      #expect(map.places.allSatisfy { $0.name.unicodeScalars.contains("\u{FFFD}") })
    }
  }

  @Test("the caller may stop at any object")
  func stop() throws {
    struct Enough: Error {}
    let directory = try TemporaryDirectory()
    let path = try write(
      Array("n1 x10 y52 Tamenity=bar\nn2 x10 y52 Tamenity=bar\n".utf8), to: directory.file("m.opl"))
    let reader = try OSMReader(path: path, scratchDirectory: directory.path)
    var map = try ImportedMap("n1 x1 y1\n")
    #expect(throws: Enough.self) {
      _ = try reader.read(
        into: &map.report, areas: &map.areas, progress: { _, _ in true }, found: { _ in throw Enough() })
    }
    #expect(throws: OSMError.cancelled) {
      _ = try reader.read(
        into: &map.report, areas: &map.areas, progress: { _, _ in false }, found: { _ in })
    }
  }
}
