import Foundation
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// The noise of real receivers that stood still, for an hour each.
@Suite(.enabled(if: RealData.isThere, "\(RealData.comment)"))
struct StandingRealDataTests {
  /// Logs of receivers that stood still, by gpsd's reports of them.
  private static let logs = [
    "bu303-stillfix", "greis-reset", "quectelLC79D", "rx210", "skytraq-fix", "telit-he910", "ublox-8",
    "ublox-neo-m8n",
    "zodiac", "ais-nmea", "oncore-binary", "ublox-zed-f9p-hp",
  ]

  /// How often a subscriber with the default filter is told of these fixes, played to and fro, one a second.
  private func deliveries(of fixes: [Fix]) -> Int {
    let way = fixes + fixes.reversed()
    var engine = Engine()
    let id = SubscriberID(1)
    _ = engine.handle(
      .subscribe(
        id, Interest(topics: [.location], distanceFilter: nil, fallback: 50, desiredAccuracy: .best)))
    var count = 0
    for second in 0..<3600 {
      var fix = way[second % way.count]
      fix.arrival = Instant(nanoseconds: Int64(second) * 1_000_000_000)
      if !engine.handle(.source(.fix(fix))).isEmpty { count += 1 }
    }
    return count
  }

  @Test("an hour of a standing receiver's recorded noise tells at most twice", arguments: logs)
  func logNoise(name: String) throws {
    let path = "\(try #require(RealData.directory))/data/gpsd/3.22/\(name).log.chk"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let receiver = try #require(RecordedReceiver(settings: GpsdSettings()))
    var fixes: [Fix] = []
    for line in data.split(separator: UInt8(ascii: "\n")) {
      for event in receiver.receive(Array(line)[...]) ?? [] {
        if case .fix(let fix) = event.event { fixes.append(fix) }
      }
    }
    try #require(fixes.count >= 5)
    let told = deliveries(of: fixes)
    #expect(told <= 2)
  }

  @Test("so does that of a phone that waits")
  func phoneNoise() throws {
    let root = "\(try #require(RealData.directory))/data/truth"
    var series: [String: [Fix]] = [:]
    for name in ["mobilitynet-mountainview-losaltos", "mobilitynet-mountainview-sanjose"] {
      let waits = Set(
        try rows(of: "\(root)/\(name)/dwells.csv").filter { $0["kind"] == "wait" }.compactMap {
          $0["dwell_id"]
        })
      for row in try rows(of: "\(root)/\(name)/fixes.csv") where waits.contains(row["dwell_id"] ?? "") {
        guard let latitude = row["lat"].flatMap(Double.init), let longitude = row["lon"].flatMap(Double.init),
          let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { continue }
        let key = "\(name) \(row["dwell_id"] ?? "") \(row["phone"] ?? "")"
        series[key, default: []].append(
          .at(coordinate, accuracy: row["accuracy_m"].flatMap(Double.init).map { Metres($0) }))
      }
    }
    let long = series.filter { $0.value.count >= 30 }
    try #require(long.count >= 5)
    // A phone that had only just arrived moves at first: that is told, each time anew.
    let often = long.filter { deliveries(of: $0.value) > 2 }
    #expect(often.count * 4 <= long.count, "\(often.keys.sorted())")
  }

  private func rows(of path: String) throws -> [[String: String]] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(names, $0), uniquingKeysWith: { $1 }) }
  }
}
