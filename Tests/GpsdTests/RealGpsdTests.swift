import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// The link against a real gpsd that gets NMEA sentences.
@Suite(.enabled(if: RealGpsd.isInstalled, "gpsd is not installed"), .timeLimit(.minutes(2)))
struct RealGpsdTests {
  @Test func sentencesBecomeFixes() async throws {
    let gpsd = try await RealGpsd()
    defer { gpsd.stop() }
    try await onLoop {
      var settings = GpsdSettings()
      settings.host = "127.0.0.1"
      settings.port = "\(gpsd.port)"
      let events = Recorder<GpsdEvent>()
      let link = GpsdLink(settings: settings) { events.append($0) }
      defer { link.stop() }
      link.start()
      try await events.first("searching") {
        if case .source(.receiver(let state)) = $0 { state.kind == .searching } else { false }
      }
      gpsd.send(
        "GPRMC,120000.00,A,5206.0000,N,01012.0000,E,1.0,90.0,210826,,,A",
        "GPGGA,120000.00,5206.0000,N,01012.0000,E,1,08,0.9,80.0,M,45.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,0.9,1.2")
      let fix = try await events.eventually("3D fix") {
        for case .source(.fix(let fix)) in events.all where fix.dimension == .three { return fix }
        return nil
      }
      #expect(fix.coordinate.distance(to: p0).value < 0.1)
      // HDOP 0.9 x 19 m is 95 %.
      #expect(fix.horizontalAccuracy.map { abs($0.value - 17.1 * ratio) < 0.1 } == true)
      #expect(fix.altitude == 80)
      #expect(fix.device == gpsd.device)
      #expect(link.receiver == ReceiverState(.fix3D, device: gpsd.device, driver: "NMEA0183"))
      #expect(events.all.contains(.connected(release: link.release ?? "")))

      // The receiver loses the sky.
      gpsd.send("GPRMC,120001.00,V,,,,,,,210826,,,N", "GPGGA,120001.00,,,,,0,00,99.9,,M,,M,,")
      try await events.first(skipping: events.all.count, "lost fix") {
        if case .source(.receiver(let state)) = $0 { state.kind == .searching } else { false }
      }

      // gpsd is gone.
      gpsd.stop()
      try await events.first("loss") { if case .lost = $0 { true } else { false } }
      #expect(link.receiver.why == "gpsd unreachable at 127.0.0.1:\(gpsd.port)")
    }
  }
}

/// From the 95 % radius to the 68 % radius.
private let ratio = CircularError.radius68 / CircularError.radius95
