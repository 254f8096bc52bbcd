/// A command line that cannot be understood; its description is ready to be printed after the program's name.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One line that names the argument and says what is wrong with it.
  package let message: String
  /// One line that says how to find out more.
  package let hint: String

  package var description: String { "\(message)\n\(hint)" }
}
