import Foundation

/// A directory of its own for one test; it goes, with all in it, when the owner goes.
package final class TemporaryDirectory: Sendable {
  /// Short, so that sockets fit: "/tmp/placed-XXXXXX".
  package let path: String

  package init() throws {
    var template = Array("/tmp/placed-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw KitError("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the directory.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// What went wrong in the test kit itself.
package struct KitError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
