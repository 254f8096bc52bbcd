import Foundation
import Glibc
import LinuxIO
import Synchronization

/// An HTTP server on this machine that answers as a test wants, also wrongly.
///
/// One thread serves one connection after the other; each has one request.
package final class LoopbackHTTP: Sendable {
  /// What was asked.
  package struct Request: Sendable {
    package let method: String
    package let target: String
    /// By their names in lower case.
    package let headers: [String: String]
  }

  /// What is answered: bytes, and how they come.
  package struct Response: Sendable {
    package var status = "200 OK"
    package var headers: [(String, String)] = []
    package var body: [UInt8] = []
    /// What Content-Length says; nil leaves it out.
    package var length: Int?
    /// The connection breaks after so many bytes of the body.
    package var cut: Int?
    /// Nothing more comes after the body, and the connection stays open.
    package var hangs = false
    /// The body comes byte by byte, twenty of them a second.
    package var trickles = false

    package init(_ body: [UInt8] = [], status: String = "200 OK", headers: [(String, String)] = []) {
      self.body = body
      self.status = status
      self.headers = headers
      length = body.count
    }

    /// A file as servers give it: the rest if only that is wanted, nothing if it is known already.
    package static func file(_ body: [UInt8], changed: String, to request: Request) -> Response {
      let headers = [("Last-Modified", changed), ("Accept-Ranges", "bytes")]
      if request.headers["if-modified-since"] == changed {
        return Response([], status: "304 Not Modified", headers: headers)
      }
      let condition = request.headers["if-range"]
      if let range = request.headers["range"], condition == nil || condition == changed,
        let start = Int(range.dropFirst("bytes=".count).prefix { $0 != "-" })
      {
        guard start < body.count else { return Response([], status: "416 Range Not Satisfiable") }
        let place = ("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)")
        return Response(Array(body[start...]), status: "206 Partial Content", headers: headers + [place])
      }
      return Response(body, headers: headers)
    }
  }

  package let port: UInt16
  private let listener: FileDescriptor
  private let seen = Mutex<[Request]>([])

  /// `http://127.0.0.1:PORT`.
  package var address: String { "http://127.0.0.1:\(port)" }
  /// Everything that was asked, in order.
  package var requests: [Request] { seen.withLock { $0 } }

  /// Serves until it is let go.
  package init(_ answer: @escaping @Sendable (Request) -> Response) throws {
    let (listener, port) = try LoopbackSocket.bound(SOCK_STREAM)
    (self.listener, self.port) = (listener, port)
    guard listen(listener.raw, 16) == 0 else { throw SystemError(code: errno, call: "listen") }
    let flags = fcntl(listener.raw, F_GETFL)
    _ = fcntl(listener.raw, F_SETFL, flags & ~O_NONBLOCK)
    // The thread holds the listener: its number must not be another one's while it is waited on.
    Foundation.Thread.detachNewThread { [weak self, listener] in
      while true {
        let client = accept(listener.raw, nil, nil)
        guard client >= 0 else { return }
        LoopbackHTTP.serve(client) { request in
          self?.seen.withLock { $0.append(request) }
          return answer(request)
        }
      }
    }
  }

  deinit { shutdown(listener.raw, Int32(SHUT_RDWR)) }

  private static func serve(_ client: Int32, _ answer: (Request) -> Response) {
    var request: [UInt8] = []
    var byte: UInt8 = 0
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8), request.count < 65_536 {
      guard read(client, &byte, 1) == 1 else {
        close(client)
        return
      }
      request.append(byte)
    }
    let lines = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
    }
    guard words.count == 3 else {
      close(client)
      return
    }
    let response = answer(Request(method: String(words[0]), target: String(words[1]), headers: headers))
    var text = "HTTP/1.1 \(response.status)\r\nConnection: close\r\n"
    for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
    if let length = response.length { text += "Content-Length: \(length)\r\n" }
    let head = Array((text + "\r\n").utf8)
    let bytes = head + response.body.prefix(response.cut ?? .max)
    var done = 0
    while done < bytes.count {
      let isSlow = response.trickles && done >= head.count
      if isSlow { usleep(50_000) }
      let most = isSlow ? 1 : (response.trickles ? head.count : bytes.count) - done
      let count = bytes.withUnsafeBytes {
        send(client, $0.baseAddress.map { $0 + done }, most, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      done += count
    }
    if response.hangs {
      // Until the other end has had enough.
      while read(client, &byte, 1) > 0 {}
    }
    close(client)
  }
}
