import Glibc
import Synchronization

/// Ctrl-C and termination: noted, so that the import ends by itself and clears up. A second one kills.
enum StopSignal {
  private static let received = Atomic<Bool>(false)

  static var isReceived: Bool { received.load(ordering: .relaxed) }

  static func listen() {
    // The first use makes the flag: not in a signal handler.
    received.store(false, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in StopSignal.received.store(true, ordering: .relaxed) }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
    // Both become errors of write(2): nobody reads, and the file is larger than is allowed (setrlimit(2)).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
