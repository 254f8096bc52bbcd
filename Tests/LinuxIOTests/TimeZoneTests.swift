import Glibc
import LinuxIO
import PlacedTestKit
import Testing

struct TimeZoneTests {
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca",
    "America/St_Johns", "Pacific/Apia", "Europe/Dublin", "Asia/Tokyo", "UTC", "America/Sao_Paulo",
    "Africa/Cairo",
    "Asia/Jerusalem", "Pacific/Auckland",
  ]

  /// What the C library makes of it: offsets and texts of its own reader of the same files.
  @Test("offsets are those of the C library, from 1900 to 2500", arguments: zones)
  func library(name: String) throws {
    let zone = try #require(TimeZone(named: name), "no time zone database")
    try withZone(name) {
      var random = SeededRandom(seed: 5)
      var moments = (0..<4000).map { _ in Int64.random(in: -2_208_988_800...16_725_225_600, using: &random) }
      // Every hour around the changes of 2026 and of a year beyond the files' tables.
      for year in [1_767_225_600, 3_155_760_000] as [Int64] {
        moments += stride(from: year, to: year + 366 * 86_400, by: 3600 * 5 + 1)
      }
      for moment in moments {
        var (seconds, parts) = (time_t(moment), tm())
        localtime_r(&seconds, &parts)
        #expect(zone.offset(at: moment) == parts.tm_gmtoff, "\(name) at \(moment)")
      }
    }
  }

  private func withZone(_ name: String, _ body: () throws -> Void) throws {
    let former = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", ":\(name)", 1)
    tzset()
    defer {
      if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
      tzset()
    }
    try body()
  }

  @Test("LOC-14: the hour that comes twice has two offsets")
  func twice() throws {
    let zone = try #require(TimeZone(named: "America/New_York"))
    // 2026-11-01T05:30Z and 06:30Z.
    #expect(zone.offset(at: 1_793_511_000) == -4 * 3600)
    #expect(zone.offset(at: 1_793_514_600) == -5 * 3600)
  }

  @Test(
    "names that lead elsewhere are none",
    arguments: [
      "", "/etc/passwd", "../../../etc/passwd", "Europe/../../etc/passwd", "Europe", "Nowhere/At_All", "a b",
    ])
  func strangeName(name: String) {
    #expect(TimeZone(named: name) == nil)
  }

  @Test("broken files are none, and none of them traps")
  func broken() throws {
    let whole = try bytes(of: "\(TimeZone.directory)/America/New_York")
    #expect(TimeZone(whole) != nil)
    for count in stride(from: 0, to: whole.count, by: 3) { #expect(TimeZone(Array(whole[..<count])) == nil) }
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let range = Bool.random(using: &random) ? 0..<min(120, damaged.count) : damaged.indices
        if let index = range.randomElement(using: &random) {
          damaged[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      guard let zone = TimeZone(damaged) else { continue }
      for moment in [Int64.min, .max, 0, 1_800_000_000, 9_000_000_000] {
        #expect(abs(zone.offset(at: moment)) <= 200_000)
      }
    }
    for text in [
      "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "E5", "<+03-3", "EST5EDT,J0,J365", "EST99", "EST5EDT,,",
    ] {
      #expect(TimeZone(footer(text)) == nil, "\(text)")
    }
    for (text, offset) in [
      ("<+0330>-3:30", 12_600), ("EST5EDT,J60/0,J300/-2", -18_000),
      ("WGT3WGST,M3.5.0/-2,M10.5.0/-1", -10_800),
    ] {
      #expect(TimeZone(footer(text))?.offset(at: 1_797_000_000) == offset, "\(text)")
    }
  }

  /// A file of version 2 without transitions, with this footer.
  private func footer(_ text: String) -> [UInt8] {
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
    let block = header + [0, 0, 0, 0, 0, 0, 0]
    return block + block + Array("\n\(text)\n".utf8)
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "no time zone database")
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 100_000)
    return Array(buffer[..<fread(&buffer, 1, buffer.count, file)])
  }
}
