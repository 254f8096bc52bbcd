import Foundation
import Gpsd
import PlacedTestKit
import PlacesCore
import Testing

/// The same over a drive and a stand that were recorded.
@Suite(.serialized, .enabled(if: RealData.isThere, "\(RealData.comment)"))
struct DutyRealDataTests {
  private static let seconds = 1200

  /// A logger's track through a town, a position for each second by interpolation.
  private func drive() throws -> [Fix] {
    let path = "\(try #require(RealData.directory))/data/tracks/gothenburg-mtk.gpx"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let pattern = /<trkpt lat="(-?[0-9.]+)" lon="(-?[0-9.]+)".*?<time>([^<]*)<\/time>/.dotMatchesNewlines()
    let points = text.matches(of: pattern).compactMap { match -> (Double, Coordinate)? in
      guard let latitude = Double(match.1), let longitude = Double(match.2),
        let place = Coordinate(latitude: latitude, longitude: longitude),
        let time = Timestamp(text: String(match.3).utf8)
      else { return nil }
      return (Double(time.microseconds) * 1e-6, place)
    }
    let start = try #require(points.first).0
    var fixes: [Fix] = []
    for (a, b) in zip(points, points.dropFirst()) where b.0 > a.0 && b.0 - a.0 <= 10 {
      for second in stride(from: a.0.rounded(.up), to: b.0, by: 1) {
        let way = a.1.offset(to: b.1)
        let part = (second - a.0) / (b.0 - a.0)
        let place = a.1.moved(by: PlanePoint(east: way.east * part, north: way.north * part)) ?? a.1
        let speed = way.length.value / (b.0 - a.0)
        fixes.append(.at(place, second: second - start, accuracy: 6, speed: speed))
      }
    }
    return Array(fixes.prefix(DutyRealDataTests.seconds))
  }

  /// A receiver that stood still, its log played to and fro.
  private func stand() throws -> [Fix] {
    let path = "\(try #require(RealData.directory))/data/gpsd/3.22/bu303-stillfix.log.chk"
    let receiver = try #require(RecordedReceiver(settings: GpsdSettings()))
    var fixes: [Fix] = []
    for line in try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")) {
      for event in receiver.receive(Array(line)[...]) ?? [] {
        if case .fix(let fix) = event.event { fixes.append(fix) }
      }
    }
    try #require(fixes.count >= 5)
    let way = fixes + fixes.reversed()
    return (0..<DutyRealDataTests.seconds).map { way[$0 % way.count] }
  }

  @Test(arguments: DesiredAccuracy.allCases)
  func `the receiver works no more than the accuracy needs over recorded ways`(mode: DesiredAccuracy)
    async throws
  {
    for (name, fixes) in [("drive", try drive()), ("stand", try stand())] {
      #expect(fixes.count == DutyRealDataTests.seconds)
      let outcome = try await onLoop {
        let bench = try await DutyBench(mode)
        defer { bench.close() }
        return try await bench.run(fixes)
      }
      if getenv("PLACED_BENCH") != nil { print("\(mode.rawValue), recorded \(name): \(outcome)") }
      // A receiver that never comes to ten metres is watched for half a minute in each forty seconds.
      let share = mode == .nearestTenMeters ? 0.8 : DutyTests.shares[mode] ?? 0
      #expect(outcome.share <= share, "\(outcome)")
      #expect(outcome.gaps.isEmpty && outcome.deliveries >= 1)
      if name == "stand", mode != .bestForNavigation { #expect(outcome.deliveries <= 2, "\(outcome)") }
    }
  }
}
