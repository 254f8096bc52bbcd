/// Something to say about a configuration, with where it stands.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let message: String

  package var description: String { "\(file):\(line): \(message)" }
}
