/// A host, by name or address, and a port on it.
package struct HostPort: Equatable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `host`, `host:port`, `[address]:port` or a bare IPv6 address; nil if it is none of them.
  /// Without a port it is gpsd's, 2947.
  package init?(parsing text: String, defaultPort: UInt16 = 2947) {
    var host = text[...]
    var port: Substring?
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { return nil }
      let rest = text[text.index(after: close)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      host = text[text.index(after: text.startIndex)..<close]
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    let isName = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    guard !host.isEmpty, host.utf8.count <= 255, isName else { return nil }
    guard let number = port.map({ UInt16($0) }) ?? defaultPort, number > 0 else { return nil }
    self.init(host: String(host), port: number)
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
