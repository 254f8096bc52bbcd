import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct UnixListenerTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("socket")
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do { try body() } catch { return (error as? SystemError)?.code ?? -1 }
    return nil
  }

  @Test("IPC-01: the socket of a dead daemon is replaced")
  func staleSocketIsReplaced() throws {
    let dead = try UnixListener(path: path, mode: 0o600)
    dead.descriptor.close()
    #expect(code { _ = try UnixSocket.connect(to: path) } == ECONNREFUSED)
    let listener = try UnixListener(path: path, mode: 0o600)
    let client = try UnixSocket.connect(to: path)
    #expect(try UnixSocket.accept(listener.descriptor) != nil)
    #expect(client.raw >= 0)
    // The dead one no longer owns the file.
    dead.close()
    #expect(access(path, F_OK) == 0)
    listener.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test("IPC-01: a live socket is left alone")
  func liveSocketStays() throws {
    let live = try UnixListener(path: path, mode: 0o600)
    #expect(code { _ = try UnixListener(path: path, mode: 0o600) } == EADDRINUSE)
    _ = try UnixSocket.connect(to: path)
    #expect(live.descriptor.raw >= 0)
  }

  @Test("IPC-01: a live socket whose backlog is full is left alone")
  func busySocketStays() throws {
    let live = try UnixListener(path: path, mode: 0o600, backlog: 0)
    let first = try UnixSocket.connect(to: path)
    #expect(code { _ = try UnixListener(path: path, mode: 0o600) } == EADDRINUSE)
    #expect(first.raw >= 0 && live.descriptor.raw >= 0)
  }

  @Test(
    "IPC-01: other kinds of file are reported and stay", arguments: ["file", "directory", "dangling link"])
  func otherFilesStay(kind: String) throws {
    switch kind {
    case "file": try AtomicFile.write([1], to: path)
    case "directory": #expect(mkdir(path, 0o700) == 0)
    default: #expect(symlink("nowhere", path) == 0)
    }
    #expect(code { _ = try UnixListener(path: path, mode: 0o600) } == ENOTSOCK)
    var status = stat()
    #expect(lstat(path, &status) == 0)
  }

  @Test func pathsThatCannotBe() {
    #expect(
      code { _ = try UnixListener(path: "/tmp/" + String(repeating: "x", count: 103), mode: 0) }
        == ENAMETOOLONG)
    #expect(code { _ = try UnixListener(path: "", mode: 0o600) } == EINVAL)
    #expect(code { _ = try UnixListener(path: "/tmp/a\0b", mode: 0o600) } == EINVAL)
    #expect(code { _ = try UnixListener(path: "/nonexistent/socket", mode: 0o600) } == ENOENT)
  }

  @Test("IPC-19: the mode is as configured whatever the umask")
  func modeIgnoresUmask() throws {
    for mask: mode_t in [0, 0o022, 0o077] {
      let before = umask(mask)
      defer { _ = umask(before) }
      let listener = try UnixListener(path: path, mode: 0o660)
      var status = stat()
      #expect(lstat(path, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o660)
      listener.close()
    }
  }

  @Test func acceptedSocketsAreCloseOnExecAndNonBlocking() throws {
    let listener = try UnixListener(path: path, mode: 0o600)
    #expect(try UnixSocket.accept(listener.descriptor) == nil)
    let client = try UnixSocket.connect(to: path)
    let served = try #require(try UnixSocket.accept(listener.descriptor))
    for descriptor in [listener.descriptor, served, client] {
      #expect(fcntl(descriptor.raw, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(fcntl(served.raw, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(client.raw, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func peerIsKnownByTheKernel() throws {
    let (left, right) = try UnixSocket.pair()
    for socket in [left, right] {
      let peer = try PeerCredentials(of: socket)
      #expect(peer.pid == getpid() && peer.uid == getuid() && peer.gid == getgid())
      var groups = [gid_t](repeating: 0, count: 1024)
      let count = getgroups(Int32(groups.count), &groups)
      #expect(peer.groups == Set(groups[..<Int(count)]).union([getgid()]))
    }
  }

  @Test func sendingToAClosedPeerIsAnError() throws {
    let (left, right) = try UnixSocket.pair()
    right.close()
    #expect(code { _ = try [UInt8](1...3).withUnsafeBytes { try left.send($0) } } == EPIPE)
  }
}
