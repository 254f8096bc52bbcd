import LinuxIO
import PlaceEngine
import PlacesCore

/// A receiver that is made up: it says each second that the device is where somebody has put it.
@Loop
final class Simulation {
  private var fix: Fix
  private let time: any TimeSource
  private let tell: @Loop (FixEvent) -> Void
  private var timer: LoopTimer?

  /// What it is called in the place of a device.
  static let device = "simulated"

  init(
    at fix: Fix, time: any TimeSource = SystemTime.shared, tell: @escaping @Loop (FixEvent) -> Void
  ) {
    self.fix = fix
    self.time = time
    self.tell = tell
  }

  func begin() {
    // The real receiver's last fix is none of this one's.
    tell(.receiver(ReceiverState(.searching, why: "the location is simulated", device: Simulation.device)))
    tell(.receiver(ReceiverState(.fix2D, why: "the location is simulated", device: Simulation.device)))
    report()
  }

  /// Puts the device somewhere else.
  func move(to fix: Fix) {
    self.fix = fix
    report()
  }

  /// The made-up location counts no more.
  func end() {
    timer?.cancel()
    timer = nil
    tell(.receiver(ReceiverState(.searching, why: "the simulation has ended")))
  }

  private func report() {
    timer?.cancel()
    fix.arrival = Instant(nanoseconds: time.bootNanoseconds)
    fix.time = Timestamp(microseconds: time.wallMicroseconds)
    fix.device = Simulation.device
    fix.simulated = true
    tell(.fix(fix))
    timer = time.timer(after: .seconds(1)) { [weak self] in self?.report() }
  }
}
