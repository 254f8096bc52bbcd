import CLinux
import Glibc

/// The epoll set: which descriptors are watched, for what, and who is told.
@Loop
final class Poller {
  private struct Watch {
    var generation: UInt32
    var interest: Readiness
    var handler: @Loop (Readiness) -> Void
  }

  private let epoll: FileDescriptor
  private var watches: [Int32: Watch] = [:]
  private var generation: UInt32 = 0
  private var events = [clinux_event](repeating: clinux_event(), count: 64)

  nonisolated init(epoll: FileDescriptor) {
    self.epoll = epoll
  }

  func watch(
    _ fd: Int32, for interest: Readiness, handler: @escaping @Loop (Readiness) -> Void
  ) throws(SystemError) {
    generation &+= 1
    guard clinux_epoll_add(epoll.raw, fd, interest.bits, token(fd, generation)) == 0 else {
      throw .last("epoll_ctl")
    }
    watches[fd] = Watch(generation: generation, interest: interest, handler: handler)
  }

  func rewatch(_ fd: Int32, for interest: Readiness) {
    guard let watch = watches[fd], watch.interest != interest else { return }
    watches[fd]?.interest = interest
    // Changing a registered descriptor allocates nothing: it fails only for one that its owner has closed.
    _ = clinux_epoll_modify(epoll.raw, fd, interest.bits, token(fd, watch.generation))
  }

  func unwatch(_ fd: Int32) {
    guard watches.removeValue(forKey: fd) != nil else { return }
    _ = clinux_epoll_remove(epoll.raw, fd)
  }

  /// Waits for events and tells the handlers; `timeout` in milliseconds, -1 without end, 0 only looks.
  ///
  /// A handler may unwatch, close and watch anew any descriptor. An event of the same batch that is meant for an
  /// earlier watch of that number carries an old generation and is dropped.
  func poll(timeout: Int32) {
    let count = clinux_epoll_wait(epoll.raw, &events, Int32(events.count), timeout)
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let event = events[index]
      let fd = Int32(truncatingIfNeeded: event.token)
      guard let watch = watches[fd], watch.generation == UInt32(truncatingIfNeeded: event.token >> 32) else {
        continue
      }
      let ready = Readiness(bits: event.bits, interest: watch.interest)
      watch.handler(ready)
    }
  }

  private func token(_ fd: Int32, _ generation: UInt32) -> UInt64 {
    UInt64(generation) << 32 | UInt64(UInt32(bitPattern: fd))
  }
}
