import PlacesCore
import SQLite

/// What users said about where the device was, each for itself.
extension StateStore {
  /// Everybody's history, by uid. What cannot be understood is left out.
  package func loadHistories() throws(StateError) -> [UInt32: PersonalHistory] {
    try StateError.wrapping { () throws(SQLiteError) in
      var histories: [UInt32: PersonalHistory] = [:]
      try database.prepare(
        "SELECT uid, verdict, place, name, latitude, longitude, time, utc_offset FROM history ORDER BY number"
      ).query { row throws(SQLiteError) in
        guard let uid = UInt32(exactly: row.integer(0)),
          let verdict = row.text(1).flatMap(PersonalHistory.Verdict.init(rawValue:)),
          let coordinate = Coordinate(latitude: row.real(4), longitude: row.real(5))
        else { return true }
        histories[uid, default: PersonalHistory()].add(
          PersonalHistory.Entry(
            verdict, place: row.text(2).flatMap { PlaceID($0) }, name: row.text(3), at: coordinate,
            time: Timestamp(microseconds: row.integer(6)),
            utcOffset: Int(min(max(row.integer(7), -86_400), 86_400))))
        return true
      }
      return histories
    }
  }

  /// Adds to a user's history, and drops what is beyond its limit.
  package func addHistory(_ entry: PersonalHistory.Entry, of uid: UInt32) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        try database.prepare(
          """
          INSERT INTO history(uid, verdict, place, name, latitude, longitude, time, utc_offset)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
          """
        ).run([
          .integer(Int64(uid)), .text(entry.verdict.rawValue), SQLValue(entry.place?.text),
          SQLValue(entry.name), .real(entry.coordinate.latitude), .real(entry.coordinate.longitude),
          .integer(entry.time.microseconds), .integer(Int64(entry.utcOffset)),
        ])
        try database.prepare(
          """
          DELETE FROM history WHERE uid = ?1 AND number NOT IN
            (SELECT number FROM history WHERE uid = ?1 ORDER BY number DESC LIMIT ?2)
          """
        ).run([.integer(Int64(uid)), .integer(Int64(PersonalHistory.limit))])
      }
    }
  }

  /// Forgets what a user said of a place; all, without one.
  package func clearHistory(of uid: UInt32, place: PlaceID?) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      try database.prepare("DELETE FROM history WHERE uid = ?1 AND (?2 IS NULL OR place = ?2)")
        .run([.integer(Int64(uid)), SQLValue(place?.text)])
    }
  }

  /// The users whose history is neither kept nor used.
  package func loadUsersWithoutHistory() throws(StateError) -> Set<UInt32> {
    try StateError.wrapping { () throws(SQLiteError) in
      var users: Set<UInt32> = []
      try database.prepare("SELECT uid FROM history_off").query { row in
        if let uid = UInt32(exactly: row.integer(0)) { users.insert(uid) }
        return true
      }
      return users
    }
  }

  package func setHistory(of uid: UInt32, isOn: Bool) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      try database.prepare(
        isOn ? "DELETE FROM history_off WHERE uid = ?" : "INSERT OR IGNORE INTO history_off(uid) VALUES(?)"
      ).run([.integer(Int64(uid))])
    }
  }
}
