import PlacesCore
import SQLite

/// Makes one entry of several that stand for one real thing, by the rules of `TwinTraits`, among the places that a
/// region file is being made of. Memory holds the candidates of one name at a time.
struct TwinMerging {
  static let table = """
    CREATE TEMP TABLE twin(
      key INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL, role INTEGER NOT NULL,
      reach INTEGER NOT NULL, sequence INTEGER NOT NULL);
    """
  static let insert = "INSERT INTO twin VALUES(?, ?, ?, ?, ?, ?)"

  private struct Candidate {
    var point: Coordinate
    var role: TwinTraits.Role
    var reach: Metres
    var sequence: Int64
    var isGone = false
  }

  private let database: Database
  private let types: TypeNumbers
  private let read: Statement
  private let identify: Statement
  private let update: Statement
  private let remove: Statement
  private let alias: Statement
  private var merged = 0

  init(in database: Database) throws(SQLiteError) {
    self.database = database
    types = try TypeNumbers(of: database)
    let columns = PlaceColumns.names
    read = try database.prepare("SELECT \(columns.joined(separator: ",")) FROM stage WHERE sequence = ?")
    identify = try database.prepare("SELECT id FROM stage WHERE sequence = ?")
    update = try database.prepare(
      "UPDATE stage SET \(columns.map { "\($0) = ?" }.joined(separator: ",")) WHERE sequence = ?")
    remove = try database.prepare("DELETE FROM stage WHERE sequence = ?")
    alias = try database.prepare("INSERT INTO stage_alias VALUES(?, ?, ?)")
  }

  /// Merges everything that is to be merged, and tells how many entries went.
  mutating func run() throws(SQLiteError) -> Int {
    var group: [Candidate] = []
    var key: Int64 = 0
    let sorted = try database.prepare(
      "SELECT key, latitude, longitude, role, reach, sequence FROM twin ORDER BY key, latitude, sequence")
    try sorted.query { row throws(SQLiteError) in
      if row.integer(0) != key {
        if group.count > 1 { try merge(group) }
        group = []
        key = row.integer(0)
      }
      guard
        let point = GridCoordinate(latitude: row.integer(1), longitude: row.integer(2))?.coordinate,
        let role = TwinTraits.Role(rawValue: row.integer(3))
      else { throw .damaged }
      group.append(
        Candidate(
          point: point, role: role, reach: Metres(Double(row.integer(4))), sequence: row.integer(5)))
      return true
    }
    if group.count > 1 { try merge(group) }
    return merged
  }

  private mutating func merge(_ group: [Candidate]) throws(SQLiteError) {
    switch group[0].role {
    case .point, .area: try mergePlaces(group)
    case .street: try mergeStreets(group)
    case .settlement, .boundary: try mergeSettlements(group)
    }
  }

  /// A point is not farther than this from the outline that it belongs to.
  private static let besideOutline: Metres = 15
  /// Pieces of one street do not leave wider gaps.
  private static let streetGap: Metres = 30
  /// No piece of a street reaches farther than this for what it may touch.
  private static let streetReach: Metres = 1000

  private mutating func mergePlaces(_ given: [Candidate]) throws(SQLiteError) {
    var group = given
    // The largest outline first: it takes in the others.
    let outlines = group.indices.filter { group[$0].role == .area }
      .sorted { (group[$0].reach.value, $1) > (group[$1].reach.value, $0) }
    for base in outlines where !group[base].isGone {
      let reach = group[base].reach + TwinMerging.besideOutline
      for other in TwinMerging.neighbours(of: base, within: reach, in: group) where !group[other].isGone {
        guard group[base].point.distance(to: group[other].point) <= reach,
          var place = try place(group[base].sequence), let twin = try self.place(group[other].sequence),
          place.isTwin(of: twin, within: TwinMerging.besideOutline)
        else { continue }
        place.takeIn(twin)
        try replace(group[base].sequence, with: place, insteadOf: (group[other].sequence, twin.id))
        group[other].isGone = true
      }
    }
  }

