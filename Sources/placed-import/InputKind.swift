import Glibc
import OSMImport

/// What an input is, by what it begins with, and by its name where that does not tell.
enum InputKind: Equatable {
  /// A map, in a format as libosmium names it.
  case map(format: String)
  /// GeoJSON, or what its reader will tell to be none.
  case features
  /// It cannot be read; what it is, and what to do about it.
  case foreign(String)

  /// Looks at a file; what cannot be opened is left to its reader, which tells why.
  init(path: String) {
    let named = OSMReader.format(ofName: path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      self = named.map { .map(format: $0) } ?? .features
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      // What is read once may come through a pipe.
      self =
        named == nil
        ? .features
        : .foreign("a map is read twice, which a pipe or device does not allow: save it as a file first")
      return
    }
    self = InputKind(head: InputKind.head(of: path), named: named, path: path)
  }

  static func isMap(_ path: String) -> Bool {
    if case .map = InputKind(path: path) { true } else { false }
  }

  private init(head: [UInt8], named: String?, path: String) {
    if head.dropFirst(4).prefix(20).contains(subsequence: "OSMHeader") {
      self = .map(format: "pbf")
    } else if let found = InputKind.signatures.first(where: { head.starts(with: $0.bytes) }) {
      // A compressed map has to say so by its name: what is inside is not looked at.
      self =
        named.map { $0.hasSuffix(found.ending) } == true ? .map(format: named ?? "") : .foreign(found.advice)
    } else if let kind = InputKind.xml(head) {
      self = kind
    } else if let named {
      self = .map(format: named)
    } else {
      self = path.lowercased().hasSuffix(".osc") ? .foreign(InputKind.changes) : .features
    }
  }

  private static let changes =
    "these are changes to a map, not a map: 'osmium apply-changes OLD.osm.pbf CHANGES -o NEW.osm.pbf' makes one"

  /// How files of other formats begin, the ending of maps that may be so, and what to do.
  private static let signatures: [(bytes: [UInt8], ending: String, advice: String)] = [
    (
      [0x1F, 0x8B], ".gz",
      "it is compressed by gzip: 'gunzip' it first, or name it .osm.gz if it is a map in XML"
    ),
    (
      Array("BZh".utf8), ".bz2",
      "it is compressed by bzip2: 'bunzip2' it first, or name it .osm.bz2 if it is a map in XML"
    ),
    ([0x28, 0xB5, 0x2F, 0xFD], "-", "it is compressed by Zstandard: 'unzstd' it first"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "-", "it is compressed by xz: 'unxz' it first"),
    (Array("PK\u{3}\u{4}".utf8), "-", "it is a ZIP archive: unpack it first"),
    (
      Array("PAR1".utf8), "-",
      "it is a Parquet file: 'ogr2ogr -f GeoJSONSeq PLACES.geojsonseq FILE' makes one that can be read"
    ),
    (
      Array("SQLite format 3".utf8), "-",
      "it is an SQLite file; of a GeoPackage 'ogr2ogr -f GeoJSONSeq PLACES.geojsonseq FILE' makes one that can be read"
    ),
    (
      [0xFF, 0xE0, 0x04], "-",
      "it is a map in the o5m format: 'osmium cat FILE -o MAP.osm.pbf' makes one that can be read"
    ),
  ]

  /// What a text that begins with `<` is; nil if it does not.
  private static func xml(_ head: [UInt8]) -> InputKind? {
    let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    guard bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "<") else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    func has(_ element: String) -> Bool {
      text.split(separator: "<").contains { part in
        part.hasPrefix(element)
          && part.dropFirst(element.count).first.map { $0.isWhitespace || "/>".contains($0) } ?? false
      }
    }
    if has("osmchange") { return .foreign(changes) }
    if has("osm") { return .map(format: "osm") }
    if has("html") || has("!doctype html") || text.contains("<body") {
      return .foreign(
        "it is a web page, perhaps an error message of the server that it was to come from: look at it")
    }
    return .foreign("it is XML, but no OpenStreetMap data")
  }

  private static func head(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(file, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

extension Sequence<UInt8> {
  fileprivate func contains(subsequence text: String) -> Bool {
    let (all, wanted) = (Array(self), Array(text.utf8))
    return all.indices.contains { all[$0...].starts(with: wanted) }
  }
}
