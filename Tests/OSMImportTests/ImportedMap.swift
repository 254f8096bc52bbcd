import Glibc
import OSMImport
import PlaceTags
import PlacedTestKit
import PlacesCore

/// What reading a map gave.
struct ImportedMap {
  var found: [OSMFinding] = []
  var report = ImportReport()
  var areas = AdministrativeAreas()
  let counts: OSMReader.Counts

  var places: [Place] { found.map(\.place) }

  init(path: String) throws {
    let directory = try TemporaryDirectory()
    let reader = try OSMReader(path: path, scratchDirectory: directory.path)
    var found: [OSMFinding] = []
    counts = try reader.read(
      into: &report, areas: &areas, progress: { _, _ in true }, found: { found.append($0) })
    self.found = found
  }

  /// Reads bytes as a file of that name.
  init(bytes: [UInt8], file: String) throws {
    let directory = try TemporaryDirectory()
    try self.init(path: write(bytes, to: directory.file(file)))
  }

  /// Reads lines of OPL: `n1 x10.2 y52.1 Tamenity=cafe`.
  init(_ lines: String) throws { try self.init(bytes: Array(lines.utf8), file: "map.opl") }

  subscript(id: String) -> Place? { places.first { $0.id.text == id } }
}

/// Writes a file and gives its path.
@discardableResult
func write(_ bytes: [UInt8], to path: String) throws -> String {
  guard let stream = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
  let count = fwrite(bytes, 1, bytes.count, stream)
  fclose(stream)
  guard count == bytes.count else { throw KitError("fwrite: errno \(errno)") }
  return path
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
  guard let stream = fopen(path, "r") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&buffer, 1, buffer.count, stream)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// Nodes 1, 2, … at the corners of a closed way, which has the tags; longitude first.
func ring(_ corners: [(Double, Double)], tags: String, id: Int = 1) -> String {
  let nodes = corners.enumerated().map { "n\($0.offset + 1) x\($0.element.0) y\($0.element.1)\n" }.joined()
  let refs = (Array(1...corners.count) + [1]).map { "n\($0)" }.joined(separator: ",")
  return nodes + "w\(id) T\(tags) N\(refs)\n"
}
