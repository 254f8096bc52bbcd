import Gpsd
import LinuxIO
import XML

/// Why a recording cannot be replayed, or not to its end.
enum ReplayError: Error, CustomStringConvertible {
  case unreadable(SystemError)
  /// It is of no kind that is known; the line where that showed.
  case unrecognised(line: Int)
  /// It holds nothing that could be replayed.
  case nothing
  /// Text in an encoding that is not taken.
  case utf16
  case xml(XMLError)
  /// An XML file of another kind.
  case notGPX(line: Int)
  /// A track point that cannot be used; values are not repeated, as they may be positions.
  case badPoint(line: Int, what: String)
  case nmea(PrivateGpsd.Failure)
  case noMemory
  /// Standard output takes no more.
  case unwritable(SystemError)

  var description: String {
    switch self {
    case .unreadable(let error): SystemError.text(for: error.code)
    case .unrecognised(let line):
      "line \(line): neither a report of gpsd (as gpspipe -w prints them), nor NMEA 0183, nor GPX"
    case .nothing: "there is nothing in it to replay"
    case .utf16: "it is UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8"
    case .xml(let error): "\(error)"
    case .notGPX(let line): "line \(line): an XML file, but no GPX"
    case .badPoint(let line, let what): "line \(line): track point: \(what)"
    case .nmea(let failure): "\(failure)"
    case .noMemory: "no memory"
    case .unwritable(let error): "cannot write the output: \(SystemError.text(for: error.code))"
    }
  }
}
