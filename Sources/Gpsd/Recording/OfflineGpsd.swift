import CGps

/// Reads recorded lines as `GpsdConnection` reads those that come: through libgps, which keeps a state from line to line.
final class OfflineGpsd {
  private let handle: OpaquePointer

  /// Nil without memory.
  init?() {
    guard let handle = cgps_offline() else { return nil }
    self.handle = handle
  }

  deinit { cgps_close(handle) }

  /// What a line says; one that is no whole object is `broken`.
  func report(of line: ArraySlice<UInt8>) -> GpsdReport {
    let event = line.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return CGPS_BROKEN }
      return cgps_unpack(handle, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return GpsdReport(event, of: handle) ?? .broken
  }
}
