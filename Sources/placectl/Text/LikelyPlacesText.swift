import PlacedInterface
import Terminal

extension Wire.LikelyPlaces {
  /// The list for a person: numbered places, then how likely it is that none of them is right. `regions` are the
  /// daemon's region files, where they were asked for because the list has no place.
  func lines(_ layout: Layout, regions: [Wire.Region]? = nil) -> [String] {
    var lines =
      places.isEmpty ? wrappedLines(emptyText(regions), width: layout.width) : tableLines(layout)
    lines += wrappedLines("\(location.origin).", width: layout.width).map {
      layout.palette.apply(.dim, to: $0)
    }
    if incomplete == true { lines.append("The list is incomplete: not every source has answered.") }
    for attribution in attributions ?? [] {
      lines += wrappedLines(attribution.text, width: layout.width).map { layout.palette.apply(.dim, to: $0) }
    }
    return lines
  }

  private func tableLines(_ layout: Layout) -> [String] {
    var table = TextTable([
      .init(.right), .init(narrowedTo: 16), .init(.right), .init(.right), .init(narrowedTo: 8),
    ])
    for (index, likely) in places.enumerated() {
      table.add([
        .init("\(index + 1)", .dim), .init(likely.place.title, index == 0 ? .bold : .plain),
        .init(Wording.percent(likely.likelihood)), .init(likely.distance.map(Wording.distance) ?? ""),
        .init(Wording.name(likely.place.types?.first ?? ""), .dim),
      ])
    }
    if unlisted > 0 {
      table.add([.init(""), .init("another known place", .dim), .init(Wording.percent(unlisted))])
    }
    table.add([.init(""), .init("no known place", .dim), .init(Wording.percent(elsewhere))])
    let rows = table.lines(width: layout.width, palette: layout.palette)
    return rows.enumerated().flatMap { index, row in
      [row] + (index < places.count ? whyLines(places[index], layout) : [])
    }
  }

  /// The terms that a likelihood is made of, where they were asked for.
  private func whyLines(_ likely: Wire.LikelyPlace, _ layout: Layout) -> [String] {
    guard let why = likely.why, !why.isEmpty else { return [] }
    let terms = why.sorted { $0.key < $1.key }.map { "\($0.key)=\(Wording.significant($0.value))" }
    return wrappedLines(terms.joined(separator: " "), width: layout.width - 4).map {
      "    " + layout.palette.apply(.dim, to: $0)
    }
  }

  /// Whether it is for the region files that there is no place.
  var lacksRegion: Bool { places.isEmpty && (reason == "not_covered" || reason == "damaged") }

  func emptyText(_ regions: [Wire.Region]?) -> String {
    if lacksRegion, let regions { return uncoveredText(regions) }
    return switch reason {
    case "no_places_near": "There is no known place near."
    case "none_of_types": "There is no known place of these types near."
    case "not_covered": "No region file covers this location. Add one: placed-import FILE -o REGION.places"
    case "damaged": "A region file is damaged. See: placectl doctor"
    case "loading": "The region files are still being loaded. Try again in a moment."
    case let reason?: "There are no likely places (\(reason))."
    case nil: "There are no likely places."
    }
  }

  /// Which it is: no region file, none that can be used, or none that reaches here.
  private func uncoveredText(_ regions: [Wire.Region]) -> String {
    let unusable = regions.filter { $0.state != "ready" && $0.state != "loading" }
    let names = unusable.map { "\($0.name) (\(Wording.name($0.state)))" }.joined(separator: ", ")
    if regions.isEmpty {
      return "There is no region file, so no place is known. Make one: placed-import FILE -o REGION.places"
    }
    if unusable.count == regions.count { return "No region file can be used: \(names). See: placectl doctor" }
    if !unusable.isEmpty {
      return "No region file that can be used covers this location; unusable: \(names). See: placectl doctor"
    }
    return "No region file covers this location. Add one: placed-import FILE -o REGION.places"
  }
}

extension Wire.Place {
  /// The name, or the id of a place whose name was not given or has nothing to show.
  var title: String {
    name.flatMap { DisplayText($0).width > 0 ? $0 : nil } ?? id
  }
}

extension Wire.Location {
  /// Age, accuracy and what else decides how far to trust this, without the position.
  var summary: String {
    ([quality] + provenance).joined(separator: ", ")
  }

  /// What a list was made from. After some seconds the receiver has reported again, and that was no move.
  var origin: String {
    let age = ageMSec.map { "of \(Wording.age(milliseconds: $0)) ago" } ?? "of unknown age"
    let rest = (trust + provenance).joined(separator: ", ")
    return "Made from the location \(age), \(rest)" + (ageMSec ?? 0 < 10_000 ? "" : "; not moved since")
  }

  /// The summary without the receiver.
  var quality: String {
    let age = ageMSec.map { "\(Wording.age(milliseconds: $0)) old" }
    return ([age].compactMap(\.self) + trust).joined(separator: ", ")
  }

  private var trust: [String] {
    var parts = [horizontalAccuracy.map { "accurate to \(Wording.distance($0))" } ?? "of unknown accuracy"]
    if accuracy != "full" { parts.append("\(accuracy) accuracy") }
    if simulated == true { parts.append("simulated") }
    return parts
  }

  private var provenance: [String] {
    let clock = timeSuspect == true ? "the receiver's clock is wrong" : nil
    return [device.map { "from \($0)" }, clock].compactMap(\.self)
  }

  /// The position itself.
  var position: String { Wording.coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude) }
}
