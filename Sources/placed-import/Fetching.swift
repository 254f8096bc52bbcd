import Arguments
import Glibc
import HTTP

/// Downloads inputs into a directory beside the region files, where they are only until they are imported.
///
/// One program at a time does so: the others wait.
struct Fetching {
  /// A file that was fetched.
  struct File {
    let path: String
    let address: HTTPAddress
    /// When the server's file was changed, in seconds since 1970.
    let changed: Int?
    /// By what the server knows that state of the file (ETag).
    let tag: String?
  }

  struct Failure: Error, CustomStringConvertible {
    let address: HTTPAddress
    let error: HTTPError

    var description: String { "\(address.shown): \(error)" }
  }

  /// The directory of the region files.
  let places: String
  /// The most bytes that one input may have.
  let sizeLimit: Int
  private let turn = DirectoryLock()

  init(places: String, sizeLimit: Int) {
    self.places = places
    self.sizeLimit = sizeLimit
  }

  /// Has no name of a region file, and changes in it are none in the directory that the daemon watches.
  private var directory: String { "\(places)/.downloads" }

  /// Fetches what is at an address; nil if it has not changed since `known`, in seconds since 1970, or still has the tag.
  func fetch(_ address: HTTPAddress, known: Int? = nil, tag: String? = nil) throws(Failure) -> File? {
    guard Fetching.makeDirectory(places) else {
      throw Failure(address: address, error: .file(call: "mkdir", code: errno))
    }
    do throws(HTTPError) {
      if try turn.take(places, waiting: { Report.line("waiting for another placed-import") }) {
        removeAbandoned()
      }
    } catch {
      throw Failure(address: address, error: error)
    }
    guard Fetching.makeDirectory(directory) else {
      throw Failure(address: address, error: .file(call: "mkdir", code: errno))
    }
    // What root leaves here when it breaks off must not be in the way of the user that updates the regions.
    var status = stat()
    if geteuid() == 0, stat(places, &status) == 0 { chown(directory, status.st_uid, status.st_gid) }
    let path = "\(directory)/\(Fetching.name(of: address))"
    var download = Download(address, to: path, userAgent: "placed-import/\(ProductVersion.current)")
    download.sizeLimit = sizeLimit
    download.known = known
    download.knownTag = tag
    let bar = ProgressBar("downloading \(address.fileName)")
    do throws(HTTPError) {
      let result = try download.run { done, all in
        bar.show(done, of: all)
        return !StopSignal.isReceived
      }
      switch result.kind {
      case .unchanged:
        bar.end("nothing new")
        return nil
      case .fetched:
        bar.end(
          "\(result.bytes) bytes, "
            + (result.isChecked ? "the checksum is right" : "no checksum to compare with"))
        if result.hasOddChecksum {
          Report.line(
            "placed-import: warning: \(address.shown).md5 is no checksum: what was downloaded was not compared with one"
          )
        }
        return File(path: path, address: address, changed: result.changed, tag: result.tag)
      }
    } catch {
      bar.end(nil)
      throw Failure(address: address, error: error)
    }
  }

  /// Removes files that have been imported, or will not be.
  func discard(_ files: [File]) {
    for file in files { unlink(file.path) }
    // Only if nothing else is there, such as part of another download.
    rmdir(directory)
  }

  /// A part of a download that nobody has gone on with for so many seconds is given up: a week.
  private static let longestPause = 7 * 86_400

  /// Removes what other runs left and no run will use: only one at a time downloads. A killed import leaves its whole
  /// input, and parts may be of a file that nobody wants any more.
  private func removeAbandoned() {
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = "\(directory)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let isOld = max(status.st_atim.tv_sec, 0) < time(nil) - Fetching.longestPause
      if !name.hasSuffix(".part") || isOld { unlink(path) }
    }
  }

  /// Makes a directory and those above it.
  private static func makeDirectory(_ path: String) -> Bool {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
    return makeDirectory(String(path[..<slash])) && (mkdir(path, 0o755) == 0 || errno == EEXIST)
  }

  /// The address as a file's name: what has the same name elsewhere stays apart, and the ending stays, because
  /// it tells the format.
  private static func name(of address: HTTPAddress) -> String {
    let query = address.text.dropFirst(address.shown.count)
    let path = address.shown.split(separator: "/").dropFirst().map(String.init)
    return String(((query.isEmpty ? [] : [hash(of: query)]) + path).joined(separator: "_").suffix(200))
  }

  /// The 64-bit FNV-1a hash: a key in a query is for the server only.
  private static func hash(of text: Substring) -> String {
    let value = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return String(value, radix: 16)
  }
}
