extension PositionReport {
  /// The same report with what it lacks taken from an earlier one of the same epoch.
  func completed(by earlier: PositionReport) -> PositionReport {
    var merged = self
    merged.mode = max(mode, earlier.mode)
    merged.status = max(status, earlier.status)
    // Half a position is none: the two go together.
    if !latitude.isFinite || !longitude.isFinite {
      merged.latitude = earlier.latitude
      merged.longitude = earlier.longitude
    }
    for field in PositionReport.optionalFields where !merged[keyPath: field].isFinite {
      merged[keyPath: field] = earlier[keyPath: field]
    }
    return merged
  }

  private static let optionalFields: [WritableKeyPath<PositionReport, Double> & Sendable] = [
    \.altitudeMSL, \.altitudeHAE, \.altitudeOld, \.eph, \.epx, \.epy, \.epv, \.track, \.epd, \.speed, \.eps,
  ]
}
