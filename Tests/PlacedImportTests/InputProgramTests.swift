import Glibc
import LinuxIO
import PlaceStore
import PlacedTestKit
import Testing

/// The built `placed-import` on inputs that are damaged, or other than it takes them for.
@Suite struct InputProgramTests {
  let directory: TemporaryDirectory
  var output: String { directory.file("out.places") }

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: [String], input: String = "/dev/null") throws -> (
    code: Int32, out: String, errors: String
  ) {
    let child = try RunningProgram("placed-import", arguments, input: input, in: directory.path)
    let code = try child.waitForExit(within: 60)
    return (code, child.outputText, child.errorText)
  }

  private func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = directory.file(name)
    try AtomicFile.write(Array(bytes), to: path)
    return path
  }

  private func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  // MARK: PBF

  /// A blob of a PBF file with its header.
  private struct Blob {
    var type: String
    var data: [UInt8]

    var bytes: [UInt8] {
      let header = [0x0A, UInt8(type.utf8.count)] + Array(type.utf8) + [0x18] + Blob.varint(data.count)
      return [0, 0, 0, UInt8(header.count)] + header + data
    }

    static func varint(_ value: Int) -> [UInt8] {
      value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }
  }

  /// The blobs of a map with two cafés and a way, each kind in a blob of its own, made by osmium.
  private func blobs() throws -> [Blob] {
    let text = try write(
      """
      n1 v1 x10 y52 Tamenity=cafe,name=One
      n2 v1 x10.001 y52 Tamenity=cafe,name=Two
      w1 v1 Tshop=bakery,name=Bread Nn1,n2
      r1 v1 Ttype=multipolygon,name=None,shop=toys Mw1@outer

      """.utf8, to: "in.opl")
    let path = directory.file("made.osm.pbf")
    let osmium = try RunningProgram("/usr/bin/osmium", ["cat", text, "-o", path, "-O"], in: directory.path)
    #expect(try osmium.waitForExit() == 0, "\(osmium.errorText)")
    var rest = bytes(of: path)[...]
    var blobs: [Blob] = []
    while rest.count > 4 {
      let header = Int(rest[rest.startIndex + 3])
      let type = rest.dropFirst(6).prefix(Int(rest[rest.startIndex + 5]))
      var (size, shift) = (0, 0)
      for byte in rest.dropFirst(4 + 2 + type.count + 1).prefix(4 + header - 4 - 3 - type.count) {
        size |= Int(byte & 127) << shift
        shift += 7
      }
      blobs.append(
        Blob(
          type: String(decoding: type, as: UTF8.self), data: Array(rest.dropFirst(4 + header).prefix(size))))
      rest = rest.dropFirst(4 + header + size)
    }
    #expect(blobs.map(\.type) == ["OSMHeader", "OSMData", "OSMData", "OSMData"])
    return blobs
  }

  @Test func `blobs of unknown kinds are passed over`() throws {
    var blobs = try blobs()
    blobs.insert(Blob(type: "Other", data: [1, 2, 3]), at: 2)
    blobs.append(Blob(type: "Last", data: []))
    let result = try run([try write(blobs.flatMap(\.bytes), to: "map.osm.pbf"), "-o", output])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.out.contains("4 places") && result.out.contains("objects read: 4"))
  }

  @Test(
    "a blob that cannot be read is told with the byte where it begins", arguments: [1, 2, 3],
    ["noise", "bzip2", "lzma", "zstd", "cut", "header"])
  func damage(index: Int, kind: String) throws {
    var blobs = try blobs()
    let offset = blobs[..<index].reduce(0) { $0 + $1.bytes.count }
    var bytes: [UInt8] = []
    let message: String
    switch kind {
    case "noise":
      blobs[index].data.replaceSubrange(8..., with: blobs[index].data[8...].map { ~$0 })
      message = "the blob begins"
    case "cut":
      blobs.removeSubrange((index + 1)...)
      bytes = blobs.flatMap(\.bytes).dropLast(1)
      message = "the file ends within a blob"
    case "header":
      bytes = blobs.flatMap(\.bytes)
      bytes[offset] = 0xFF
      message = "no blob's header"
    default:
      let field: UInt8 = kind == "lzma" ? 4 : kind == "bzip2" ? 5 : 7
      blobs[index].data = [0x10, 20, field << 3 | 2, 3, 1, 2, 3]
      message = "compressed by \(kind), which is not supported"
    }
    if bytes.isEmpty { bytes = blobs.flatMap(\.bytes) }
    let result = try run([try write(bytes, to: "map.osm.pbf"), "-o", output])
    #expect(result.code == 1)
    #expect(result.errors.contains("map.osm.pbf\": ") && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("(the blob begins at byte \(offset))"), "\(result.errors)")
    #expect(access(output, F_OK) != 0)
  }

  @Test(
    "two versions of one object are called that",
    arguments: [
      ("n1 v1 x10 y52 Tamenity=bar\nn1 v2 x10 y52 Tamenity=bar\n", "several versions of one object"),
      ("n2 v1 x10 y52 Tamenity=bar\nn1 v1 x10 y52 Tamenity=bar\n", "osmium sort"),
    ])
  func order(text: String, message: String) throws {
    let result = try run([try write(text.utf8, to: "map.opl"), "-o", output])
    #expect(result.code == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  // MARK: Other files

  private static let others: [(name: String, begin: [UInt8], message: String)] = [
    ("map.osm.pbf", Array("<!DOCTYPE html>\n<html><body>Not Found".utf8), "it is a web page"),
    ("map.geojson", Array("\n <html lang=\"en\">".utf8), "it is a web page"),
    ("map.osm.pbf", Array("junk junk junk junk junk".utf8), "not a PBF file"),
    ("map.osm.pbf", [0x1F, 0x8B, 8, 0], "it is compressed by gzip"),
    ("a.geojson.gz", [0x1F, 0x8B, 8, 0], "it is compressed by gzip: 'gunzip' it first"),
    ("a.bz2", Array("BZh9".utf8), "it is compressed by bzip2: 'bunzip2' it first"),
    ("a.geojson", [0x28, 0xB5, 0x2F, 0xFD], "'unzstd' it first"),
    ("a.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A], "'unxz'"),
    ("a.zip", Array("PK\u{3}\u{4}".utf8), "unpack it first"),
    ("a.parquet", Array("PAR1".utf8), "it is a Parquet file: 'ogr2ogr"),
    ("a.gpkg", Array("SQLite format 3\0".utf8), "it is an SQLite file"),
    ("a.o5m", [0xFF, 0xE0, 0x04], "'osmium cat FILE"),
    ("a.osc", Array("<?xml version='1.0'?>\n<osmChange version='0.6'>".utf8), "'osmium apply-changes"),
    ("b.osc", [], "'osmium apply-changes"),
    ("a.xml", Array("<?xml version='1.0'?>\n<kml/>".utf8), "it is XML, but no OpenStreetMap data"),
  ]

  @Test(arguments: others)
  func `another file is called what it is`(name: String, begin: [UInt8], message: String) throws {
    let result = try run([try write(begin, to: name), "-o", output])
    #expect(result.code == 1)
    #expect(result.errors.contains("\(name)\": ") && result.errors.contains(message), "\(result.errors)")
    #expect(access(output, F_OK) != 0)
  }

  private static let node = #"<node id="1" lat="52" lon="10" version="1"><tag k="amenity" v="cafe"/></node>"#

  @Test func `a map is a map under any name, and may have long texts`() throws {
    let long = String(repeating: "x", count: 20_000)
    let map =
      "<?xml version='1.0'?>\n<!-- <html> -->\n<osm version='0.6'>"
      + Self.node.replacing("/></node>", with: "/><tag k='note' v='\(long)'/></node>") + "</osm>"
    let result = try run([try write(map.utf8, to: "map.xml"), "-o", output])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.out.contains("1 places"))
    let blobs = try blobs().flatMap(\.bytes)
    #expect(try run([try write(blobs, to: "map.bin"), "-o", output]).code == 0)
  }

  @Test func `GeoJSON may come through a pipe, a map may not`() throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A","amenity":"cafe"}}"#
    let path = try write(feature.utf8, to: "a.geojson")
    for arguments in [["-", "-o", output], ["--types", "-"]] {
      let result = try run(arguments, input: path)
      #expect(result.code == 0, "\(result.errors)")
    }
    let pipe = directory.file("pipe.osm.pbf")
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try run([pipe, "-o", output])
    #expect(result.code == 1)
    #expect(result.errors.contains("a map is read twice, which a pipe or device does not allow: save it"))
  }

  @Test func `what a name holds never reaches the terminal raw`() throws {
    let name = "a\u{1B}[31m\u{9B}1m\nb\u{202E}"
    for (file, bytes) in [("\(name).geojson", "{"), ("\(name).osm.pbf", "junk"), ("\(name).osc", "")] {
      for arguments in [["-o", directory.file("\(name).places")], ["--types"]] {
        let result = try run(arguments + [try write(bytes.utf8, to: file)])
        #expect(result.code == 1)
        let text = result.errors + result.out
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
        #expect(!text.contains("\u{202E}"))
        #expect(text.contains("a\u{FFFD}[31m\u{FFFD}1m\u{FFFD}b"), "\(text)")
      }
    }
    #expect(!(try run(["--\u{1B}[31m"]).errors.contains("\u{1B}")))
  }
}
