import Glibc
import Synchronization

/// The one owner of an open descriptor: closes it once, at the latest when the owner goes.
package final class FileDescriptor: Sendable {
  private let number: Atomic<Int32>

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    self.number = Atomic(number)
  }

  deinit { close() }

  /// The descriptor's number, or -1 after `close()`, so that a late call meets EBADF and not a reused number.
  package var raw: Int32 { number.load(ordering: .acquiring) }

  /// Closes the descriptor, close(2); a second call does nothing.
  package func close() {
    let open = number.exchange(-1, ordering: .acquiringAndReleasing)
    // An interrupted close has closed on Linux; trying again could close somebody else's descriptor.
    if open >= 0 { _ = Glibc.close(open) }
  }

  /// Opens a file close-on-exec, open(2).
  package static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600
  ) throws(SystemError) -> FileDescriptor {
    let number = retrying { Glibc.open(path, flags | O_CLOEXEC, mode) }
    guard number >= 0 else { throw .last("open", path) }
    return FileDescriptor(owning: number)
  }

  /// Reads what is there, read(2): the count, 0 at the end, nil when a non-blocking descriptor has nothing now.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    let count = retrying { Glibc.read(raw, buffer.baseAddress, buffer.count) }
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw .last("read")
  }

  /// Writes what fits, write(2): the count, or nil when a non-blocking descriptor takes nothing now.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    let count = retrying { Glibc.write(raw, bytes.baseAddress, bytes.count) }
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw .last("write")
  }

  /// Sends what fits over a socket without ever raising SIGPIPE, send(2): the count, or nil when it takes nothing now.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    let count = retrying { Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw .last("send")
  }

  /// Makes the descriptor non-blocking or blocking, fcntl(2).
  package func setNonBlocking(_ on: Bool) throws(SystemError) {
    let flags = fcntl(raw, F_GETFL)
    guard flags >= 0, fcntl(raw, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) == 0 else {
      throw .last("fcntl")
    }
  }
}

/// Repeats a call for as long as signals interrupt it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
