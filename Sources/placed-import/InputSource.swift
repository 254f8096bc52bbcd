import Glibc
import HTTP

/// An input as it is given on the command line: a file, an address, or the name of a region.
enum InputSource: Hashable {
  case file(String)
  /// `region` is the name by which it was asked for, such as `europe/monaco`.
  case address(HTTPAddress, region: String?)

  /// Where extracts of regions are, unless `--mirror` says otherwise (https://download.geofabrik.de/technical.html).
  static let defaultMirror = "https://download.geofabrik.de"

  /// Understands an operand; throws `address` for one that is none.
  init(_ text: String, mirror: String) throws(HTTPError) {
    if text == "-" {
      self = .file(InputSource.file(named: text))
    } else if text.contains("://") {
      self = .address(try HTTPAddress(text), region: nil)
    } else if InputSource.isRegionName(text), access(text, F_OK) != 0 {
      var mirror = mirror
      while mirror.last == "/" { mirror.removeLast() }
      self = .address(try HTTPAddress("\(mirror)/\(text)-latest.osm.pbf"), region: text)
    } else {
      self = .file(text)
    }
  }

  /// A file; `-` is standard input.
  static func file(named text: String) -> String { text == "-" ? "/dev/stdin" : text }

  /// A name for the region: the name that it was asked for by, or what the address's file is called.
  var regionName: String? {
    guard case .address(let address, let region) = self else { return nil }
    if let region { return region }
    let stem = String(address.fileName.prefix { $0 != "." })
    return stem.isEmpty ? nil : stem.hasSuffix("-latest") ? String(stem.dropLast(7)) : stem
  }

  /// What a region is called as a file: the parts of its name joined by dashes.
  static func fileStem(of region: String) -> String { String(region.map { $0 == "/" ? "-" : $0 }) }

  /// Regions whose name has no slash; another name without one is a file that is not there.
  private static let continents: Set<Substring> = [
    "africa", "antarctica", "asia", "australia-oceania", "central-america", "europe", "north-america",
    "russia",
    "south-america",
  ]

  /// Small letters, digits and dashes in parts like a path's: `europe/monaco`, `antarctica`.
  private static func isRegionName(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return continents.contains(parts[0])
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
          }
      }
  }
}
