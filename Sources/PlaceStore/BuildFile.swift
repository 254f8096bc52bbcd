import Glibc

/// The file beside a region file in which its successor is built: `NAME.part`, locked by whoever builds it.
///
/// The region file itself stays as it is until `replaceOriginal`. A file that a killed process left is used anew
/// by the next one.
final class BuildFile {
  let path: String
  private let target: String
  private let descriptor: Int32
  private var isInPlace = false

  /// Where the successor of a region file is built.
  static func path(for target: String) -> String { target + ".part" }

  /// The directory that a file is in.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates the file, empty, or takes over a left one.
  init(for target: String) throws(StoreError) {
    self.target = target
    path = BuildFile.path(for: target)
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard file >= 0 else { throw .file(call: "open", path: path, code: errno) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(file)
        throw code == EWOULDBLOCK ? .inProgress(path: target) : .file(call: "flock", path: path, code: code)
      }
      // Whoever held the lock before may have renamed or removed the file meanwhile.
      var (mine, present) = (stat(), stat())
      if fstat(file, &mine) == 0, stat(path, &present) == 0, mine.st_ino == present.st_ino,
        mine.st_dev == present.st_dev
      {
        descriptor = file
        break
      }
      close(file)
    }
    guard ftruncate(descriptor, 0) == 0 else { throw .file(call: "ftruncate", path: path, code: errno) }
  }

  /// Removes what killed processes left in a directory at least an hour ago: nobody has it locked.
  static func removeAbandoned(in directory: String) {
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(path(for: RegionFormat.suffix)) { removeIfAbandoned("\(directory)/\(name)") }
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    // Somebody may be about to lock a new one.
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mtim.tv_sec < time(nil) - 3600, flock(file, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }

  deinit {
    if !isInPlace { unlink(path) }
    close(descriptor)
  }

  /// The bytes that the file holds now.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Makes the file durable and puts it in the region file's place.
  func replaceOriginal() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw .file(call: "fsync", path: path, code: errno) }
    guard rename(path, target) == 0 else { throw .file(call: "rename", path: target, code: errno) }
    isInPlace = true
    let directory = BuildFile.directory(of: target)
    let opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .file(call: "open", path: directory, code: errno) }
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw .file(call: "fsync", path: directory, code: errno) }
  }
}
