import Arguments
import Configuration
import JSON
import PlaceStore

/// `placed rank`: what the daemon would have answered to visits, for measuring how good that is.
enum RankCommand {
  static let command = Command(
    "rank", "Ranks the places of recorded visits, for those who develop placed.",
    details: """
      Reads a JSON object a line from standard input, and answers each before it reads
      the next: a visit with the likely places, as the daemon would have listed them at
      query_t for the fixes until then; what a user confirmed, which that user's later
      visits learn from. Needs --places-dir. See placed(8) for the members.
      """)

  /// Answers standard input to its end.
  static func run(_ settings: Settings) throws(ReplayError) {
    let regions = RegionSet(directories: settings.places.directories)
    regions.reload()
    var session = RankSession(regions: regions)
    var reader = LineReader(try RecordingFile(path: "-", headSize: 0))
    while let line = try reader.next() {
      let answer: JSONObject? =
        switch line {
        case .tooLong:
          RankSession.answer(
            to: RankInput.Fault(what: "longer than \(LineReader.longestLine) bytes"), line: reader.number)
        case .whole(let line): session.answer(line, number: reader.number)
        }
      if let answer { try StandardOutput.write(JSONValue.object(answer).bytes + [UInt8(ascii: "\n")]) }
    }
  }
}
