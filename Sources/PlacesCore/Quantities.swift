/// A length in metres.
package struct Metres: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  package var value: Double

  package init(_ value: Double) { self.value = value }
  package init(floatLiteral value: Double) { self.value = value }
  package init(integerLiteral value: Int) { self.value = Double(value) }

  package static func < (a: Metres, b: Metres) -> Bool { a.value < b.value }
  package static func + (a: Metres, b: Metres) -> Metres { Metres(a.value + b.value) }
  package static func - (a: Metres, b: Metres) -> Metres { Metres(a.value - b.value) }
  package static func * (factor: Double, a: Metres) -> Metres { Metres(factor * a.value) }
}

/// A moment on the clock that also counts suspend (`CLOCK_BOOTTIME`), in nanoseconds: what ages are made from.
package struct Instant: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// This moment moved by a duration; the ends of the clock's range hold.
  package static func + (a: Instant, b: Duration) -> Instant {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.wholeNanoseconds)
    return Instant(nanoseconds: overflow ? (b < .zero ? .min : .max) : sum)
  }

  /// The time that passed from `other` to this moment.
  package func since(_ other: Instant) -> Duration {
    .nanoseconds(nanoseconds.subtractingReportingOverflow(other.nanoseconds).partialValue)
  }
}

/// A point of civil time, in microseconds since 1970-01-01 UTC: a label, never the base of an age.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

extension Duration {
  /// The duration in whole nanoseconds, cut off at the range of 64 bits (292 years).
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, over) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return tooLong || over ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in whole milliseconds.
  package var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }

  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
