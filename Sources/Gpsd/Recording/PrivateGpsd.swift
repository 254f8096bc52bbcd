import Glibc
import LinuxIO

/// A gpsd of our own, on free ports of this machine, that gets a receiver's sentences from us: the reports that it makes
/// of them are those that any gpsd makes.
///
/// After each few sentences it is asked for its version, and answers only when it has read them, because it reads
/// receivers before clients. So nothing is lost, and nothing depends on how fast it is.
package final class PrivateGpsd {
  /// Why sentences cannot be decoded.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// gpsd is not installed, or does not start.
    case notStarted
    /// It went, or stopped answering.
    case lost
    case system(SystemError)

    package var description: String {
      switch self {
      case .notStarted: "NMEA is decoded by gpsd, which could not be started; is it installed?"
      case .lost: "the gpsd that decodes NMEA does not answer any more"
      case .system(let error): "the gpsd that decodes NMEA cannot be used: \(error)"
      }
    }
  }

  /// What gpsd calls the receiver: it has our port in it, which is another each time.
  private let name: String
  private let process: ChildProcess
  private let client: FileDescriptor
  private let feed: FileDescriptor
  private var buffer: [UInt8] = []

  /// How many sentences may be fed at once: what a socket holds, many times over.
  package static let batch = 64
  /// gpsd is there within this, or not at all.
  private static let startTime = 10.0
  /// How long it may take to answer.
  private static let answerTime: Int32 = 10_000
  /// What the receiver is called instead.
  private static let shownName = Array("nmea".utf8)
  private static let versionStart = Array(#"{"class":"VERSION""#.utf8)

  /// Starts gpsd and asks it for reports.
  package init() throws(Failure) {
    do throws(SystemError) {
      let (port, feedPort) = (try Loopback.freePort(.stream), try Loopback.freePort(.datagram))
      name = "udp://127.0.0.1:\(feedPort)"
      process = try ChildProcess(["gpsd", "-N", "-n", "-S", "\(port)", name])
      client = try PrivateGpsd.connect(toPort: port)
      feed = try Loopback.connect(.datagram, toPort: feedPort)
    } catch {
      throw [ECONNREFUSED, ENOENT].contains(error.code) ? .notStarted : .system(error)
    }
    // What it says of itself, of its version too, ends with the answer to the first question.
    guard try nextLine().starts(with: PrivateGpsd.versionStart) else { throw .lost }
    try send("?WATCH={\"enable\":true,\"json\":true};\n")
    _ = try answer()
  }

  /// Feeds sentences, without their ends, at most `batch`, and gives the reports that they led to.
  package func reports(of sentences: [ArraySlice<UInt8>]) throws(Failure) -> [[UInt8]] {
    for sentence in sentences {
      let datagram = Array(sentence) + [0x0D, 0x0A]
      let sent = datagram.withUnsafeBytes { bytes in Result { () throws(SystemError) in try feed.send(bytes) }
      }
      // Refused: gpsd has gone, and an earlier datagram came back.
      if case .failure = sent { throw .lost }
    }
    return try answer()
  }

  /// What gpsd has said by the time it has read all that it was sent.
  private func answer() throws(Failure) -> [[UInt8]] {
    try send("?VERSION;\n")
    var lines: [[UInt8]] = []
    while true {
      let line = try nextLine()
      if line.starts(with: PrivateGpsd.versionStart) { return lines }
      lines.append(PrivateGpsd.renamed(line, from: Array(name.utf8)))
    }
  }

  /// The line with the shown name wherever it has the other.
  private static func renamed(_ line: [UInt8], from name: [UInt8]) -> [UInt8] {
    var renamed: [UInt8] = []
    var rest = line[...]
    while let byte = rest.first {
      let isName = rest.starts(with: name)
      if isName { renamed += shownName } else { renamed.append(byte) }
      rest.removeFirst(isName ? name.count : 1)
    }
    return renamed
  }

  private func send(_ question: String) throws(Failure) {
    let bytes = Array(question.utf8)
    let sent = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try client.send(bytes) } }
    guard case .success(bytes.count) = sent else { throw .lost }
  }

  private func nextLine() throws(Failure) -> [UInt8] {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end].last == UInt8(ascii: "\r") ? buffer[..<end].dropLast() : buffer[..<end])
      }
      var wait = pollfd(fd: client.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, PrivateGpsd.answerTime) == 1 else { throw .lost }
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = bytes.withUnsafeMutableBytes { room in
        Result { () throws(SystemError) in try client.read(into: room) }
      }
      guard case .success(let count?) = count, count > 0 else { throw .lost }
      buffer += bytes[..<count]
    }
  }

  /// Connects as soon as gpsd listens.
  private static func connect(toPort port: UInt16) throws(SystemError) -> FileDescriptor {
    var waited = 0.0
    while true {
      do throws(SystemError) {
        return try Loopback.connect(.stream, toPort: port)
      } catch {
        guard error.code == ECONNREFUSED, waited < startTime else { throw error }
      }
      waited += 0.02
      usleep(20_000)
    }
  }
}
