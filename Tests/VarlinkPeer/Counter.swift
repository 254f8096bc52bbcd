import JSON
import LinuxIO
import Varlink

/// A stream without an end, for the checks of the conformance kit.
@Loop
enum Counter {
  static let methods = ["Count": VarlinkService.Method(requiresMore: true) { count($0, from: 0) }]

  /// Replies now, and then once a second for as long as the client reads.
  private static func count(_ call: VarlinkCall, from number: Int) {
    guard call.isOpen else { return }
    call.reply(["number": .int(number)], continues: true)
    Loop.shared.timer(after: .seconds(1)) {
      call.whenWritable { count(call, from: number + 1) }
    }
  }

  nonisolated static let description = """
    # A stream to try subscriptions with.
    interface io.placed.Peer

    # Counts, once a second.
    # [Requires 'more' flag]
    method Count() -> (number: int)

    """
}
