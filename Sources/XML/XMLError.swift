/// Why a document could not be read further.
package enum XMLError: Error, Equatable, CustomStringConvertible {
  /// It is not well-formed; expat's code and words.
  case malformed(code: UInt32, text: String, line: Int)
  /// It has a document type, which may hold entities that expand without end and files to be fetched.
  case documentType(line: Int)
  /// Elements are nested deeper than any honest document needs.
  case tooDeep(line: Int)
  /// The text of one element is longer than any honest document needs.
  case textTooLong(line: Int)
  case noMemory

  /// What it is, without the line.
  package var text: String {
    switch self {
    case .malformed(_, let text, _): text
    case .documentType: "a document type is not taken"
    case .tooDeep: "elements are nested too deep"
    case .textTooLong: "the text of an element is too long"
    case .noMemory: "no memory"
    }
  }

  /// The line where it showed, from 1.
  package var line: Int? {
    switch self {
    case .malformed(_, _, let line), .documentType(let line), .tooDeep(let line), .textTooLong(let line): line
    case .noMemory: nil
    }
  }

  package var description: String { line.map { "line \($0): \(text)" } ?? text }
}
