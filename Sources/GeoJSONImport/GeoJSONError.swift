import Glibc
import JSON

/// Why a file cannot be imported.
package enum GeoJSONError: Error, Equatable, Sendable {
  /// The file could not be read: `errno`.
  case unreadable(code: Int32)
  /// The text is no JSON. The line counts from 1.
  case json(JSONError, line: Int)
  /// The text is JSON, but not GeoJSON; says what is wrong, with the byte where it was noticed.
  case notGeoJSON(String, offset: Int)
  /// Most places lie where only latitude and longitude in the wrong order can put them.
  case swappedAxes(count: Int, of: Int)
}

extension GeoJSONError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let code): String(cString: strerror(code))
    case .json(let error, let line): "line \(line): \(error)"
    case .notGeoJSON(let what, let offset): "\(what) (at byte \(offset))"
    case .swappedAxes(let count, let all):
      "\(count) of \(all) positions lie off the map or outside the file's own bbox: latitude and longitude seem to "
        + "be swapped (GeoJSON wants longitude first)"
    }
  }
}
