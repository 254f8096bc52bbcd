import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore

/// What callers are shown of the engine's state at one moment.
struct EngineView {
  let engine: Engine
  let regions: RegionSet
  /// The moment that ages count to.
  let now: Instant

  /// A list as one caller wants it.
  func likelyPlaces(_ list: PlaceList, _ wish: ListWish, uid: UInt32) -> Wire.LikelyPlaces {
    let ranking = list.ranking(for: uid)
    let (listed, unlisted) = ranking.list(types: wish.types, limit: wish.limit)
    let attributions = listed.isEmpty ? [] : regions.attributions(at: list.fix.coordinate)
    return Wire.LikelyPlaces(
      places: listed.map {
        Wire.LikelyPlace($0, fields: wish.fields, explain: wish.explain, attributions: attributions)
      },
      elsewhere: ranking.elsewhere, unlisted: unlisted, generation: list.generation,
      location: Wire.Location(list.fix, reason: list.reason, now: now),
      reason: listed.isEmpty ? list.emptyReason(byTypes: !wish.types.isEmpty) : nil,
      attributions: attributions.isEmpty ? nil : attributions.map(Wire.Attribution.init))
  }

  /// What a subscriber who may see everything hears of these topics.
  func update(_ topics: Set<Topic>, for id: SubscriberID, uid: UInt32, wish: ListWish) -> Wire.Update {
    var update = Wire.Update(sequence: 0)
    let delivery = engine.delivery(to: id)
    for topic in topics {
      switch topic {
      case .authorization: update.authorization = Access(.authorizedAlways, .full).wire
      case .receiver: update.receiver = Wire.Receiver(engine.receiver)
      case .location:
        update.location = delivery.map { Wire.Location($0.fix, reason: $0.reason, now: now) }
      case .likelyPlaces:
        if delivery != nil { update.likelyPlaces = engine.list.map { likelyPlaces($0, wish, uid: uid) } }
      case .selection: update.selection = Wire.Selection(engine.selection, fields: wish.fields)
      case .visits: break
      case .activity: update.busy = false
      }
    }
    if delivery == nil, !topics.isDisjoint(with: [.location, .likelyPlaces]) {
      let absence = Absence(engine.receiver)
      update.problem = Wire.Problem(error: PlacesInterface.errorName(absence.error), message: absence.message)
    }
    return update
  }
}
