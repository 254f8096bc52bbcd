import Glibc
import LinuxIO
import PlacedInterface
import Terminal

/// The picker at work: keys and news in, frames out, until a place is chosen or the user gives up.
struct Picker {
  /// How it ended.
  enum Outcome: Equatable {
    case chosen(String)
    case cancelled
  }

  let link: PickerLink
  let view: PickerView
  let screen: PickerScreen
  let terminal: InteractiveTerminal
  private var model: PickerModel
  private var decoder = KeyDecoder()
  private var frame = PickerView.Frame()
  /// The daemon says that it is at work.
  private var isDaemonBusy = false
  private var turn = 0

  /// Milliseconds after which an Esc is the key and not the beginning of a sequence, and between two turns of the
  /// sign of being busy.
  private static let escapeWait: Int32 = 30
  private static let turnTime: Int32 = 120

  init(
    _ link: PickerLink, _ view: PickerView, _ screen: PickerScreen, _ terminal: InteractiveTerminal,
    text: String
  ) {
    self.link = link
    self.view = view
    self.screen = screen
    self.terminal = terminal
    model = PickerModel(text: text)
  }

  /// Runs on the terminal, which it leaves as it was.
  mutating func run() throws(Failure) -> Outcome {
    do {
      let signals = try SignalDescriptor([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT])
      try screen.enter()
      defer { screen.leave() }
      if !model.query.isEmpty, let news = link.ask(model.query) { take(news) }
      return try loop(signals)
    } catch let error as TerminalError {
      throw Failure(.failed, "cannot use the terminal (\(error))")
    } catch let error as SystemError {
      throw Failure(.failed, "cannot wait for signals: \(error)")
    } catch {
      throw Failure(.failed, "\(error)")
    }
  }

  private mutating func loop(_ signals: borrowing SignalDescriptor) throws -> Outcome {
    while true {
      draw()
      let waiting = ([terminal.descriptor, signals.raw] + link.descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      var watched = waiting
      let time = decoder.isWaiting ? Picker.escapeWait : model.isBusy ? Picker.turnTime : -1
      let count = poll(&watched, nfds_t(watched.count), time)
      if count < 0, errno != EINTR { throw SystemError(code: errno, call: "poll") }
      if model.isBusy { turn += 1 }
      while let signal = signals.next() {
        switch signal {
        case SIGWINCH: screen.clear()
        case SIGCONT: break
        default: return .cancelled
        }
      }
      var keys: [Key] = []
      if watched[0].revents != 0 {
        let bytes = terminal.read()
        // The terminal has gone.
        if bytes.isEmpty { return .cancelled }
        keys = decoder.feed(bytes)
      } else if count == 0, decoder.isWaiting {
        keys = decoder.flush()
      }
      for key in keys {
        if let outcome = try handle(key) { return outcome }
      }
      for news in link.receive() { take(news) }
      model.isBusy = link.isSearching || isDaemonBusy
    }
  }

  private mutating func draw() {
    let (height, width) = screen.size
    let next = view.frame(model, height: height, width: width, turn: turn)
    if next != frame { screen.show(next) }
    frame = next
  }

  private mutating func handle(_ key: Key) throws(TerminalError) -> Outcome? {
    var action = PickerModel.Action.none
    if case .click(let row, _) = key {
      if frame.rows.indices.contains(row), let item = frame.rows[row] { action = model.click(item) }
    } else {
      action = model.handle(key, page: frame.page)
    }
    switch action {
    case .none: break
    case .search(let text): if let news = link.ask(text) { take(news) }
    case .choose(let item): return .chosen(item.id)
    case .cancel: return .cancelled
    case .redraw: redraw()
    case .suspend:
      screen.leave()
      raise(SIGSTOP)
      try screen.enter()
      redraw()
    }
    return nil
  }

  private mutating func redraw() {
    screen.clear()
    frame = PickerView.Frame()
  }

  private mutating func take(_ news: PickerLink.News) {
    switch news {
    case .likely(let list):
      let items = list.places.map(PickerItem.init)
      let note =
        items.isEmpty
        ? list.emptyText(nil)
        : "At no known place: \(Wording.percent(list.elsewhere)). Type to find another one."
      model.show(likely: items, note: note, attributions: (list.attributions ?? []).map(\.text))
    case .receiver(let receiver):
      guard model.likely.isEmpty, !receiver.state.hasPrefix("fix_") else { break }
      let why = receiver.why.map { ", \($0)" } ?? ""
      model.show(likely: [], note: "No location yet: \(Wording.name(receiver.state))\(why). Type to search.")
    case .busy(let busy): isDaemonBusy = busy
    case .noLikely(let failure):
      model.show(likely: [], note: PickerLink.sentence(failure))
    case .found(let items, let text, let attributions):
      model.show(.items(items), for: text, attributions: attributions)
    case .notFound(let trouble, let text):
      model.show(.trouble(trouble), for: text)
    }
    model.isBusy = link.isSearching || isDaemonBusy
  }
}
