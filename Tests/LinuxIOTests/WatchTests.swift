import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct WatchTests {
  @Test func aThousandDescriptors() async throws {
    try await onLoop {
      try Limits.raiseDescriptors(to: 4096)
      var pairs: [(FileDescriptor, FileDescriptor)] = []
      for _ in 0..<1000 { pairs.append(try UnixSocket.pair()) }
      var seen = 0
      await withCheckedContinuation { done in
        for (near, far) in pairs {
          try? Loop.shared.watch(near.raw, for: .readable) { _ in
            Loop.shared.unwatch(near.raw)
            seen += 1
            if seen == 1000 { done.resume() }
          }
          far.put(1)
        }
      }
      #expect(seen == 1000)
    }
  }

  @Test func staleEventsDoNotReachAReusedNumber() async throws {
    try await onLoop {
      let (a, a2) = try UnixSocket.pair()
      let (b, b2) = try UnixSocket.pair()
      let (silent, silent2) = try UnixSocket.pair()
      var heard: [String] = []
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        // Whichever is told first takes the other away and puts a silent socket on its number.
        @Loop func first(_ name: String, victim: FileDescriptor) {
          heard.append(name)
          Loop.shared.unwatch(a.raw)
          Loop.shared.unwatch(b.raw)
          #expect(dup2(silent.raw, victim.raw) == victim.raw)
          try? Loop.shared.watch(victim.raw, for: .readable) { _ in heard.append("stale") }
          Loop.post {
            Loop.post {
              Loop.shared.unwatch(victim.raw)
              done.resume()
            }
          }
        }
        try? Loop.shared.watch(a.raw, for: .readable) { _ in first("a", victim: b) }
        try? Loop.shared.watch(b.raw, for: .readable) { _ in first("b", victim: a) }
        a2.put(1)
        b2.put(1)
      }
      #expect(heard == ["a"] || heard == ["b"])
      #expect(silent2.raw >= 0)
    }
  }

  @Test func theEndOfAPeerIsReadable() async throws {
    let ready: Readiness = try await onLoop {
      let (near, far) = try UnixSocket.pair()
      return await withCheckedContinuation { done in
        try? Loop.shared.watch(near.raw, for: .readable) { ready in
          Loop.shared.unwatch(near.raw)
          done.resume(returning: ready)
        }
        far.close()
      }
    }
    #expect(ready.contains([.readable, .hangup]))
  }

  @Test func aPausedDescriptorTellsOfAHangupOnce() async throws {
    try await onLoop {
      let (near, far) = try UnixSocket.pair()
      let seen = Recorder<Readiness>()
      try Loop.shared.watch(near.raw, for: .readable) { seen.append($0) }
      Loop.shared.rewatch(near.raw, for: [])
      far.put(1)
      far.close()
      try await seen.first("hangup")
      await withCheckedContinuation { done in Loop.shared.timer(after: .milliseconds(5)) { done.resume() } }
      Loop.shared.unwatch(near.raw)
      #expect(seen.all == [.hangup])
    }
  }

  @Test func writableComesAndGoes() async throws {
    try await onLoop {
      let (near, far) = try UnixSocket.pair()
      while near.put(4096) != nil {}
      var told = 0
      await withCheckedContinuation { done in
        try? Loop.shared.watch(near.raw, for: .writable) { ready in
          #expect(ready == .writable)
          told += 1
          Loop.shared.rewatch(near.raw, for: .readable)
          Loop.post { done.resume() }
        }
        Loop.post {
          #expect(told == 0)
          while far.take(65536) != nil {}
        }
      }
      #expect(told == 1)
      Loop.shared.unwatch(near.raw)
    }
  }

  @Test func whatCannotBeWatchedIsAnError() async throws {
    await onLoop {
      #expect(throws: SystemError(code: EBADF, call: "epoll_ctl")) {
        try Loop.shared.watch(9999, for: .readable) { _ in }
      }
      #expect(throws: SystemError(code: EPERM, call: "epoll_ctl")) {
        let file = try FileDescriptor.open("/proc/self/exe", O_RDONLY)
        try Loop.shared.watch(file.raw, for: .readable) { _ in }
      }
    }
  }
}

extension FileDescriptor {
  /// Sends this many bytes of zero.
  @discardableResult
  fileprivate func put(_ count: Int) -> Int? {
    [UInt8](repeating: 0, count: count).withUnsafeBytes { try? send($0) }
  }

  /// Takes up to this many bytes.
  fileprivate func take(_ count: Int) -> Int? {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { try? read(into: $0) }
  }
}
