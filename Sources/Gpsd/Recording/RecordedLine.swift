import PlacesCore

/// A line of a recording of gpsd's reports, as `gpspipe -w` writes it, taken apart.
struct RecordedLine {
  /// When it was recorded, if `gpspipe` was told to say (`-t`, `-u`, `-uu`, `-Z`). A local time counts as UTC, as
  /// only the time between lines matters.
  var stamp: Timestamp?
  /// What gpsd sent.
  var report: ArraySlice<UInt8>

  /// Nil for a line that is neither a report nor a report after a time.
  init?(_ line: ArraySlice<UInt8>) {
    guard let brace = line.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    report = line[brace...]
    guard brace > line.startIndex else { return }
    let prefix = line[..<brace]
    guard prefix.suffix(2).elementsEqual(": ".utf8) else { return nil }
    let text = prefix.dropLast(2)
    // With -uu both forms are there: the exact one is the last.
    let last = text.lastIndex(of: UInt8(ascii: " ")).map { text[($0 + 1)...] } ?? text
    guard let stamp = Timestamp(secondsText: last) ?? Timestamp(text: text) else { return nil }
    self.stamp = stamp
  }
}
