import PlacedInterface

extension Wire.Status {
  /// The whole state for a person.
  func lines(socket: String, _ layout: Layout) -> [String] {
    var fields = FieldList()
    fields.add("Daemon", "placed \(versions.placed) on \(socket)")
    fields.add("Access", authorization.text)
    fields.add("Receiver", receiver.text)
    fields.add("gpsd", versions.gpsd.map { "\($0) (libgps \(versions.libgps))" } ?? "not connected")
    fields.add(
      "Location",
      location.map { "\($0.position), \($0.summary)" + (stale ? "; not current" : "") } ?? "unknown")
    fields.add(
      "Default", defaultLocation.map { Wording.coordinate(latitude: $0.latitude, longitude: $0.longitude) })
    fields.add("Selected", selection.texts)
    fields.add("Regions", regions.isEmpty ? ["none"] : regions.texts)
    fields.add("Providers", providers.isEmpty ? nil : providers.joined(separator: ", "))
    fields.add("Filter", "\(Wording.distance(distanceFilter)), accuracy \(Wording.name(desiredAccuracy))")
    return fields.lines(layout)
  }
}

extension Wire.Authorization {
  var text: String { "\(Wording.name(status)), \(accuracy) accuracy" }
}

extension Wire.Receiver {
  var text: String {
    let state =
      switch self.state {
      case "off": "off"
      case "absent": "absent"
      case "searching": "searching for satellites"
      case "fix_2d": "fix without height (2D)"
      case "fix_3d": "fix (3D)"
      case "stale": "fix lost"
      case let other: Wording.name(other)
      }
    let named = [device, driver.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    return [state, why, named.isEmpty ? nil : named].compactMap(\.self).joined(separator: "; ")
  }
}

extension Wire.Region {
  var text: String {
    var parts = [Wording.name(state)]
    if let why { parts.append(why) }
    if let places { parts.append("\(places) places") }
    if let dataUSec { parts.append("data of \(Wording.time(microseconds: dataUSec).prefix(10))") }
    return "\(name): " + parts.joined(separator: ", ")
  }
}

extension [Wire.Region] {
  /// A line for each; where several have one name, their files tell them apart.
  var texts: [String] {
    map { region in
      let isAlone = count { $0.name == region.name } == 1
      return region.text + (isAlone ? "" : region.path.map { ", \($0)" } ?? "")
    }
  }
}

extension Wire.Selection {
  /// The chosen place and below it what else is known, or that there is none and why.
  var texts: [String] {
    guard let place else { return [reason.map { "none (\(Wording.name($0)))" } ?? "none"] }
    let since = changedUSec.map { ", since \(Wording.time(microseconds: $0))" } ?? ""
    return [place.title, place.id + since]
  }
}
