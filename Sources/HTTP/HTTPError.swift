import CCurl
import Glibc

/// Why something could not be fetched.
package enum HTTPError: Error, Hashable, Sendable {
  /// The address is none that can be fetched; says why.
  case address(String)
  /// libcurl failed with this code.
  case transfer(code: UInt32)
  /// The server answered with this status.
  case status(Int)
  /// The server sends elsewhere, and that is not followed: in a circle, or from HTTPS to HTTP.
  case redirection
  /// Part of a file came that was not asked for.
  case range
  /// The file has more bytes than allowed.
  case tooLarge(limit: Int)
  /// The disk has room for so many bytes less than the file has.
  case noRoom(missing: Int)
  /// A web page came, where a file was asked for.
  case webPage
  /// What arrived is not what the server's checksum says; it was thrown away.
  case checksum
  /// A call on the local file failed with this errno.
  case file(call: String, code: Int32)
  /// The caller asked to stop. What had arrived is kept for the next time.
  case cancelled

  /// Whether going on a moment later may help.
  var isPassing: Bool {
    switch self {
    case .transfer(let code):
      [
        CURLE_PARTIAL_FILE, CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_GOT_NOTHING,
      ]
      .contains { $0.rawValue == code }
    default: false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .address(let why): why
    case .transfer(let code):
      curl_easy_strerror(CURLcode(code)).map { String(cString: $0) } ?? "transfer error \(code)"
    case .status(404): "the server has no such file (HTTP 404)"
    case .status(429): "too many requests (HTTP 429): try again later"
    case .status(let status): "the server answers with HTTP status \(status)"
    case .redirection: "the server redirects in a circle, or to an unprotected address"
    case .range: "the server sent another part of the file than was asked for"
    case .tooLarge(let limit): "the file has more than the \(limit) bytes allowed"
    case .noRoom(let missing): "no room on the disk: \(missing) bytes are missing"
    case .webPage: "the server sent a web page instead of the file"
    case .checksum: "the checksum is wrong; what arrived was thrown away"
    case .file(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .cancelled: "interrupted"
    }
  }
}
