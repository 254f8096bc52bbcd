/// An address that can be fetched: `http://HOST…` or `https://HOST…`.
package struct HTTPAddress: Hashable, Sendable {
  package let text: String

  /// Checks what can be checked without asking anybody; throws `address`.
  ///
  /// A user name or password in it is refused, because it would end up in region files and messages.
  package init(_ text: String) throws(HTTPError) {
    guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
      throw .address("an address begins with http:// or https://")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .address("an address has neither blanks nor letters beyond ASCII")
    }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !authority.isEmpty else { throw .address("the address names no host") }
    guard !authority.contains("@") else {
      throw .address("no user name or password can be given in an address")
    }
    self.text = text
  }

  /// The address without what follows a question mark, where keys may be: for messages.
  package var shown: String { String(text.prefix { $0 != "?" && $0 != "#" }) }

  /// The name of the host, without port.
  package var host: String {
    let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    if authority.hasPrefix("[") { return authority.dropFirst().prefix { $0 != "]" }.lowercased() }
    return authority.prefix { $0 != ":" }.lowercased()
  }

  package var isProtected: Bool { text.lowercased().hasPrefix("https://") }

  /// Whether it is a name or number of this machine itself.
  var isLoopback: Bool {
    host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
  }

  /// The path's last part; empty if there is none.
  package var fileName: String {
    let path = text.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}
