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
  let uid: UInt32
  let wish: ListWish
  let topics: Set<Topic>
  /// What it wants to hear, as the settings complete its own words.
  private(set) var interest: Interest
  private let complete: @Loop (Settings) -> Interest
  private let call: VarlinkCall
  private let view: @Loop (Subscription, Set<Topic>) -> Wire.Update
  private var pending: Set<Topic> = []
  private var sequence: Int64 = 0

  /// `view` makes the reply for some topics, from the state at that moment.
  init(
    id: SubscriberID, call: VarlinkCall, wish: ListWish, settings: Settings,
    interest: @escaping @Loop (Settings) -> Interest,
    view: @escaping @Loop (Subscription, Set<Topic>) -> Wire.Update
  ) {
    self.id = id
    uid = call.peer.uid
    self.call = call
    self.wish = wish
    self.view = view
    complete = interest
    self.interest = interest(settings)
    topics = self.interest.topics
  }

  /// The accuracy that it wants of the receiver.
  var mode: DesiredAccuracy { interest.desiredAccuracy }

  /// Completes what the client left open by other settings.
  func adapt(to settings: Settings) { interest = complete(settings) }

  /// Sends what is new of these topics, now or as soon as the client has read what came before.
  func tell(_ changed: Set<Topic>) {
    let wanted = changed.intersection(topics)
    guard !wanted.isEmpty else { return }
    sequence += 1
    pending.formUnion(wanted)
    flush()
  }

  /// The first reply, which comes at once and carries every chosen topic that has a value.
  func begin() {
    pending = topics
    flush()
  }

  private func flush() {
    guard call.isWritable else { return call.whenWritable { [weak self] in self?.flush() } }
    guard !pending.isEmpty else { return }
    var update = view(self, pending)
    pending = []
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
