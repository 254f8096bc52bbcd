import Glibc
import Terminal

/// The picker for terminals that can only print: numbered lists, and a line of text as the answer.
struct LinePicker {
  let link: PickerLink
  let output: Output
  /// The text to begin with.
  let text: String

  /// Asks until a number of the list is given; a text searches, an empty line gives up.
  func run() throws(Failure) -> Picker.Outcome {
    var items = text.isEmpty ? try likely() : try found(text)
    while true {
      try say(
        items.isEmpty
          ? "Text to search for, or Enter to cancel: " : "Number, text to search for, or Enter to cancel: ")
      guard let line = readLine() else { return .cancelled }
      let answer = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if answer.isEmpty { return .cancelled }
      if let number = Int(answer), items.indices.contains(number - 1) { return .chosen(items[number - 1].id) }
      items = try found(answer)
    }
  }

  /// The list is for the user, not for whoever reads the result.
  private func say(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    guard write(2, bytes, bytes.count) == bytes.count else {
      throw Failure(.failed, "cannot write to the terminal")
    }
  }

  private func likely() throws(Failure) -> [PickerItem] {
    try awaitList { (news: PickerLink.News) in
      switch news {
      case .likely(let list):
        let items = list.places.map(PickerItem.init)
        return (items, items.isEmpty ? list.emptyText(nil) : "", (list.attributions ?? []).map(\.text))
      case .receiver(let receiver) where !receiver.state.hasPrefix("fix_"):
        return ([], "No location yet: \(Wording.name(receiver.state)).", [])
      case .noLikely(let failure): return ([], PickerLink.sentence(failure), [])
      default: return nil
      }
    }
  }

  private func found(_ text: String) throws(Failure) -> [PickerItem] {
    if let news = link.ask(text), case .notFound(let trouble, _) = news {
      try say(trouble.message + "\n")
      return []
    }
    return try awaitList { (news: PickerLink.News) in
      switch news {
      case .found(let items, text, let attributions):
        (items, items.isEmpty ? "Nothing found." : "", attributions)
      case .notFound(let trouble, text): ([], trouble.message, [])
      default: nil
      }
    }
  }

  /// Waits for the news that gives a list, and prints it.
  private func awaitList(
    _ list: (PickerLink.News) -> ([PickerItem], String, [String])?
  ) throws(Failure) -> [PickerItem] {
    while true {
      for news in link.receive() {
        guard let (items, note, attributions) = list(news) else { continue }
        for (index, item) in items.enumerated() {
          let parts = [
            item.secondary, item.likelihood.map(Wording.percent) ?? "",
            item.distance.map(Wording.distance) ?? "",
          ]
          let rest = parts.filter { !$0.isEmpty }.joined(separator: ", ")
          try say(
            "\(index + 1)  " + DisplayText(rest.isEmpty ? item.primary : "\(item.primary) (\(rest))").isolated
              + "\n")
        }
        for line in [note] + attributions where !line.isEmpty { try say(DisplayText(line).text + "\n") }
        return items
      }
      var watched = link.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&watched, nfds_t(watched.count), -1) >= 0 || errno == EINTR else {
        throw Failure(.failed, "cannot wait for the daemon")
      }
    }
  }
}
