import COsmium
import Glibc
import PlaceTags
import PlacesCore

/// Reads the places of an OpenStreetMap file (`.osm.pbf`, `.osm`, `.opl`, also compressed) through libosmium.
///
/// Memory holds the locations of all nodes (or a file does) and the members of multipolygons, never the places.
package struct OSMReader {
  /// Endings of the names of files that can be read.
  package static let suffixes = [
    ".pbf", ".osm", ".osm.bz2", ".osm.gz", ".opl", ".opl.bz2", ".opl.gz",
  ]

  /// What a file consists of.
  package struct Counts: Hashable, Sendable {
    package var nodes = 0
    package var ways = 0
    package var relations = 0
    /// Relations whose areas could not be put together.
    package var brokenAreas = 0
    /// Ways with nodes that the file lacks.
    package var cutWays = 0
    /// The bytes that were read.
    package var bytes = 0
    /// Ways between addresses that stand for those in between.
    package var interpolations: [OSMInterpolation] = []
  }

  private let path: String
  /// As libosmium names it.
  private let format: String
  /// Where to keep the locations of nodes; nil for memory.
  private let indexDirectory: String?

  /// Nodes of files smaller than this (bytes) have room in memory: about 16 bytes each, and 8 bytes of file.
  private static let largestInMemory = 512 << 20

  /// Where the positions of nodes are kept while ways are read.
  package enum NodeIndex: String, Sendable {
    /// In memory, or on disk for a large file.
    case auto
    case memory
    /// In a file without a name, which takes 16 bytes a node: as fast while it fits into the page cache.
    case disk
  }

  /// `format` as libosmium names it (`pbf`, `osm`, `osm.bz2`, `opl` …): by default what the file's name says.
  /// `scratchDirectory` is where the file of an index on disk goes.
  package init(path: String, format: String? = nil, scratchDirectory: String, index: NodeIndex = .auto)
    throws(OSMError)
  {
    self.path = path
    self.format = format ?? OSMReader.format(ofName: path) ?? "pbf"
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(code: EISDIR) }
    guard status.st_size > 0 else { throw .damaged("the file is empty", offset: 0) }
    let isOnDisk = index == .disk || (index == .auto && status.st_size > OSMReader.largestInMemory)
    indexDirectory = isOnDisk ? scratchDirectory : nil
  }

  /// The format that a file has by its name, as libosmium names it; nil if it is none of these.
  package static func format(ofName path: String) -> String? {
    let name = path.lowercased()
    return suffixes.first { name.hasSuffix($0) }.map { String($0.dropFirst()) }
  }

  /// Hands out all places, and the outlines of buildings that are no places and may hold some; `found` and `progress` (bytes read, bytes of the file) may end it by throwing or false.
  package func read(
    into report: inout ImportReport, areas: inout AdministrativeAreas, progress: (Int, Int) -> Bool,
    building: (Footprint) throws -> Void = { _ in }, found: (OSMFinding) throws -> Void
  ) throws -> Counts {
    var counts = Counts()
    let reading = Reading(report: report, areas: areas)
    defer { (report, areas) = (reading.report, reading.areas) }
    let result = try withoutActuallyEscaping(progress) { progress in
      try withoutActuallyEscaping(found) { found in
        try withoutActuallyEscaping(building) { building in
          (reading.progress, reading.found, reading.building) = (progress, found, building)
          defer { (reading.progress, reading.found, reading.building) = (nil, nil, nil) }
          let result = run(reading)
          if let failure = reading.failure { throw failure }
          return result
        }
      }
    }
    counts.nodes = Int(clamping: result.nodes)
    counts.ways = Int(clamping: result.ways)
    counts.relations = Int(clamping: result.relations)
    counts.brokenAreas = Int(clamping: result.broken_areas)
    counts.cutWays = Int(clamping: result.missing_nodes)
    counts.bytes = Int(clamping: result.offset)
    counts.interpolations = reading.interpolations
    switch result.status {
    case COSMIUM_OK: break
    case COSMIUM_STOPPED: throw OSMError.cancelled
    case COSMIUM_SYSTEM: throw OSMError.unreadable(code: result.code)
    case COSMIUM_BAD_BLOB: throw OSMError.damagedBlob(OSMReader.message(result), offset: result.offset)
    case COSMIUM_OUT_OF_ORDER: throw OSMError.outOfOrder
    case COSMIUM_TWICE: throw OSMError.versions
    case COSMIUM_NO_MEMORY: throw OSMError.outOfMemory
    default: throw OSMError.damaged(OSMReader.message(result), offset: result.offset)
    }
    if result.unplaced > 0 {
      reading.report.skipped[.noGeometry, default: 0] += Int(clamping: result.unplaced)
    }
    reading.report.objects += counts.nodes + counts.ways + counts.relations
    if result.newest > 0 {
      reading.report.newestChange = max(
        reading.report.newestChange ?? Timestamp(microseconds: 0),
        Timestamp(microseconds: min(result.newest, 1 << 40) * 1_000_000))
    }
    return counts
  }

  private func run(_ reading: Reading) -> cosmium_result {
    var result = cosmium_result()
    let keys = OSMPlace.keys.map { strdup($0) }
    let prefixes = TaggedTypes.gone.map { strdup($0) }
    defer { for text in keys + prefixes { free(text) } }
    let constantKeys = keys.map { UnsafePointer($0) }
    let constantPrefixes = prefixes.map { UnsafePointer($0) }
    path.withCString { path in
      "\(format)\0\(indexDirectory ?? "")".withCString { texts in
        let directory = texts + strlen(texts) + 1
        constantKeys.withUnsafeBufferPointer { keys in
          constantPrefixes.withUnsafeBufferPointer { prefixes in
            var request = cosmium_request()
            (request.path, request.format) = (path, texts)
            (request.keys, request.key_count) = (keys.baseAddress, keys.count)
            request.place_key_count = OSMPlace.placeKeys.count
            (request.prefixes, request.prefix_count) = (prefixes.baseAddress, prefixes.count)
            request.index_directory = indexDirectory == nil ? nil : directory
            cosmium_read(
              &request,
              { object, context in
                guard let object, let context else { return false }
                return Unmanaged<Reading>.fromOpaque(context).takeUnretainedValue().take(object.pointee)
              },
              { bytes, all, context in
                guard let context else { return false }
                let reading = Unmanaged<Reading>.fromOpaque(context).takeUnretainedValue()
                return reading.progress?(Int(clamping: bytes), Int(clamping: all)) ?? false
              }, Unmanaged.passUnretained(reading).toOpaque(), &result)
          }
        }
      }
    }
    return result
  }

  private static func message(_ result: cosmium_result) -> String {
    withUnsafeBytes(of: result.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// One run of the reader: what the C callbacks work on.
private final class Reading {
  var report: ImportReport
  var areas: AdministrativeAreas
  var progress: ((Int, Int) -> Bool)?
  var found: ((OSMFinding) throws -> Void)?
  var building: ((Footprint) throws -> Void)?
  var interpolations: [OSMInterpolation] = []
  /// What `found` threw.
  var failure: (any Error)?

  init(report: ImportReport, areas: AdministrativeAreas) {
    self.report = report
    self.areas = areas
  }

  /// False ends the reading.
  func take(_ raw: cosmium_object) -> Bool {
    guard let object = OSMObject(raw) else {
      report.skipped[.badGeometry, default: 0] += 1
      return true
    }
    report.replacedCharacters += object.tags.repaired
    areas.add(object)
    if raw.is_bare_building {
      guard case .area(let rings) = object.shape, let footprint = Footprint(rings: rings) else { return true }
      do {
        try building?(footprint)
      } catch {
        failure = error
        return false
      }
      return true
    }
    if let interpolation = OSMInterpolation(
      object, nodes: UnsafeBufferPointer(start: raw.nodes, count: raw.node_count))
    {
      interpolations.append(interpolation)
    }
    do throws(SkipReason) {
      let made = try OSMPlace(object)
      report.count(made.finding.place, unmapped: made.unmapped.map { [$0] } ?? [])
      do {
        try found?(made.finding)
      } catch {
        failure = error
        return false
      }
    } catch {
      report.skipped[error, default: 0] += 1
    }
    return true
  }
}
