import Glibc
import LinuxIO
import PlacedTestKit
import Testing

@Suite struct LoopTests {
  @Test func jobsRunInOrder() async {
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
}
