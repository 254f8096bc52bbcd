import Glibc

/// Fetches a file by HTTP(S): goes on where an earlier attempt broke off, and fetches nothing if nothing is new.
///
/// What has arrived is in `PATH.part`, with the server's time of change as its own, so that the next attempt can ask
/// whether the rest still belongs to it. `PATH` appears when the file is whole and its checksum is right.
package struct Download {
  /// What became of it.
  package struct Result: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case fetched
      /// The server has nothing newer than what is known already.
      case unchanged
    }

    package let kind: Kind
    /// When the server's file was changed, in seconds since 1970; nil if it does not say.
    package let changed: Int?
    /// Whether there was a checksum to compare with.
    package let isChecked: Bool
    /// Bytes that came over the network.
    package let bytes: Int
    /// Whether what the server has as its checksum is none, such as a web page.
    package var hasOddChecksum = false
    /// By what the server knows this state of the file; nil if it does not say.
    package var tag: String?
  }

  package let address: HTTPAddress
  package let path: String
  package let userAgent: String
  /// More bytes than this are refused.
  package var sizeLimit = 16 << 30
  /// Seconds after which a connection that brings next to nothing is given up.
  package var stallSeconds = 60
  /// The time of change of the file that is known already, in seconds since 1970: only a newer one is fetched.
  package var known: Int?
  /// By what the server knows that file (ETag): only another is fetched.
  package var knownTag: String?

  /// How often a transfer that broke off is taken up again, as long as each time something arrives.
  private static let attempts = 5

  package init(_ address: HTTPAddress, to path: String, userAgent: String) {
    self.address = address
    self.path = path
    self.userAgent = userAgent
  }

  /// Fetches the file. `progress` hears of bytes and all bytes (0 if unknown), and may end it by false.
  package func run(progress: (Int, Int) -> Bool) throws(HTTPError) -> Result {
    var attempt = 1
    var before = partSize
    while true {
      do throws(HTTPError) {
        return try fetch(progress)
      } catch {
        // Part of an older state of things: from the beginning.
        if error == .status(416) || error == .range, before > 0 {
          unlink(part)
          before = 0
          continue
        }
        guard error.isPassing, attempt < Download.attempts, partSize > before else { throw error }
        attempt += 1
        before = partSize
      }
    }
  }

  private var part: String { path + ".part" }

  private var partSize: Int {
    var status = stat()
    return stat(part, &status) == 0 ? Int(status.st_size) : 0
  }

  private func fetch(_ progress: (Int, Int) -> Bool) throws(HTTPError) -> Result {
    var file = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    // Another user's, such as root's, who broke off: one's own directory is enough to throw it away.
    if file < 0, errno == EACCES, unlink(part) == 0 {
      file = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    }
    guard file >= 0 else { throw .file(call: "open", code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .file(call: "fstat", code: errno) }
    let (begun, time) = (Int(status.st_size), Int(status.st_mtim.tv_sec))
    let transfer = try Transfer(address, userAgent: userAgent, stallSeconds: stallSeconds)
    transfer.sizeLimit = sizeLimit
    if begun > 0 {
      transfer.resume(at: begun, ifUnchangedSince: time)
    } else if known != nil || knownTag != nil {
      transfer.onlyIfChanged(since: known, tag: knownTag)
    }
    // Where the answer's bytes belong is known with its first one: a server may ignore that only the rest is wanted.
    var written = begun
    let answer: Transfer.Answer
    do throws(HTTPError) {
      answer = try withoutActuallyEscaping(progress) { progress throws(HTTPError) in
        transfer.begins = { [unowned transfer] length in
          if transfer.isRest {
            // Some servers heed the range and not its condition; the time of change may be left out.
            guard begun > 0, transfer.rangeStart == begun, transfer.fileTime ?? time == time else {
              return .range
            }
          }
          written = transfer.isRest ? begun : 0
          if written + (length ?? 0) > sizeLimit { return .tooLarge(limit: sizeLimit) }
          if ftruncate(file, off_t(written)) != 0 { return .file(call: "ftruncate", code: errno) }
          lseek(file, off_t(written), SEEK_SET)
          return Download.lackOfRoom(for: length, beside: file)
        }
        transfer.output = { bytes in
          written += bytes.count
          return Download.write(bytes, to: file)
        }
        transfer.progress = { done, all in progress(written, all > 0 ? written - done + all : 0) }
        defer { (transfer.begins, transfer.output, transfer.progress) = (nil, nil, nil) }
        return try transfer.run()
      }
    } catch {
      keep(file, transfer.fileTime ?? (transfer.isRest ? time : nil), error)
      throw error
    }
    if answer.status == 304, begun == 0, known != nil || knownTag != nil {
      unlink(part)
      return Result(kind: .unchanged, changed: known, isChecked: false, bytes: 0)
    }
    guard answer.status == 200 || answer.status == 206 else {
      if begun == 0 { unlink(part) }
      throw .status(answer.status)
    }
    if Download.isWebPage(file) {
      unlink(part)
      throw .webPage
    }
    let (isChecked, isOdd) = try check(against: answer.address)
    guard fsync(file) == 0 else { throw .file(call: "fsync", code: errno) }
    guard rename(part, path) == 0 else { throw .file(call: "rename", code: errno) }
    return Result(
      kind: .fetched, changed: answer.fileTime ?? (answer.status == 206 ? time : nil), isChecked: isChecked,
      bytes: answer.status == 206 ? written - begun : written, hasOddChecksum: isOdd,
      tag: transfer.tag)
  }

  /// Leaves what has arrived for the next attempt, if that can know which file it is a part of.
  private func keep(_ file: Int32, _ time: Int?, _ error: HTTPError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    switch error {
    case .tooLarge, .noRoom, .file(_, ENOSPC), .file(_, EDQUOT), .file(_, EFBIG):
      unlink(part)
    default:
      if let time {
        // The time of access tells when it was worked on: abandoned parts are known by that.
        let times = [timespec(tv_sec: Glibc.time(nil), tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
        futimens(file, times)
      } else if status.st_size == 0 {
        unlink(part)
      }
    }
  }

  /// Compares with the checksum beside the file on the server (`FILE.md5`): whether there was one, and whether something
  /// else was in its place.
  private func check(against source: HTTPAddress) throws(HTTPError) -> (isChecked: Bool, isOdd: Bool) {
    guard !source.text.contains("?"), let address = try? HTTPAddress(source.text + ".md5") else {
      return (false, false)
    }
    let transfer = try Transfer(address, userAgent: userAgent, stallSeconds: stallSeconds)
    var text: [UInt8] = []
    transfer.output = { bytes in
      text += bytes.prefix(64)
      return nil
    }
    transfer.sizeLimit = 64 << 10
    defer { transfer.output = nil }
    let answer: Transfer.Answer
    do {
      answer = try transfer.run()
    } catch .tooLarge {
      return (false, true)
    }
    guard answer.status == 200 else {
      if [401, 403, 404, 410].contains(answer.status) { return (false, false) }
      throw .status(answer.status)
    }
    let sum = String(decoding: text.prefix(32), as: UTF8.self).lowercased()
    guard sum.utf8.count == 32, sum.allSatisfy(\.isHexDigit) else { return (false, true) }
    guard FileDigest.md5(of: part) == sum else {
      unlink(part)
      throw .checksum
    }
    return (true, false)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> HTTPError? {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return .file(call: "write", code: errno) }
      done += count
    }
    return nil
  }

  /// Whether the disk has not as much room as a file needs; better known before an hour of downloading.
  private static func lackOfRoom(for length: Int?, beside file: Int32) -> HTTPError? {
    var disk = statvfs()
    guard let length, fstatvfs(file, &disk) == 0 else { return nil }
    let (free, overflow) = Int(disk.f_bavail).multipliedReportingOverflow(by: Int(disk.f_frsize))
    return overflow || length <= free ? nil : .noRoom(missing: length - free)
  }

  private static func isWebPage(_ file: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(file, &bytes, bytes.count, 0)
    let start = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    return ["<!doctype html", "<html"].contains { start.lowercased().hasPrefix($0) }
  }
}
