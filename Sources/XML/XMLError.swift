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

  package var description: String {
    switch self {
    case .malformed(_, let text, let line): "line \(line): \(text)"
    case .documentType(let line): "line \(line): a document type is not taken"
    case .tooDeep(let line): "line \(line): elements are nested too deep"
    case .textTooLong(let line): "line \(line): the text of an element is too long"
    case .noMemory: "no memory"
    }
  }
}
