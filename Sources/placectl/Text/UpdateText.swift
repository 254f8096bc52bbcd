import PlacedInterface
import Terminal

extension Wire.Update {
  /// What has changed: a line or more for each topic, after the time of day and the topic.
  func lines(at time: String, _ layout: Layout) -> [String] {
    var lines: [String] = []
    func add(_ topic: String, _ rest: String) {
      let padding = String(repeating: " ", count: max(8 - topic.count, 0))
      let head = layout.palette.apply(.dim, to: time) + "  " + layout.palette.apply(.bold, to: topic)
      lines.append("\(head)\(padding)  \(rest)")
    }
    func show(_ text: String) -> String { DisplayText(text).truncated(to: layout.width - 20).isolated }
    if let authorization { add("access", show(authorization.text)) }
    if let receiver { add("receiver", show(receiver.text)) }
    if let location {
      let reason = location.reason.map { Wording.name($0) + ": " } ?? ""
      add("location", show(reason + "\(location.position), \(location.quality)"))
    }
    for row in likelyPlaces?.rows(Layout(width: layout.width - 20, palette: layout.palette)) ?? [] {
      add("likely", row)
    }
    if let selection { add("selected", show(selection.texts[0])) }
    if let visit {
      add(
        visit.departureUSec == nil ? "arrived" : "departed", show(visit.place?.title ?? "at an unknown place")
      )
    }
    if let busy { add("busy", busy ? "updating" : "up to date") }
    if let problem { add("problem", layout.palette.apply(.red, to: show(problem.message))) }
    return lines
  }
}

extension Wire.LikelyPlaces {
  /// The list in short, without numbers: it is replaced before they could be used.
  fileprivate func rows(_ layout: Layout) -> [String] {
    var table = TextTable([.init(.right), .init(narrowedTo: 16)])
    for likely in places {
      table.add([.init(Wording.percent(likely.likelihood)), .init(likely.place.title)])
    }
    if unlisted > 0 {
      table.add([.init(Wording.percent(unlisted), .dim), .init("another known place", .dim)])
    }
    if places.isEmpty {
      table.add([.init(""), .init(reason.map(Wording.name) ?? "no likely places")])
    } else {
      table.add([.init(Wording.percent(elsewhere), .dim), .init("no known place", .dim)])
    }
    return table.lines(width: layout.width, palette: layout.palette)
  }
}
