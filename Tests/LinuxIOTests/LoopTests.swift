import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct LoopTests {
  @Test func workRunsInOrder() async {
    let seen: [Int] = await onLoop {
      var seen: [Int] = []
      await withCheckedContinuation { done in
        for number in 0..<100 { Loop.post { seen.append(number) } }
        Loop.post { done.resume() }
      }
      return seen
    }
    #expect(seen == Array(0..<100))
  }

  @Test func workFromManyThreadsAllArrives() async {
    Loop.startOnOwnThread()
    let counter = await onLoop { Counter() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { for _ in 0..<100 { await counter.add() } }
      }
    }
    #expect(await counter.count == 5000)
  }

  @Test func theLoopIsKnownToTheRuntime() async {
    await onLoop { Loop.shared.preconditionIsolated() }
    #expect(await onLoop { Loop.assumeIsolated { 42 } } == 42)
  }

  @Test func timersGoOffInOrderOfDeadline() async {
    let seen: [Int] = await onLoop {
      var seen: [Int] = []
      await withCheckedContinuation { done in
        Loop.shared.timer(after: .milliseconds(30)) {
          seen.append(3)
          done.resume()
        }
        Loop.shared.timer(after: .milliseconds(10)) { seen.append(1) }
        Loop.shared.timer(after: .milliseconds(20)) { seen.append(2) }
        Loop.shared.timer(after: .milliseconds(15)) { seen.append(9) }.cancel()
        Loop.shared.timer(after: .zero) { seen.append(0) }
      }
      return seen
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test func aTimerNeverGoesOffEarly() async {
    let waited: Int64 = await onLoop {
      let start = Clock.bootNanoseconds()
      await withCheckedContinuation { done in
        Loop.shared.timer(after: .milliseconds(5)) { done.resume() }
      }
      return Clock.bootNanoseconds() - start
    }
    #expect(waited >= 5_000_000)
  }

  @Test func aTimerMayCancelTheNextOneOfItsTurn() async {
    let seen: [Int] = await onLoop {
      var seen: [Int] = []
      await withCheckedContinuation { done in
        var second: LoopTimer?
        Loop.shared.timer(after: .milliseconds(1)) {
          seen.append(1)
          second?.cancel()
        }
        second = Loop.shared.timer(after: .milliseconds(1)) { seen.append(2) }
        Loop.shared.timer(after: .milliseconds(2)) { done.resume() }
        // Both are due in one turn.
        let start = Clock.bootNanoseconds()
        while Clock.bootNanoseconds() < start + 3_000_000 {}
      }
      return seen
    }
    #expect(seen == [1])
  }

  @Test func durationsBeyondCountingAreHeldAtTheEnd() {
    #expect(Duration.seconds(Int64.max).nanoseconds == .max)
    #expect(Duration.seconds(Int64.min).nanoseconds == .min)
    #expect(Duration.milliseconds(-1500).nanoseconds == -1_500_000_000)
  }

  @Test func aTimerOfForeverWaits() async {
    await onLoop { Loop.shared.timer(after: .seconds(Int64.max)) { Issue.record("went off") }.cancel() }
  }

  @Test func signalsArriveOnTheLoop() async throws {
    let seen: Int32 = try await onLoop {
      try await withCheckedThrowingContinuation { done in
        do {
          try Loop.shared.onSignals([SIGWINCH]) { done.resume(returning: $0) }
          pthread_kill(pthread_self(), SIGWINCH)
        } catch {
          done.resume(throwing: error)
        }
      }
    }
    #expect(seen == SIGWINCH)
  }

  @Test func blockingWorkComesBackOnTheLoop() async {
    let result: [Int] = await onLoop {
      let work = BlockingWork()
      var seen: [Int] = []
      await withCheckedContinuation { done in
        for number in 0..<10 {
          work.run {
            number * number
          } then: {
            Loop.shared.assertIsolated()
            seen.append($0)
            if number == 9 { done.resume() }
          }
        }
      }
      return seen
    }
    #expect(result == (0..<10).map { $0 * $0 })
  }
}

@Loop private final class Counter {
  var count = 0
  func add() { count += 1 }
}
