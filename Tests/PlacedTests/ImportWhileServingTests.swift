import Glibc
import JSON
import LinuxIO
import PlacedTestKit
import PlacesCore
import Testing

/// An import beside a daemon that is asked all the time.
@Suite struct ImportWhileServingTests {
  @Test("SQL-07: no call fails, none is slow, and the new data is there within 5 s")
  func importWhileServing() async throws {
    let daemon = try await DaemonHarness(places: [])
    try await daemon.settle()
    // Places enough for an import of some seconds, one of them where the device is.
    let input = daemon.directory.file("large.geojsonseq")
    let file = try #require(fopen(input, "w"))
    for number in 0..<60_000 {
      let point =
        number == 0
        ? Coordinate.p0 : try #require(Coordinate.p0.moved(by: PlanePoint(east: Double(number), north: 5000)))
      fputs(
        #"{"type":"Feature","id":"t:\#(number)","geometry":{"type":"Point","coordinates":[\#(point.longitude),\#(point.latitude)]},"#
          + #""properties":{"name":"Place \#(number)","amenity":"cafe"}}"# + "\n", file)
    }
    fclose(file)
    let program = try RunningProgram(
      "placed-import", [input, "-o", daemon.directory.file("places/large.places")], in: daemon.directory.path)
    var milliseconds: [Double] = []
    var imported: Double?
    var live: Double?
    // Ten times a second, until the data is there.
    while live == nil, milliseconds.count < 1200 {
      if milliseconds.count.isMultiple(of: 10) { await daemon.fix(.p0) }
      let start = Double(Clock.bootNanoseconds()) / 1e6
      let list = try daemon.call("Places.GetLikelyPlaces")["likelyPlaces"]?["places"]?.arrayValue ?? []
      let now = Double(Clock.bootNanoseconds()) / 1e6
      milliseconds.append(now - start)
      if let code = program.exitCode(), imported == nil {
        #expect(code == 0, "\(program.errorText)")
        imported = now
      }
      if list.contains(where: { $0["place"]?["name"]?.stringValue == "Place 0" }) { live = now }
      _ = poll(within: max(0, 0.1 - (now - start) / 1000)) { () -> Bool? in nil }
    }
    let last = try #require(live)
    if let imported { #expect(last - imported < 5000) }
    milliseconds.sort()
    #expect(milliseconds.count >= 5)
    #expect(milliseconds[milliseconds.count * 99 / 100] < 100)
  }
}
