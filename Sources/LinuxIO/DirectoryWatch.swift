import CLinux
import Glibc

/// Tells when files of some directories appear, change or go, inotify(7); directories may come and go as well.
///
/// Changes are told together, a moment after the first of them: whoever looks then sees them all, and later ones are
/// told anew. What other machines do on a network file system, and what is mounted over a directory, goes unseen.
@Loop
package final class DirectoryWatch {
  private let directories: [String]
  private let suffix: String
  private let delay: Duration
  private let onChange: @Loop () -> Void
  private let descriptor: FileDescriptor
  /// The watched directories, by their watches.
  private var watched: [Int32: String] = [:]
  /// Watches of directories in which a missing one, or one on the way to it, will appear.
  private var awaiting: Set<Int32> = []
  private var timer: LoopTimer?

  /// Watches for files whose names end with `suffix`, until `stop`. Throws at the system's limits of inotify.
  package init(
    _ directories: [String], suffix: String, delay: Duration = .seconds(1),
    onChange: @escaping @Loop () -> Void
  ) throws(SystemError) {
    self.directories = directories
    self.suffix = suffix
    self.delay = delay
    self.onChange = onChange
    let number = clinux_inotify_create()
    guard number >= 0 else { throw .last("inotify_init1") }
    descriptor = FileDescriptor(owning: number)
    try findDirectories()
    try Loop.shared.watch(number, for: .readable) { [weak self] _ in self?.readable() }
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    Loop.shared.unwatch(descriptor.raw)
    descriptor.close()
  }

  // MARK: Watches

  /// Watches what is there of the directories, and for what is missing the place where it will appear.
  private func findDirectories() throws(SystemError) {
    var present: [Int32: String] = [:]
    var places: Set<Int32> = []
    for directory in directories {
      // What appears between two calls tells nothing any more, so it is looked for again: each level at most once.
      for _ in 0...directory.utf8.count(where: { $0 == UInt8(ascii: "/") }) {
        let watch = clinux_inotify_add(descriptor.raw, directory, 1)
        if watch >= 0 {
          present[watch] = directory
          break
        }
        try DirectoryWatch.checkMissing(directory)
        guard let (place, next) = try nearestPlace(above: directory) else { break }
        places.insert(place)
        guard access(next, F_OK) == 0 else { break }
      }
    }
    for watch in Set(watched.keys).union(awaiting) where present[watch] == nil && !places.contains(watch) {
      _ = clinux_inotify_remove(descriptor.raw, watch)
    }
    watched = present
    awaiting = places
  }

  /// Watches the nearest directory above that exists; what has to appear in it comes along.
  private func nearestPlace(above directory: String) throws(SystemError) -> (watch: Int32, next: String)? {
    var path = directory
    while let parent = DirectoryWatch.parent(of: path) {
      let watch = clinux_inotify_add(descriptor.raw, parent, 0)
      if watch >= 0 { return (watch, path) }
      try DirectoryWatch.checkMissing(parent)
      path = parent
    }
    return nil
  }

  /// Throws what `errno` tells unless the directory is missing or cannot be entered.
  private static func checkMissing(_ path: String) throws(SystemError) {
    guard [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno) else {
      throw .last("inotify_add_watch", path)
    }
  }

  private static func parent(of path: String) -> String? {
    guard path != "/", path != "." else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: Events

  private func readable() {
    var haveFilesChanged = false
    var haveDirectoriesChanged = false
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      while let count = try? descriptor.read(into: buffer), count > 0 {
        var rest = UnsafeRawBufferPointer(buffer)[..<count]
        var change = clinux_change()
        while case let size = clinux_inotify_next(
          UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, &change),
          size > 0
        {
          if change.is_lost != 0 { haveFilesChanged = true }
          if change.is_lost != 0 || change.is_gone != 0 || awaiting.contains(change.watch) {
            haveDirectoriesChanged = true
          }
          if let directory = watched[change.watch], isFileToTell(change, in: directory) {
            haveFilesChanged = true
          }
          rest = rest.dropFirst(Int(size))
        }
      }
    }
    if haveDirectoriesChanged {
      let before = watched
      // Without means to watch, what is watched goes on, and the next event tries again.
      try? findDirectories()
      if watched != before { haveFilesChanged = true }
    }
    if haveFilesChanged { tellSoon() }
  }

  /// A new file is told when it has been written; links are there at once.
  private func isFileToTell(_ change: clinux_change, in directory: String) -> Bool {
    let name = String(cString: change.name)
    guard name.hasSuffix(suffix) else { return false }
    guard change.is_new != 0 else { return true }
    var status = stat()
    guard lstat("\(directory)/\(name)", &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }

  private func tellSoon() {
    guard timer == nil else { return }
    timer = Loop.shared.timer(after: delay) { [weak self] in
      self?.timer = nil
      self?.onChange()
    }
  }
}