  private mutating func mergeStreets(_ group: [Candidate]) throws(SQLiteError) {
    var parents = Array(group.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    let longest = group.map { min($0.reach, TwinMerging.streetReach) }.max() ?? 0
    for index in group.indices {
      let own = min(group[index].reach, TwinMerging.streetReach) + TwinMerging.streetGap
      for other in TwinMerging.neighbours(of: index, within: own + longest, in: group) where other > index {
        let reach = own + min(group[other].reach, TwinMerging.streetReach)
        guard group[index].point.distance(to: group[other].point) <= reach else { continue }
        let (a, b) = (root(index), root(other))
        // The longest piece stands for the street.
        let isFirst = (group[a].reach.value, group[b].sequence) > (group[b].reach.value, group[a].sequence)
        if a != b { parents[isFirst ? b : a] = isFirst ? a : b }
      }
    }
    for index in group.indices where parents[index] != index {
      if let id = try id(group[index].sequence), let street = try self.id(group[root(index)].sequence) {
        try alias.run([
          IDCode.value(of: id), .integer(RegionFormat.hash(of: street)), IDCode.value(of: street),
        ])
      }
      try remove.run([.integer(group[index].sequence)])
      merged += database.changes
    }
  }

  private mutating func mergeSettlements(_ given: [Candidate]) throws(SQLiteError) {
    var group = given
    for index in group.indices where group[index].role == .settlement {
      let around = group.indices.filter {
        group[$0].role == .boundary && !group[$0].isGone
          && group[$0].point.distance(to: group[index].point) <= group[$0].reach
      }
      guard let area = around.min(by: { group[$0].reach < group[$1].reach }),
        var place = try place(group[index].sequence), let twin = try self.place(group[area].sequence)
      else { continue }
      place.takeIn(twin)
      try replace(group[index].sequence, with: place, insteadOf: (group[area].sequence, twin.id))
      group[area].isGone = true
    }
  }

  /// The others whose latitude is within a distance. The group is sorted by latitude.
  private static func neighbours(of index: Int, within reach: Metres, in group: [Candidate]) -> [Int] {
    let span = Box(around: group[index].point, radius: reach)
    var found: [Int] = []
    var low = index - 1
    while low >= 0, group[low].point.latitude >= span.south {
      found.append(low)
      low -= 1
    }
    var high = index + 1
    while high < group.count, group[high].point.latitude <= span.north {
      found.append(high)
      high += 1
    }
    return found
  }

  private func id(_ sequence: Int64) throws(SQLiteError) -> PlaceID? {
    var found: PlaceID?
    try identify.query([.integer(sequence)]) { row in
      found = IDCode.id(row, 0)
      return false
    }
    return found
  }

  private func place(_ sequence: Int64) throws(SQLiteError) -> Place? {
    var found: Place?
    try read.query([.integer(sequence)]) { row throws(SQLiteError) in
      found = try PlaceColumns.place(in: row, from: 0, types: types)
      return false
    }
    return found
  }

  private mutating func replace(
    _ sequence: Int64, with place: Place, insteadOf twin: (sequence: Int64, id: PlaceID)
  ) throws(SQLiteError) {
    try update.run(PlaceColumns.values(of: place) + [.integer(sequence)])
    try remove.run([.integer(twin.sequence)])
    let hash = RegionFormat.hash(of: place.id)
    try alias.run([IDCode.value(of: twin.id), .integer(hash), IDCode.value(of: place.id)])
    merged += 1
  }
}

extension Place {
  /// Whether another place of this name, a point or a smaller outline, is this one.
  fileprivate func isTwin(of other: Place, within distance: Metres) -> Bool {
    guard closed == other.closed, let footprint, id != other.id else { return false }
    guard footprint.distance(from: other.coordinate) <= (other.footprint == nil ? distance : 0) else {
      return false
    }
    return types.contains { other.types.contains($0) } || isOfNoKind || other.isOfNoKind
  }

  private var isOfNoKind: Bool {
    types.allSatisfy { ["point_of_interest", "premise", "establishment"].contains($0.name) }
  }

  /// Adds what a twin knows and this place does not.
  fileprivate mutating func takeIn(_ twin: Place) {
    if isOfNoKind, !twin.isOfNoKind { types = twin.types + types.filter { $0.name == "establishment" } }
    for type in twin.types where !types.contains(type) && type != .pointOfInterest { types.append(type) }
    for name in twin.names where !names.contains(name) { names.append(name) }
    for entrance in twin.entrances where !entrances.contains(entrance) { entrances.append(entrance) }
    address.fill(from: twin.address)
    phoneNumber = phoneNumber ?? twin.phoneNumber
    website = website ?? twin.website
    openingHours = openingHours ?? twin.openingHours
    importance = max(importance, twin.importance)
  }
}

extension Address {
  fileprivate mutating func fill(from other: Address) {
    // Street and number belong together.
    if street == nil, houseNumber == nil { (street, houseNumber) = (other.street, other.houseNumber) }
    locality = locality ?? other.locality
    region = region ?? other.region
    postalCode = postalCode ?? other.postalCode
    countryCode = countryCode ?? other.countryCode
    freeform = freeform ?? other.freeform
  }
}
