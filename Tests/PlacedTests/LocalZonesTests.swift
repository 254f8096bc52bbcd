import PlaceStore
import PlacedTestKit
import PlacesCore
import Testing

@testable import placed

@Suite struct LocalZonesTests {
  @Test(
    "local time is that of the region's zone",
    arguments: [("Asia/Tokyo", 9 * 3600), ("America/New_York", -4 * 3600)])
  func regionZone(name: String, offset: Int) throws {
    let directory = try TemporaryDirectory()
    let writer = try RegionWriter(path: directory.file("a.places"))
    try writer.add(
      Place(id: try #require(PlaceID("t:1")), name: "Somewhere", coordinate: .p0, types: [.establishment]))
    var info = RegionInfo(name: "Test")
    info.timeZone = name
    _ = try writer.finish(info)
    let regions = RegionSet(directories: [directory.path])
    regions.reload()
    var zones = LocalZones()
    // 2026-08-21T12:00Z, twice: the second time the zone is known.
    for _ in 0..<2 {
      let time = zones.localTime(Timestamp(microseconds: 1787313600_000_000), at: .p0, regions)
      #expect(time.utcOffset == offset)
      #expect(time.minute == 720 + offset / 60)
    }
  }
}
