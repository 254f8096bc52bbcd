/// Bytes that are to be sent and that the socket has not taken yet.
struct OutputQueue {
  private var bytes: [UInt8] = []
  /// Index in `bytes` of the first byte that is not sent.
  private var head = 0

  var count: Int { bytes.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
  }

  /// Gives `send` what is there; it returns how many bytes it took.
  mutating func send<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let result = bytes.withUnsafeBytes { all in
      Result { () throws(Failure) in try send(UnsafeRawBufferPointer(rebasing: all[head...])) }
    }
    let taken = try result.get()
    head += taken
    if isEmpty {
      // An idle connection holds no buffer.
      bytes = []
      head = 0
    } else if head > bytes.count / 2 {
      bytes.removeFirst(head)
      head = 0
    }
    return taken
  }
}
