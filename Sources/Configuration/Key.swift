import PlacesCore

/// A key with its section.
struct KeyName: Hashable {
  let section: String
  let key: String
}

/// One key that may be configured: its name, what it takes, and where its value goes.
struct Key {
  let section: String
  let name: String
  /// What a value has to be, in words.
  let expected: String
  /// Takes a value over; false if it is not what is expected.
  let assign: (String, inout Draft) -> Bool
  /// Sets back to what the other draft has.
  let reset: (inout Draft, Draft) -> Void
  /// The value as a file would have it.
  let shown: (Draft) -> String

  init<Value>(
    _ section: String, _ name: String, _ path: WritableKeyPath<Draft, Value>, _ form: ValueForm<Value>
  ) {
    self.init(section, name, path, expected: form.expected, read: form.read, write: form.write)
  }

  /// A key that is nil at its default.
  init<Value>(
    _ section: String, _ name: String, _ path: WritableKeyPath<Draft, Value?>, optional form: ValueForm<Value>
  ) {
    self.init(
      section, name, path, expected: form.expected,
      read: { text in form.read(text).map { .some($0) } }, write: { $0.map(form.write) ?? "" })
  }

  private init<Value>(
    _ section: String, _ name: String, _ path: WritableKeyPath<Draft, Value>, expected: String,
    read: @escaping (String) -> Value?, write: @escaping (Value) -> String
  ) {
    self.section = section
    self.name = name
    self.expected = expected
    assign = { text, draft in
      guard let value = read(text) else { return false }
      draft[keyPath: path] = value
      return true
    }
    reset = { draft, defaults in draft[keyPath: path] = defaults[keyPath: path] }
    shown = { write($0[keyPath: path]) }
  }

  var qualified: KeyName { KeyName(section: section, key: name) }

  /// All keys, in the order of the sample file.
  static var all: [Key] {
    [
      Key("Gpsd", "Address", \.settings.gpsd.address, .hostPort),
      Key("Gpsd", "Device", \.settings.gpsd.device, optional: .text),
      Key("Gpsd", "AllowZeroZero", \.settings.gpsd.allowsZeroZero, .bool),
      Key("Gpsd", "ReleaseAfterSec", \.settings.gpsd.releaseAfter, .seconds(0...86_400)),
      Key("Location", "DistanceFilterM", \.settings.location.distanceFilter, .metres),
      Key("Location", "DesiredAccuracy", \.settings.location.desiredAccuracy, .accuracy),
      Key("Location", "StaleAfterSec", \.settings.location.staleAfter, .seconds(1...86_400)),
      Key("Location", "DefaultLatitude", \.latitude, optional: .number(-90...90, "degrees from -90 to 90")),
      Key(
        "Location", "DefaultLongitude", \.longitude,
        optional: .number(-180...180, "degrees from -180 to 180")),
      Key("Places", "Directory", \.settings.places.directories, .paths),
      Key("Places", "LikelyLimit", \.settings.places.likelyLimit, .count(1...50)),
      Key("Socket", "Path", \.settings.socket.path, .path),
      Key("Socket", "Mode", \.settings.socket.mode, .mode),
      Key("Socket", "MaxConnections", \.settings.socket.maxConnections, .count(1...100_000)),
      Key("Socket", "MaxConnectionsPerUser", \.settings.socket.maxConnectionsPerUser, .count(1...100_000)),
      Key(
        "Socket", "MaxSubscriptionsPerUser", \.settings.socket.maxSubscriptionsPerUser, .count(1...100_000)),
      Key("Socket", "MaxMessageBytes", \.settings.socket.maxMessageBytes, .count(4096...67_108_864)),
      Key("Access", "RulesFile", \.settings.access.file, .path),
      Key("State", "Directory", \.settings.state.directory, .path),
      Key("History", "Keep", \.settings.history.isKept, .bool),
      Key("Log", "Level", \.settings.log.level, .name),
    ]
  }
}
