import XML

/// Reads a GPX file as its bytes come, and goes on behind what is no XML: at the next track point.
struct GPXReader {
  /// What it came to, with its line.
  enum Item {
    case event(XMLEvent)
    /// It is no XML, and what follows is passed over as far as the next point.
    case broken(XMLError)
  }

  /// Nil while the next point is searched for.
  private var reader: XMLReader?
  /// How many bytes the reader was given, and how many lines ended before its first.
  private var given = 0
  private var linesBefore = 0
  /// How many lines ended before the bytes that are to be read.
  private var lines = 0
  /// What may be the beginning of a point.
  private var tail: [UInt8] = []

  /// What stands before a point.
  private static let frame = Array("<gpx><trk><trkseg>".utf8)
  private static let point = Array("<trkpt".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// A reader at the beginning of a file.
  init() throws(XMLError) { reader = try XMLReader() }

  /// Takes the next bytes, the last ones where `isFinal`.
  mutating func read(_ bytes: [UInt8], isFinal: Bool) throws(XMLError) -> [(line: Int, item: Item)] {
    var items: [(Int, Item)] = []
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(GPXReader.pieceSize)
      rest = rest.dropFirst(piece.count)
      try read(piece, isFinal: isFinal && rest.isEmpty, into: &items)
    } while !rest.isEmpty
    return items
  }

  /// So that a fault costs no more than a few of these, however many there are.
  private static let pieceSize = 4096

  private mutating func read(_ bytes: ArraySlice<UInt8>, isFinal: Bool, into items: inout [(Int, Item)])
    throws(XMLError)
  {
    var rest = bytes
    while true {
      if reader == nil {
        guard let found = find(in: rest) else { return }
        rest = found
        try begin()
      }
      guard let reader else { return }
      let piece = Array(rest)
      // The error itself is asked for below: it may have followed something.
      let events = (try? reader.read(piece, isFinal: isFinal)) ?? []
      items += events.map { (linesBefore + $0.line, .event($0.event)) }
      guard let failure = reader.failure else {
        given += piece.count
        lines += piece.count { $0 == GPXReader.newline }
        return
      }
      items.append((linesBefore + (failure.line ?? reader.line), .broken(failure)))
      self.reader = nil
      // Not where it failed, or it would fail again.
      let next = min(max(0, reader.offset + 1 - given), piece.count)
      lines += piece[..<next].count { $0 == GPXReader.newline }
      rest = piece[next...]
    }
  }

  private mutating func begin() throws(XMLError) {
    let reader = try XMLReader()
    _ = try reader.read(GPXReader.frame, isFinal: false)
    self.reader = reader
    given = GPXReader.frame.count
    linesBefore = lines
  }

  /// The bytes from the next point on.
  private mutating func find(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let all = tail + bytes
    if let start = all.indices.first(where: { all[$0...].starts(with: GPXReader.point) }) {
      tail = []
      lines += all[..<start].count { $0 == GPXReader.newline }
      return all[start...]
    }
    tail = Array(all.suffix(GPXReader.point.count - 1))
    lines += all.dropLast(tail.count).count { $0 == GPXReader.newline }
    return nil
  }
}
