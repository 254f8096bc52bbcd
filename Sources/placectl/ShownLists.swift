import Glibc
import JSON
import LinuxIO

/// The lists that were last shown, one private file for each socket.
struct ShownLists {
  /// Nil if the user has no directory for state.
  let directory: String?

  /// A file larger than this is none of ours: 50 ids of 200 bytes are the most.
  private static let maximumSize = 65_536

  init(environment: [String: String]) { directory = userStateDirectory(environment) }

  /// Keeps a list. If that fails there is no list any more, rather than an older one.
  func keep(_ list: ShownList, socket: String) throws(Failure) {
    guard let directory else {
      throw Failure(.failed, "the numbers of this list cannot be kept for 'select': HOME is not set")
    }
    let path = file(in: directory, for: socket)
    let value: JSONValue = [
      "socket": .string(socket), "generation": .int(Int(list.generation)),
      "places": .array(list.ids.map { .string($0) }),
    ]
    do {
      try makeDirectories(directory)
      try AtomicFile.write(value.bytes, to: path, synced: false)
    } catch {
      unlink(path)
      throw Failure(.failed, "the numbers of this list cannot be kept for 'select': \(error)")
    }
  }

  /// The list that was last shown; nil if there is none, or its file is not one of ours.
  func last(socket: String) -> ShownList? {
    guard let directory, let bytes = contents(of: file(in: directory, for: socket)),
      let value = try? JSONValue(parsing: bytes), value["socket"]?.stringValue == socket,
      let generation = value["generation"]?.intValue, let places = value["places"]?.arrayValue
    else { return nil }
    let ids = places.compactMap(\.stringValue)
    return ids.count == places.count ? ShownList(generation: generation, ids: ids) : nil
  }

  /// The file's name has a hash of the socket's path (FNV-1a): the path itself may be too long for one.
  private func file(in directory: String, for socket: String) -> String {
    let hash = socket.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(directory)/shown-\(String(hash, radix: 16)).json"
  }

  private func contents(of path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    var bytes = [UInt8](repeating: 0, count: ShownLists.maximumSize + 1)
    var used = 0
    while used < bytes.count {
      let count = bytes.withUnsafeMutableBytes { try? file.read(into: .init(rebasing: $0[used...])) }
      guard let count = count ?? nil else { return nil }
      if count == 0 { return Array(bytes[..<used]) }
      used += count
    }
    return nil
  }

  /// Makes a directory and those above it, private ones (mkdir(2)).
  private func makeDirectories(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw SystemError(code: errno, call: "mkdir", what: path)
    }
    try makeDirectories(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError(code: errno, call: "mkdir", what: path)
    }
  }
}
