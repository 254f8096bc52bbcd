/// Waiting timers, soonest last; equal deadlines go off in the order they were set.
struct TimerQueue {
  /// Names one timer: its deadline in nanoseconds on CLOCK_BOOTTIME and a serial number.
  struct Key: Comparable {
    var deadline: Int64
    var serial: UInt64

    static func < (left: Key, right: Key) -> Bool {
      (left.deadline, left.serial) < (right.deadline, right.serial)
    }
  }

  private struct Entry {
    var key: Key
    var handler: @Loop () -> Void
  }

  private var entries: [Entry] = []
  private var serial: UInt64 = 0

  /// When the soonest timer is due, nil when none waits.
  var soonest: Int64? { entries.last?.key.deadline }

  /// Adds a timer and names it.
  mutating func add(deadline: Int64, handler: @escaping @Loop () -> Void) -> Key {
    serial += 1
    let key = Key(deadline: deadline, serial: serial)
    entries.insert(Entry(key: key, handler: handler), at: position(of: key))
    return key
  }

  /// Removes a timer; nothing happens if it has gone off.
  mutating func remove(_ key: Key) {
    let index = position(of: key)
    if index < entries.count, entries[index].key == key { entries.remove(at: index) }
  }

  /// Takes out the soonest timer if it is due.
  mutating func popDue(now: Int64) -> (@Loop () -> Void)? {
    guard let last = entries.last, last.key.deadline <= now else { return nil }
    entries.removeLast()
    return last.handler
  }

  /// The first index whose key is not later than `key`, by bisection.
  private func position(of key: Key) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key > key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
