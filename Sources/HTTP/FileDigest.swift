import CMessageDigest
import Glibc

/// Checksums of files, by libmd.
enum FileDigest {
  /// The MD5 (RFC 1321) of a file as 32 hexadecimal digits; nil if it cannot be read. It tells a file that arrived
  /// whole from one that did not, and is no protection against malice.
  static func md5(of path: String) -> String? {
    var digits = [CChar](repeating: 0, count: 32 + 1)
    guard MD5File(path, &digits) != nil else { return nil }
    return String(decoding: digits.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
