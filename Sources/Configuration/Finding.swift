/// Something to say about a configuration, with where it stands.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1; 0 means the file as a whole.
  package let line: Int
  package let message: String

  package var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
