import Configuration
import LinuxIO
import PlaceEngine
import PlacedInterface
import PlacesCore
import Varlink

/// One open `Subscribe` call. It holds which topics changed, never what they changed to: a slow reader gets the
/// newest state when it reads again, and costs nothing until then.
@Loop
final class Subscription {
  let id: SubscriberID
  let wish: ListWish
  let topics: Set<Topic>
  /// What its client may see; each reply is made by it.
  private(set) var access: Access
  /// What it wants to hear, as the settings complete its own words.
  private var wanted: Interest
  private let complete: @Loop (Settings) -> Interest
  private let call: VarlinkCall
  private let view: @Loop (Subscription, Set<Topic>) -> Wire.Update
  private var pending: Set<Topic> = []
  /// A reply is due even if no topic of it has anything to tell: the first, and after a change of access.
  private var isDue = false
  private var isHeld = false
  private var sequence: Int64 = 0

  /// `view` makes the reply for some topics, from the state at that moment.
  init(
    id: SubscriberID, call: VarlinkCall, wish: ListWish, access: Access, settings: Settings,
    interest: @escaping @Loop (Settings) -> Interest,
    view: @escaping @Loop (Subscription, Set<Topic>) -> Wire.Update
  ) {
    self.id = id
    self.call = call
    self.wish = wish
    self.access = access
    self.view = view
    complete = interest
    wanted = interest(settings)
    topics = wanted.topics
  }

  var peer: PeerCredentials { call.peer }

  /// What it sees: no more than its client may, and than it wants.
  var sight: Access.Sight {
    access.sight == .full && wanted.desiredAccuracy == .reduced ? .reduced : access.sight
  }

  /// The accuracy that it wants of the receiver; nil if it may see nothing of that.
  var mode: DesiredAccuracy? {
    switch sight {
    case .none: nil
    case .reduced: .reduced
    case .full: wanted.desiredAccuracy
    }
  }

  /// What the engine tells it of. Who sees less hears nothing of what moves there.
  var interest: Interest {
    var interest = wanted
    if sight != .full { interest.topics = [] }
    return interest
  }

  /// Completes what the client left open by other settings.
  func adapt(to settings: Settings) { wanted = complete(settings) }

  /// Sends what is new of these topics, now or as soon as the client has read what came before.
  func tell(_ changed: Set<Topic>) {
    let wanted = changed.intersection(topics)
    guard !wanted.isEmpty else { return }
    pending.formUnion(wanted)
    guard !isHeld else { return }
    sequence += 1
    flush()
  }

  /// The first reply, which comes at once and carries every chosen topic that has a value.
  func begin() {
    pending = topics
    isDue = true
    flush()
  }

  /// The client may see something else from now on: it gets all anew, in one reply. `adapt` is what else changes with it.
  func change(_ access: Access, while adapt: @Loop () -> Void) {
    self.access = access
    isHeld = true
    adapt()
    isHeld = false
    pending = topics
    isDue = true
    sequence += 1
    flush()
  }

  private func flush() {
    guard call.isWritable else { return call.whenWritable { [weak self] in self?.flush() } }
    guard !pending.isEmpty || isDue else { return }
    var update = view(self, pending)
    pending = []
    isDue = false
    update.sequence = sequence
    call.reply(update.object, continues: true)
  }
}

/// What a caller wants of a list of likely places.
struct ListWish {
  var fields = PlaceFields.all
  var types: Set<PlaceType> = []
  var limit: Int
  var explain = false
}
