import PlacesCore
import SQLite

/// What was decided about users' access while the daemon ran.
extension StateStore {
  /// All decisions, by uid. What cannot be understood counts as denied.
  package func loadGrants() throws(StateError) -> [AccessGrant] {
    try StateError.wrapping { () throws(SQLiteError) in
      var grants: [AccessGrant] = []
      try database.prepare("SELECT uid, status, accuracy, purpose FROM access ORDER BY uid").query {
        row throws(SQLiteError) in
        guard let uid = UInt32(exactly: row.integer(0)) else { return true }
        let status = row.text(1).flatMap(Access.Status.init(rawValue:)) ?? .denied
        let accuracy = row.text(2).flatMap(Access.Accuracy.init(rawValue:)) ?? .reduced
        grants.append(AccessGrant(uid: uid, access: Access(status, accuracy), purpose: row.text(3)))
        return true
      }
      return grants
    }
  }

  /// Replaces the decision about a user; nil forgets it.
  package func saveGrant(_ grant: AccessGrant?, of uid: UInt32) throws(StateError) {
    try StateError.wrapping { () throws(SQLiteError) in
      guard let grant else {
        return try database.prepare("DELETE FROM access WHERE uid = ?").run([.integer(Int64(uid))])
      }
      try database.prepare("INSERT OR REPLACE INTO access(uid, status, accuracy, purpose) VALUES(?, ?, ?, ?)")
        .run([
          .integer(Int64(uid)), .text(grant.access.status.rawValue), .text(grant.access.accuracy.rawValue),
          SQLValue(grant.purpose),
        ])
    }
  }
}
