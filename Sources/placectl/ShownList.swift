/// The list of places that was last shown to this user, so that a number means what was seen.
struct ShownList: Equatable {
  /// The number of the list at the daemon.
  let generation: Int64
  /// The ids in the order of the numbers, which begin at 1.
  let ids: [String]
}
