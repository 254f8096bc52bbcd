import LinuxIO
import PlaceEngine
import PlacedTestKit
import PlacesCore
import Testing

@testable import Gpsd

/// The link when gpsd is not there, goes, or says nothing.
@Suite(.timeLimit(.minutes(2))) struct GpsdOutageTests {
  @Test("GPS-19: a gpsd that is restarted is found again")
  func restart() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      try await bench.passFix(second: 0)
      try bench.gpsd.stopListening()
      bench.gpsd.hangUp()
      let state = try await bench.state(.absent, skipping: bench.states.count)
      #expect(state.why == "gpsd unreachable at 127.0.0.1:\(bench.gpsd.port)")
      // Refused, refused, refused: the waits double.
      for wait in [1, 2, 4] {
        try await bench.clock.timersSet.first("a wait of \(wait) s") { $0 == .seconds(wait) }
        if wait == 4 { try bench.gpsd.listenAgain() }
        bench.clock.advance(by: .seconds(wait))
      }
      try await bench.gpsd.serve(skipping: bench.gpsd.heard.all.count)
      let fix = try await bench.passFix(second: 7, north: 200)
      #expect(abs(fix.coordinate.distance(to: p0).value - 200) < 1)
      #expect(bench.losses == ["gpsd hung up"])
      #expect(bench.gpsd.connections == 1)
    }
  }

  @Test func anAbsentGpsdIsToldOnceAndDialledForEver() async throws {
    try await onLoop {
      let bench = try LinkBench()
      defer { bench.close() }
      try bench.gpsd.stopListening()
      bench.link.start()
      var waits: [Duration] = []
      for number in 0..<9 {
        let wait = try await bench.clock.timersSet.first(skipping: number, "wait \(number)")
        waits.append(wait)
        bench.clock.advance(by: wait)
      }
      #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
      #expect(bench.losses == ["can't connect to host/port pair"])
      #expect(
        bench.states.map(\.why) == [
          "connecting to gpsd at 127.0.0.1:\(bench.gpsd.port)",
          "gpsd unreachable at 127.0.0.1:\(bench.gpsd.port)",
        ])
    }
  }

  @Test("GPS-21: a gpsd that is silent is asked, and left if it does not answer")
  func vanished() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      try await bench.passFix(second: 0)
      bench.clock.advance(by: .seconds(30))
      #expect(bench.link.receiver.kind == .stale)
      try await bench.gpsd.heard.first("question") { $0 == .line("?DEVICES;") }
      #expect(bench.gpsd.connections == 1)
      bench.clock.advance(by: .seconds(5))
      try await bench.gpsd.heard.first("end") { $0 == .closed }
      #expect(bench.losses == ["gpsd does not answer"])
      bench.clock.advance(by: .seconds(1))
      try await bench.gpsd.serve(skipping: bench.gpsd.heard.all.count)
      #expect(bench.gpsd.connections == 1)
      try await bench.passFix(second: 36)
    }
  }

  @Test func aGpsdWithNothingToSayIsKept() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      for round in 0..<5 {
        let heard = bench.gpsd.heard.all.count
        bench.clock.advance(by: .seconds(30))
        try await bench.gpsd.heard.first(skipping: heard, "question \(round)") { $0 == .line("?DEVICES;") }
        let ignored = bench.link.ignoredLines
        bench.gpsd.send(#"{"class":"DEVICES","devices":[]}"#, #"{"class":"WATCH","enable":true}"#)
        // The answer has come when the line after it is counted.
        while bench.link.ignoredLines == ignored { await bench.nextTurn() }
      }
      #expect(bench.losses.isEmpty)
      #expect(bench.gpsd.connections == 1)
      #expect(bench.link.receiver.why == "no receiver attached to gpsd")
    }
  }

  @Test("a gpsd that hangs up at once is not dialled without end")
  func hangingUpAtOnce() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      for wait in [1, 2, 4, 8] {
        bench.gpsd.hangUp()
        try await bench.clock.timersSet.first("a wait of \(wait) s") { $0 == .seconds(wait) }
        let heard = bench.gpsd.heard.all.count
        bench.clock.advance(by: .seconds(wait))
        try await bench.gpsd.serve(skipping: heard)
      }
    }
  }

  @Test func aLineWithoutEndEndsTheConnection() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      bench.gpsd.send(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
      try await bench.events.first("loss") { if case .lost = $0 { true } else { false } }
    }
  }

  @Test func `what never ends its line has not hung up, and the state says what it did`() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 8192)
      for _ in 0..<9 {
        bench.gpsd.send(bytes: piece)
        await bench.nextTurn()
      }
      let loss = try await bench.events.eventually("loss") { bench.losses.first }
      #expect(loss == "65536 bytes without the end of a line, which gpsd never sends")
      #expect(bench.link.receiver.kind == .absent)
      #expect(
        bench.link.receiver.why
          == "what answers at 127.0.0.1:\(bench.gpsd.port) is no gpsd: it sent 65536 bytes without the end of a line"
      )
    }
  }

  @Test func `what does not speak as gpsd does is told, and a gpsd that comes after it is used`() async throws
  {
    try await onLoop {
      let bench = try LinkBench()
      defer { bench.close() }
      bench.gpsd.greeting = "HTTP/1.1 400 Bad Request"
      bench.link.start()
      try await bench.gpsd.serve()
      let why = try await bench.events.eventually("state") {
        bench.states.last?.why.flatMap { $0.contains("what answers") ? $0 : nil }
      }
      #expect(
        why == "what answers at 127.0.0.1:\(bench.gpsd.port) does not write reports as gpsd does")
      bench.gpsd.send(FakeGpsd.banner)
      try await bench.passFix(second: 1)
      #expect(bench.link.receiver.kind == .fix3D)
    }
  }

  @Test func `reports with blanks between their parts are read`() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      bench.gpsd.send(
        fixLine(second: 1).replacing("\":", with: "\" : ").replacing(",\"", with: ", \""))
      let fix = try await bench.events.eventually("fix") { bench.fixes.first }
      bench.clock.advance(by: .seconds(1))
      let plain = try await bench.passFix(second: 2)
      #expect(fix.coordinate == plain.coordinate && fix.horizontalAccuracy == plain.horizontalAccuracy)
    }
  }

  @Test(
    "values that are none make no position",
    arguments: ["null", "true", "NaN", "nan", "0x10", "--5", "5 2", "52..1", "", "1e", "-"])
  func unsoundValues(value: String) async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      bench.gpsd.send(
        #"{"class":"TPV","device":"DEV_A","mode":3,"time":"2026-08-21T12:00:00.000Z","lat":\#(value),"lon":10.2}"#
      )
      let fix = try await bench.passFix(second: 1)
      #expect(bench.fixes == [fix])
      #expect(bench.link.brokenLines == 1)
    }
  }

  @Test func aFloodLeavesRoomForOthers() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      bench.gpsd.send(bytes: Array(String(repeating: "{\"class\":\"PPS\"}\r\n", count: 5000).utf8))
      try await bench.passFix(second: 1)
      #expect(bench.link.ignoredLines >= 5000)
    }
  }

  @Test func stoppingHangsUpAndStartingDialsAgain() async throws {
    try await onLoop {
      let bench = try await LinkBench.connected()
      defer { bench.close() }
      try await bench.passFix(second: 0)
      let told = bench.events.all.count
      bench.link.stop()
      #expect(bench.events.all.dropFirst(told) == [.source(.receiver(ReceiverState(.off)))])
      try await bench.gpsd.heard.first("end") { $0 == .closed }
      bench.clock.advance(by: .seconds(600))
      #expect(bench.gpsd.connections == 0)
      let heard = bench.gpsd.heard.all.count
      bench.link.start()
      try await bench.gpsd.serve(skipping: heard)
      try await bench.passFix(second: 5)
    }
  }

  @Test func stoppingAndStartingWhileDiallingMakesOneConnection() async throws {
    try await onLoop {
      let bench = try LinkBench()
      defer { bench.close() }
      for _ in 0..<10 {
        bench.link.start()
        bench.link.stop()
      }
      bench.link.start()
      try await bench.gpsd.serve()
      try await bench.passFix(second: 0)
      #expect(bench.gpsd.heard.all.filter { $0 == .connected }.count == 1)
    }
  }

  @Test func anOwnerMayStopTheLinkOnWhatItIsTold() async throws {
    try await onLoop {
      let gpsd = try FakeGpsd()
      defer { gpsd.close() }
      var settings = GpsdSettings()
      settings.host = "127.0.0.1"
      settings.port = "\(gpsd.port)"
      let events = Recorder<GpsdEvent>()
      var link: GpsdLink?
      link = GpsdLink(settings: settings) { event in
        events.append(event)
        if case .source(.fix) = event { link?.stop() }
      }
      link?.start()
      try await gpsd.serve()
      gpsd.send(fixLine(second: 0), fixLine(second: 1), fixLine(second: 2))
      try await gpsd.heard.first("end") { $0 == .closed }
      #expect(events.all.last == .source(.receiver(ReceiverState(.off))))
      #expect(events.all.filter { if case .source(.fix) = $0 { true } else { false } }.count == 1)
      link = nil
    }
  }
}
