import Glibc
import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

/// P0 of the cases.
let middle = at(52.1, 10.2)

func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
  guard let c = Coordinate(latitude: latitude, longitude: longitude) else {
    preconditionFailure("a coordinate of the test is wrong")
  }
  return c
}

func place(
  _ id: String, _ coordinate: Coordinate, name: String = "Somewhere", type: String = "cafe"
) throws -> Place {
  Place(
    id: try #require(PlaceID(id)), name: name, coordinate: coordinate, types: [try #require(PlaceType(type))])
}

/// A square of `side` metres around a point.
func square(_ center: Coordinate, side: Double) throws -> Footprint {
  let half = side / 2
  let corners = try [(-half, -half), (half, -half), (half, half), (-half, half)].map { east, north in
    try #require(center.moved(by: PlanePoint(east: east, north: north)))
  }
  return try #require(Footprint(rings: [corners]))
}

/// Writes a region of some places.
@discardableResult
func writeRegion(
  _ path: String, _ places: [Place], date: Int64? = nil, attributions: [Attribution] = []
) throws -> RegionWriter.Summary {
  let writer = try RegionWriter(path: path)
  for place in places { try writer.add(place) }
  var info = RegionInfo(name: "Test")
  info.dataDate = date.map { Timestamp(microseconds: $0) }
  info.attributions = attributions
  return try writer.finish(info)
}

/// The set of one directory, opened.
func opened(_ directory: TemporaryDirectory) -> RegionSet {
  let set = RegionSet(directories: [directory.path])
  set.reload()
  return set
}

func read(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 64 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw KitError("fopen: errno \(errno)") }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw KitError("fwrite: errno \(errno)") }
}

func sine(_ angle: Double) -> Double { sin(angle) }
