import Glibc

/// A system call that failed, with the code the kernel gave.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The `errno` value; programs tell failures apart by this.
  package var code: Int32
  /// The call that failed, as in the manual ("open", "bind").
  package var call: String
  /// What it was called on, for the reader of a message: a path, mostly. Empty when there is nothing to name.
  package var what: String

  package init(code: Int32, call: String, what: String = "") {
    self.code = code
    self.call = call
    self.what = what
  }

  /// The failure that `errno` tells of at this moment.
  static func last(_ call: String, _ what: String = "") -> SystemError {
    SystemError(code: errno, call: call, what: what)
  }

  /// The kernel's words for a code: "No such file or directory".
  package static func text(for code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }

  package var description: String {
    let reason = SystemError.text(for: code)
    return what.isEmpty ? "\(call): \(reason)" : "\(call) \(what): \(reason)"
  }
}
