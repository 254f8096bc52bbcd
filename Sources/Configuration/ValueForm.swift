import PlacesCore

/// How one kind of value is written in a file.
struct ValueForm<Value> {
  /// What is expected, in words.
  let expected: String
  /// Nil if the text is not what is expected.
  let read: (String) -> Value?
  let write: (Value) -> String
}

extension ValueForm<String> {
  static var text: Self { Self(expected: "text", read: { $0 }, write: { $0 }) }

  static var path: Self {
    Self(expected: "an absolute path", read: { $0.hasPrefix("/") ? $0 : nil }, write: { $0 })
  }
}

extension ValueForm<[String]> {
  static var paths: Self {
    Self(
      expected: "absolute paths separated by colons",
      read: { text in
        let paths = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        return paths.allSatisfy { $0.hasPrefix("/") } ? paths : nil
      },
      write: { $0.joined(separator: ":") })
  }
}

extension ValueForm<Bool> {
  /// The words that systemd takes.
  static var bool: Self {
    Self(
      expected: "yes or no",
      read: { text in
        switch text.lowercased() {
        case "yes", "true", "on", "1", "y", "t": true
        case "no", "false", "off", "0", "n", "f": false
        default: nil
        }
      },
      write: { $0 ? "yes" : "no" })
  }
}

extension ValueForm<Int> {
  static func count(_ range: ClosedRange<Int>) -> Self {
    Self(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      read: { Int($0).flatMap { range.contains($0) ? $0 : nil } },
      write: { String($0) })
  }
}

extension ValueForm<UInt32> {
  /// Permission bits of a file.
  static var mode: Self {
    Self(
      expected: "an octal mode such as 0660",
      read: { UInt32($0, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } },
      write: { "0" + String($0, radix: 8) })
  }
}

extension ValueForm<Double> {
  static func number(_ range: ClosedRange<Double>, _ expected: String) -> Self {
    Self(
      expected: expected,
      read: { Double($0).flatMap { range.contains($0) ? $0 : nil } },
      write: { value in
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
      })
  }
}

extension ValueForm<Metres> {
  /// Up to half the way round the earth.
  static var metres: Self {
    let form = ValueForm<Double>.number(0...20_037_508, "metres from 0 to 20037508")
    return Self(
      expected: form.expected, read: { form.read($0).map { Metres($0) } }, write: { form.write($0.value) })
  }
}

extension ValueForm<Duration> {
  static func seconds(_ range: ClosedRange<Double>) -> Self {
    let form = ValueForm<Double>.number(
      range, "seconds from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    return Self(
      expected: form.expected, read: { form.read($0).map { .seconds($0) } }, write: { form.write($0.seconds) }
    )
  }
}

extension ValueForm<HostPort> {
  static var hostPort: Self {
    Self(expected: "HOST:PORT", read: { HostPort(parsing: $0) }, write: { $0.description })
  }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
  /// One of an enum's names.
  static var name: Self { name(of: Array(Value.allCases)) }

  /// One of some of an enum's names.
  static func name(of values: [Value]) -> Self {
    let names = values.map(\.rawValue)
    return Self(
      expected: "one of " + names.joined(separator: ", "),
      read: { names.contains($0) ? Value(rawValue: $0) : nil }, write: { $0.rawValue })
  }
}

extension ValueForm<DesiredAccuracy> {
  /// All but `reduced`, as long as locations cannot be reduced.
  static var accuracy: Self { name(of: DesiredAccuracy.allCases.filter { $0 != .reduced }) }
}
