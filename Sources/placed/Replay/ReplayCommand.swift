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
    while let line = try reader.next() {
      if RecordingKind.isPassedOver(line) || RecordingKind.isSentence(line) { continue }
      if try !replay.take(line) {
        StandardError.print("placed: line \(reader.number): no whole report of gpsd; passed over")
      }
    }
  }

  private static func replaySentences(_ reader: consuming LineReader, in replay: inout Replay)
    throws(ReplayError)
  {
    var reader = reader
    let gpsd = try decoding { () throws(PrivateGpsd.Failure) in try PrivateGpsd() }
    var sentences: [ArraySlice<UInt8>] = []
    var isEnd = false
    while !isEnd {
      let line = try reader.next()
      isEnd = line == nil
      if let line, RecordingKind.isSentence(line) { sentences.append(line) }
      guard sentences.count == PrivateGpsd.batch || isEnd else { continue }
      let reports = try decoding { () throws(PrivateGpsd.Failure) in try gpsd.reports(of: sentences) }
      for report in reports { _ = try replay.take(report[...]) }
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
    let reader = try reading { () throws(XMLError) in try XMLReader() }
    var isFinal = false
    while !isFinal {
      let bytes = try file.read()
      isFinal = bytes.isEmpty
      // The last call also tells of an error that followed what was given before.
      let events = try reading { () throws(XMLError) in try reader.read(bytes, isFinal: bytes.isEmpty) }
      for (line, event) in events {
        for report in try track.take(event, line: line) { _ = try replay.take(Array(report.utf8)[...]) }
      }
    }
    guard !track.isEmpty else { throw .nothing }
  }

  private static func reading<T>(_ body: () throws(XMLError) -> T) throws(ReplayError) -> T {
    do throws(XMLError) {
      return try body()
    } catch {
      throw .xml(error)
    }
  }
}
