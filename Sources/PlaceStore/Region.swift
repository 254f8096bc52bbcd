import PlacesCore
import SQLite
import Synchronization

/// One region file, whatever its state. Safe to use from any thread: calls wait for each other.
final class Region: Sendable {
  let path: String
  private let content: Mutex<Content>

  private struct Content {
    var state: RegionState
    var why: String?
    var info: RegionInfo?
    var reader: RegionReader?
    var stamp: FileStamp?
  }

  /// A file that is known by name only.
  init(unopened path: String) {
    self.path = path
    content = Mutex(Content(state: .loading))
  }

  /// Something that cannot be read.
  init(unreadable path: String, why: String) {
    self.path = path
    content = Mutex(Content(state: .unreadable, why: why))
  }

  /// Opens a file; what goes wrong becomes its state.
  init(opening path: String) {
    self.path = path
    content = Mutex(Region.open(path))
  }

  var status: RegionStatus {
    content.withLock { RegionStatus(path: path, state: $0.state, why: $0.why, info: $0.info) }
  }

  /// The eligible places within a radius, nearest first; none while the file is not ready.
  func places(around center: Coordinate, radius: Metres, limit: Int) -> [NearbyPlace] {
    ask(near: center, within: radius) { (reader) throws(SQLiteError) in
      try reader.places(around: center, radius: radius, limit: limit)
    } ?? []
  }

  /// The place with this id; nil while the file is not ready.
  func place(_ id: PlaceID) -> Place? {
    ask { (reader) throws(SQLiteError) in try reader.place(id) } ?? nil
  }

  /// Whether the file is ready and its extent, widened by a radius, holds the point.
  func covers(_ point: Coordinate, within radius: Metres) -> Bool {
    content.withLock { $0.state == .ready && Region.covers($0.info, point, radius) }
  }

  private static func covers(_ info: RegionInfo?, _ point: Coordinate, _ radius: Metres) -> Bool {
    guard let extent = info?.extent else { return false }
    return BoxDistance(from: point).metres(to: extent.rtreeBox) <= radius.value + 1
  }

  /// Asks the reader, unless the file is not ready or far from `point`. Trouble becomes the file's state.
  private func ask<Answer: Sendable>(
    near point: Coordinate? = nil, within radius: Metres = 0,
    _ question: (RegionReader) throws(SQLiteError) -> Answer
  ) -> Answer? {
    content.withLock { content -> Answer? in
      if let point, !Region.covers(content.info, point, radius) { return nil }
      guard content.state == .ready else { return nil }
      // Region files are replaced, not changed. Where one was overwritten all the same, the pages that SQLite
      // keeps are worth nothing.
      if let opened = content.stamp, let present = FileStamp(of: path), opened.isOverwritten(in: present) {
        content = Region.open(path)
      }
      guard let reader = content.reader else { return nil }
      do throws(SQLiteError) {
        return try question(reader)
      } catch {
        (content.state, content.why) = Region.verdict(on: error)
        content.reader = nil
        return nil
      }
    }
  }

  private static func open(_ path: String) -> sending Content {
    var content = Content(state: .ready, stamp: FileStamp(of: path))
    if let (state, why) = RegionHeader.objection(to: path) {
      (content.state, content.why) = (state, why)
      return content
    }
    do {
      let reader = try RegionReader(path: path)
      content.info = reader.info
      if reader.info.places > 0 { content.reader = reader } else { content.state = .empty }
    } catch {
      (content.state, content.why) = verdict(on: error)
    }
    return content
  }

  /// The state that an error of SQLite means for a file whose header is right.
  private static func verdict(on error: SQLiteError) -> (RegionState, String) {
    switch error.kind {
    case .cannotOpen, .inputOutput, .busy, .readOnly, .full, .interrupted: (.unreadable, error.description)
    case .damaged, .notADatabase, .constraint, .other: (.damaged, error.description)
    }
  }
}
