import GeoJSONImport
import Glibc
import PlaceTags
import PlacedTestKit
import PlacesCore
import Testing

/// What an import of a text gave.
struct Imported {
  var places: [Place] = []
  var report = ImportReport()

  var names: [String] { places.map(\.name) }

  /// Imports bytes as a file of that name.
  init(_ bytes: [UInt8], file: String = "sample.geojson") throws {
    let directory = try TemporaryDirectory()
    let path = directory.file(file)
    guard let stream = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
    let count = fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    guard count == bytes.count else { throw KitError("fwrite: errno \(errno)") }
    try self.init(path: path)
  }

  init(_ text: String, file: String = "sample.geojson") throws { try self.init(Array(text.utf8), file: file) }

  init(path: String) throws {
    var reader = try PlaceReader(path: path)
    while let place = try reader.next(&report) { places.append(place) }
  }

  /// Imports one feature with these properties at a point.
  init(properties: String) throws { try self.init(feature(properties: properties)) }

  /// Imports one named feature with this geometry.
  init(geometry: String) throws { try self.init(feature(geometry: geometry, properties: #"{"name":"X"}"#)) }
}

func feature(
  geometry: String = #"{"type":"Point","coordinates":[10.2,52.1]}"#, properties: String, more: String = ""
) -> String {
  #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)\#(more)}"#
}

func collection(_ features: [String], more: String = "") -> String {
  #"{"type":"FeatureCollection"\#(more),"features":[\#(features.joined(separator: ",\n"))]}"#
}

/// The single place in a result, or a failed test.
func only(_ imported: Imported) throws -> Place {
  #expect(imported.places.count == 1)
  return try #require(imported.places.first)
}
