import Arguments
import Configuration
import Gpsd
import XML

/// `placed replay`: what the daemon would have told about a recording.
enum ReplayCommand {
  static let json = Flag("json", "Print a JSON object a line, as a subscriber gets them.")

  static let command = Command(
    "replay", "Shows what the daemon would have told about a recording, at once.",
    details: """
      FILE is what gpspipe -w printed (with -t, -u or -Z its times count), a GPX track
      or NMEA sentences. Time passes as the recording says. Settings are the defaults
      unless --config names a file; likely places are listed if --places-dir is given.
      """,
    options: [json], operands: [Operand("FILE", .one, "The recording; - is standard input.")])

  /// Replays a file to standard output.
  static func run(_ path: String, settings: Settings, json: Bool) throws(ReplayError) {
    let output = ReplayOutput(json: json)
    var replay = try Replay(settings) { (moment, update) throws(ReplayError) in
      try output.show(moment, update)
    }
    let file = try RecordingFile(path: path)
    let kind = try RecordingKind(head: file.head)
    do throws(ReplayError) {
      switch kind {
      case .reports: try replayReports(LineReader(file), in: &replay)
      case .xml: try replayTrack(file, in: &replay)
      case .nmea: try replaySentences(LineReader(file), in: &replay)
      }
    } catch {
      // What came before the trouble is worth seeing.
      try output.flush()
      throw error
    }
    let (moment, summary) = try replay.finish()
    try output.finish(moment, summary)
  }

  private static func replayReports(_ reader: consuming LineReader, in replay: inout Replay)
    throws(ReplayError)
  {
    var reader = reader
    var complaints = Complaints()
    while let line = try reader.next() {
      switch line {
      case .tooLong:
        replay.passOver(line: reader.number)
        complaints.add(line: reader.number, Complaints.tooLong)
      case .whole(let line):
        if RecordingKind.isPassedOver(line) || RecordingKind.isSentence(line) { continue }
        if try !replay.take(line, line: reader.number) {
          complaints.add(line: reader.number, "no whole report of gpsd")
        }
      }
    }
  }

  private static func replaySentences(_ reader: consuming LineReader, in replay: inout Replay)
    throws(ReplayError)
  {
    var reader = reader
    var complaints = Complaints()
    let gpsd = try decoding { () throws(PrivateGpsd.Failure) in try PrivateGpsd() }
    var sentences: [ArraySlice<UInt8>] = []
    var isEnd = false
    while !isEnd {
      switch try reader.next() {
      case nil: isEnd = true
      case .tooLong:
        replay.passOver(line: reader.number)
        complaints.add(line: reader.number, Complaints.tooLong)
      case .whole(let line): if RecordingKind.isSentence(line) { sentences.append(line) }
      }
      guard sentences.count == PrivateGpsd.batch || isEnd else { continue }
      let reports = try decoding { () throws(PrivateGpsd.Failure) in try gpsd.reports(of: sentences) }
      for report in reports { _ = try replay.take(report[...], line: nil) }
      sentences = []
    }
  }

  private static func decoding<T>(_ body: () throws(PrivateGpsd.Failure) -> T) throws(ReplayError) -> T {
    do throws(PrivateGpsd.Failure) {
      return try body()
    } catch {
      throw .nmea(error)
    }
  }

  private static func replayTrack(_ file: consuming RecordingFile, in replay: inout Replay)
    throws(ReplayError)
  {
    var file = file
    var track = GPXTrack()
    var complaints = Complaints()
    var reader = try reading { () throws(XMLError) in try GPXReader() }
    var isFinal = false
    while !isFinal {
      let bytes = try file.read()
      isFinal = bytes.isEmpty
      let items = try reading { () throws(XMLError) in try reader.read(bytes, isFinal: isFinal) }
      for (line, item) in items {
        do throws(ReplayError) {
          try take(item, line: line, of: &track, in: &replay)
        } catch {
          guard case .badPoint(let line, let what) = error else { throw error }
          replay.passOver(line: line)
          complaints.add(line: line, "track point: \(what)")
        }
      }
    }
    guard !track.isEmpty else { throw .nothing }
  }

  private static func take(
    _ item: GPXReader.Item, line: Int, of track: inout GPXTrack, in replay: inout Replay
  ) throws(ReplayError) {
    switch item {
    case .event(let event):
      // Tracks of several days may stand in any order.
      if case .start("trkseg", _) = event { replay.beginPart() }
      for report in try track.take(event, line: line) {
        _ = try replay.take(Array(report.utf8)[...], line: line)
      }
    case .broken(let error):
      if case .documentType = error { throw .xml(error) }
      guard track.isGPX else { throw .xml(error) }
      track.dropPoint()
      throw .badPoint(line: line, what: error.text)
    }
  }

  private static func reading<T>(_ body: () throws(XMLError) -> T) throws(ReplayError) -> T {
    do throws(XMLError) {
      return try body()
    } catch {
      throw .xml(error)
    }
  }
}

/// What is told on standard error of what was passed over: not all of it, where it is much.
private struct Complaints {
  private var count = 0

  private static let limit = 20
  static let tooLong = "longer than \(LineReader.longestLine) bytes"

  mutating func add(line: Int, _ what: String) {
    count += 1
    if count <= Complaints.limit {
      StandardError.print("placed: line \(line): \(what); passed over")
    } else if count == Complaints.limit + 1 {
      StandardError.print("placed: what else is passed over is only counted")
    }
  }
}
