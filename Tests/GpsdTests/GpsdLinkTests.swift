import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// The link against a gpsd that sends what the cases say.
@Suite(.timeLimit(.minutes(2))) struct GpsdLinkTests {
  /// Runs a test with a connected link, on the loop.
  private func withLink(
    _ change: @Sendable @escaping (inout GpsdSettings) -> Void = { _ in },
    _ body: @Loop @Sendable @escaping (LinkBench) async throws -> Void
  ) async throws {
    try await onLoop {
      let bench = try await LinkBench.connected(change)
      defer { bench.close() }
      try await body(bench)
    }
  }

  @Test func aFixComesThroughWhole() async throws {
    try await withLink { bench in
      bench.gpsd.send(
        #"{"class":"DEVICES","devices":[{"path":"DEV_A","driver":"u-blox","activated":"2026-08-21T12:00:00.000Z"}]}"#
      )
      #expect(try await bench.state(.searching).driver == "u-blox")
      let fix = try await bench.passFix(second: 0)
      #expect(fix.coordinate == p0)
      #expect(fix.horizontalAccuracy == 19)
      #expect(fix.device == "DEV_A")
      #expect(fix.arrival == Instant(nanoseconds: bench.clock.bootNanoseconds))
      #expect(!fix.timeSuspect)
      #expect(bench.link.release == "3.22")
      #expect(GpsdLink.libraryVersion.split(separator: ".").count == 2)
    }
  }

  @Test("GPS-01: a receiver that loses its fix is told at once, once")
  func lostFix() async throws {
    try await withLink { bench in
      try await bench.passFix(second: 0)
      for second in 1...5 {
        bench.gpsd.send(
          #"{"class":"TPV","device":"DEV_A","mode":1,"time":"2026-08-21T12:00:0\#(second).000Z","ept":0.005}"#
        )
      }
      try await bench.state(.searching, skipping: 1)
      try await bench.passFix(second: 6)
      #expect(bench.states.map(\.kind).suffix(3) == [.fix3D, .searching, .fix3D])
      #expect(bench.fixes.count == 2)
    }
  }

  @Test("GPS-02: a gpsd that falls silent leaves a stale fix after 10 s")
  func silentGpsd() async throws {
    try await withLink { bench in
      try await bench.passFix(second: 0)
      bench.clock.advance(by: .seconds(9))
      #expect(bench.link.receiver.kind == .fix3D)
      bench.clock.advance(by: .seconds(20))
      #expect(bench.link.receiver.kind == .stale)
      #expect(bench.link.receiver.why == "no data from gpsd for 10 s")
      #expect(bench.states.filter { $0.kind == .stale }.count == 1)
    }
  }

  @Test("GPS-04: without error estimates the accuracy is unknown")
  func unknownAccuracy() async throws {
    try await withLink { bench in
      bench.gpsd.send(
        """
        {"class":"TPV","device":"DEV_A","mode":2,"time":"2026-08-21T12:00:00.000Z","ept":0.005,\
        "lat":52.100000000,"lon":10.200000000,"speed":0.051}
        """)
      try await bench.clock.timersSet.first("completion wait") { $0 == ReceiverTracker.completionTime }
      bench.clock.advance(by: ReceiverTracker.completionTime)
      let fix = try #require(bench.fixes.first)
      #expect(fix.coordinate == p0 && fix.horizontalAccuracy == nil && fix.speed == 0.051)
      #expect(bench.link.receiver.kind == .fix2D)
    }
  }

  @Test("GPS-05: 0/0 is no position by default, and one where it is allowed", arguments: [false, true])
  func nullIsland(isAccepted: Bool) async throws {
    try await withLink {
      $0.acceptsNullIsland = isAccepted
    } _: { bench in
      for second in 0..<3 {
        bench.gpsd.send(
          """
          {"class":"TPV","device":"DEV_A","mode":3,"time":"2026-08-21T12:00:0\(second).000Z",\
          "lat":0.000000000,"lon":0.000000000,"eph":19.000}
          """)
      }
      try await bench.passFix(second: 9)
      #expect(bench.fixes.count == (isAccepted ? 3 : 1))
    }
  }

  @Test("GPS-07, GPS-23: other classes and unknown ones move nothing, and are counted")
  func otherClasses() async throws {
    try await withLink { bench in
      try await bench.passFix(second: 0)
      let ignored = bench.link.ignoredLines
      bench.gpsd.send(
        """
        {"class":"GST","device":"DEV_A","time":"2026-08-21T12:00:00.000Z","rms":12.0,"major":5.0,"minor":4.0,\
        "orient":10.0,"lat":4.2,"lon":3.1,"alt":9.0}
        """,
        """
        {"class":"PPS","device":"DEV_P","real_sec":1787313600,"real_nsec":0,"clock_sec":1787313600,\
        "clock_nsec":286,"precision":-20}
        """,
        #"{"class":"NEWTHING","x":[1,2,{"y":null}]}"#)
      try await bench.passFix(second: 1)
      #expect(bench.fixes.map(\.coordinate) == [p0, p0])
      #expect(bench.link.ignoredLines == ignored + 3)
      #expect(bench.losses.isEmpty)
    }
  }

  @Test("GPS-09: half a line wakes nobody until the rest has come")
  func halfALine() async throws {
    try await onLoop {
      let gpsd = try FakeGpsd()
      defer { gpsd.close() }
      let port = "\(gpsd.port)"
      let worker = BlockingWork()
      let connection = try await withCheckedThrowingContinuation { done in
        worker.run {
          Result { try GpsdConnection(host: "127.0.0.1", port: port) }
        } then: {
          done.resume(with: $0)
        }
      }
      let reads = Recorder<GpsdConnection.Step>()
      try Loop.shared.watch(connection.descriptor, for: .readable) { _ in
        while true {
          let step = connection.next()
          reads.append(step)
          if step == .nothing || step == .closed { return }
        }
      }
      defer { Loop.shared.unwatch(connection.descriptor) }
      #expect(connection.watch())
      try await gpsd.serve()
      try await reads.first("banner") { $0 == .report(.version("3.22")) }
      let line = Array((fixLine() + "\r\n").utf8)
      let before = reads.all.count
      gpsd.send(bytes: Array(line[..<60]))
      // Once for these bytes, and then no more.
      try await reads.first(skipping: before, "the half line") { $0 == .nothing }
      await withCheckedContinuation { done in
        Loop.shared.timer(after: .milliseconds(100)) { done.resume() }
      }
      #expect(reads.all.count <= before + 2)
      gpsd.send(bytes: Array(line[60...]))
      try await reads.first(skipping: before, "the fix") {
        if case .report(.position) = $0 { true } else { false }
      }
    }
  }

  @Test("GPS-10: a long message in pieces disturbs nothing")
  func longMessage() async throws {
    try await withLink { bench in
      let satellites = (1...120).map {
        #"{"PRN":\#($0),"gnssid":0,"svid":\#($0),"el":45.0,"az":180.0,"ss":30.0,"used":false}"#
      }
      let line = Array(
        (#"{"class":"SKY","device":"DEV_A","hdop":0.9,"satellites":["# + satellites.joined(separator: ",")
          + "]}\r\n")
          .utf8)
      #expect(line.count > 8000)
      for start in stride(from: 0, to: line.count, by: 1400) {
        bench.gpsd.send(bytes: Array(line[start..<min(start + 1400, line.count)]))
        await bench.nextTurn()
      }
      let fix = try await bench.passFix(second: 1, north: 100)
      #expect(abs(fix.coordinate.distance(to: p0).value - 100) < 1)
      #expect(bench.link.brokenLines == 0)
      #expect(bench.losses.isEmpty)
    }
  }

  @Test("GPS-12: lines that are not JSON are used or skipped as a whole")
  func brokenLines() async throws {
    try await withLink { bench in
      bench.gpsd.send(
        fixLine(second: 0).replacing("19.0}", with: "19.000,}"),
        #"{"class":"TPV","device":"DEV_A","mode":3,"lat":52.1,,"#,
        #"{"class":"TPV","device":"DEV_A","mode":3,"lat":52.1,,}"#,
        #"{"class":"TPV","device":"DEV_A","mode":3,"lat":52.1,"lon":1"#,
        "garbage", "", "{}", #"{"class":"TPV","device":"DEV_A","mode":3,"lat":"52","lon":10.2}"#)
      try await bench.passFix(second: 1)
      #expect(bench.fixes.allSatisfy { $0.coordinate == p0 })
      #expect(bench.fixes.count <= 2)
      #expect(bench.link.brokenLines == 5)
      #expect(bench.losses.isEmpty)
    }
  }

  @Test(
    "lines that libgps would never end with",
    arguments: [
      #"{9"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":3}{9"class":"TPV"}"#,
      #"{"x":[{"class":"TPV"}]}"#,
      #"{"class":"TPV","mode":3} "class":"TPV"}"#, #"{"class":"DEVICES","devices":[{"class":"TPV"}]}"#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"a","new":{"x":5}},{"class":"DEVICE","path":"b"}]}"#,
      #"{"class":"DEVICES","devices":["#
        + (1...6).map { #"{"class":"DEVICE","path":"\#($0)","activated":"2026-08-21T12:00:00.000Z"}"# }
        .joined(separator: ",") + "]}",
    ])
  func endlessLines(line: String) async throws {
    try await withLink { bench in
      bench.gpsd.send(line)
      let fix = try await bench.passFix(second: 1)
      #expect(bench.fixes == [fix])
      #expect(bench.losses.isEmpty)
    }
  }

  @Test func `a pause is not silence, and the fix before it counts until it is stale`() async throws {
    try await withLink { bench in
      @Loop func watches(_ isOn: Bool, count: Int) async throws {
        try await bench.gpsd.heard.eventually("WATCH") {
          let lines = bench.gpsd.heard.all.compactMap { if case .line(let line) = $0 { line } else { nil } }
          return lines.count { $0.contains(#""enable":\#(isOn)"#) } == count ? true : nil
        }
      }
      bench.link.change(staleAfter: .seconds(300))
      try await bench.passFix(second: 0)
      bench.link.pause()
      try await watches(false, count: 1)
      bench.clock.advance(by: .seconds(120))
      #expect(bench.states.last?.kind == .fix3D)
      bench.link.resume()
      try await watches(true, count: 2)
      // The receiver begins without a fix, and is not even there at first.
      bench.gpsd.send(
        #"{"class":"DEVICES","devices":[]}"#, #"{"class":"TPV","device":"DEV_A","mode":1}"#)
      try await bench.passFix(second: 125)
      #expect(bench.states.last?.kind == .fix3D)
      #expect(bench.states.filter { $0.kind == .searching || $0.kind == .stale }.count <= 1)
      bench.link.pause()
      // Somebody wants it exactly: what the pause has left counts for as long as a new fix may take.
      bench.clock.advance(by: .seconds(100))
      bench.link.change(staleAfter: .seconds(10))
      bench.link.resume()
      #expect(bench.states.last?.kind == .fix3D)
      bench.clock.advance(by: .seconds(10))
      #expect(bench.states.last?.kind == .stale)
      #expect(bench.losses.isEmpty)
    }
  }

  @Test func aListOfReceiversIsRead() async throws {
    try await withLink { bench in
      bench.gpsd.send(
        """
        {"class":"DEVICES","devices":[\
        {"class":"DEVICE","path":"DEV_B","driver":"u-blox","activated":"2026-08-21T12:00:00.000Z","flags":1,\
        "native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00},\
        {"class":"DEVICE","path":"DEV_A","driver":"SiRF","activated":"2026-08-21T12:00:00.000Z"}]}
        """)
      #expect(try await bench.state(.searching) == ReceiverState(.searching, device: "DEV_A", driver: "SiRF"))
      try await bench.passFix(second: 1, device: "DEV_B")
      #expect(bench.link.receiver.driver == "u-blox")
    }
  }

  @Test("GPS-13: a receiver without a clock is used")
  func noTime() async throws {
    try await withLink { bench in
      for _ in 0..<2 {
        bench.gpsd.send(
          """
          {"class":"TPV","device":"DEV_A","mode":3,"lat":52.100000000,"lon":10.200000000,"altHAE":125.0,\
          "altMSL":80.0,"alt":80.0,"eph":19.000}
          """)
      }
      try await bench.events.eventually("two fixes") { bench.fixes.count == 2 ? true : nil }
      #expect(bench.fixes.allSatisfy { $0.time == nil && !$0.timeSuspect && $0.altitude == 80 })
    }
  }

  @Test(
    "GPS-14, GPS-16, GPS-17: wrong dates make suspect times, never old fixes",
    arguments: [
      ("2007-01-05T12:00:00.000Z", true), ("2019-04-07T12:00:00.000Z", true),
      ("1980-01-09T00:00:00.000Z", true),
      ("2026-08-21T12:00:17.000Z", false), ("99999999-01-05T12:00:00.000Z", true),
      ("2016-12-31T23:59:60.000Z", true), ("nonsense", false),
    ])
  func wrongDates(time: String, isSuspect: Bool) async throws {
    try await withLink { bench in
      bench.gpsd.send(#"{"class":"TPV","device":"DEV_A","mode":1,"time":"1980-01-06T00:03:36.000Z"}"#)
      bench.gpsd.send(
        #"{"class":"TPV","device":"DEV_A","mode":3,"time":"\#(time)","lat":52.1,"lon":10.2,"eph":19.0}"#)
      let fix = try await bench.events.eventually("fix") { bench.fixes.first }
      #expect(fix.coordinate == p0)
      #expect(fix.arrival == Instant(nanoseconds: bench.clock.bootNanoseconds))
      if time != "nonsense" { #expect(fix.timeSuspect == isSuspect) }
    }
  }

  @Test("GPS-17: time that goes back loses no fix")
  func timeGoesBack() async throws {
    try await withLink { bench in
      for (step, second) in [17, 18, 1, 2].enumerated() {
        try await bench.passFix(second: second, north: 5 * Double(step))
        bench.clock.advance(by: .seconds(1))
      }
      #expect(bench.fixes.count == 4)
    }
  }

  @Test("GPS-25, GPS-26: a configured receiver is the only one used")
  func configuredReceiver() async throws {
    try await withLink {
      $0.device = "DEV_B"
    } _: { bench in
      bench.gpsd.send(fixLine(second: 0, device: "DEV_A"))
      try await bench.events.eventually("absence") {
        bench.states.first { $0.why == "configured receiver DEV_B is absent; DEV_A is there" }
      }
      let fix = try await bench.passFix(second: 1, device: "DEV_B")
      #expect(bench.fixes == [fix])
    }
  }

  @Test("GPS-26: a receiver that goes is told, and the next one is followed")
  func renamedReceiver() async throws {
    try await withLink { bench in
      try await bench.passFix(second: 0)
      bench.gpsd.send(#"{"class":"DEVICE","path":"DEV_A","activated":0}"#)
      try await bench.events.eventually("absence") {
        bench.states.first { $0.why == "no receiver attached to gpsd" }
      }
      bench.gpsd.send(
        #"{"class":"DEVICE","path":"DEV_B","activated":"2026-08-21T12:00:01.000Z","driver":"NMEA0183"}"#)
      try await bench.passFix(second: 2, device: "DEV_B")
      #expect(bench.link.receiver.device == "DEV_B" && bench.link.receiver.driver == "NMEA0183")
    }
  }

  @Test("GPS-28: of a backlog only the newest counts")
  func backlog() async throws {
    try await withLink { bench in
      let lines = (0..<200).map { tenth in
        fixLine(north: Double(tenth)).replacing(
          "12:00:00.000", with: "12:00:\(10 + tenth / 10).\(tenth % 10)00")
      }
      bench.gpsd.send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n").utf8))
      try await bench.passFix(second: 59, north: 200)
      // A few turns at most, whatever the pieces it comes in.
      #expect(bench.fixes.count < 15)
      let newest = try #require(bench.fixes.last)
      #expect(abs(newest.coordinate.distance(to: p0).value - 200) < 1)
    }
  }

  @Test(
    "GPS-30: lines of old and new gpsd give the same position and altitude",
    arguments: [
      #""alt":80.0"#, #""altHAE":125.0,"altMSL":80.0"#, #""altHAE":125.0,"altMSL":80.0,"alt":80.0"#,
    ])
  func altitudes(fields: String) async throws {
    try await withLink { bench in
      bench.gpsd.send(
        """
        {"class":"TPV","device":"DEV_A","mode":3,"time":"2026-08-21T12:00:00.000Z","lat":52.1,"lon":10.2,\
        \(fields),"eph":19.0}
        """)
      let fix = try await bench.events.eventually("fix") { bench.fixes.first }
      #expect(fix.coordinate == p0 && fix.altitude == 80)
    }
  }

  @Test(
    "GPS-31: localhost is found wherever gpsd listens",
    arguments: [LoopbackSocket.Family.v4, .v6])
  func localhost(family: LoopbackSocket.Family) async throws {
    try await onLoop {
      // Where localhost has no IPv6 address, its own stands in.
      let bench = try await LinkBench.connected(host: family == .v4 ? "localhost" : "::1", family: family)
      defer { bench.close() }
      try await bench.passFix(second: 0)
    }
  }
}
