import CSQLite

/// A box of a two-dimensional R*Tree, in the tree's own units and column order.
package struct RTreeBox: Hashable, Sendable {
  /// Least and greatest value of the first dimension.
  package var first: ClosedRange<Double>
  /// Least and greatest value of the second dimension.
  package var second: ClosedRange<Double>

  package init(first: ClosedRange<Double>, second: ClosedRange<Double>) {
    self.first = first
    self.second = second
  }
}

/// Scores a box for a best-first search of an R*Tree: rows come in the order of their score, least first.
///
/// Nil leaves the box out with everything inside it. The score of a box must not exceed the score of any box
/// inside it. The parameters are those of the call in the statement.
package typealias RTreeScore = @Sendable (_ parameters: Span<Double>, _ box: RTreeBox) -> Double?

extension Database {
  /// Makes `score` usable as `WHERE id MATCH name(…)` (`sqlite3_rtree_query_callback`) on this connection.
  package func addRTreeQuery(_ name: String, score: @escaping RTreeScore) throws(SQLiteError) {
    let holder = Unmanaged.passRetained(ScoreHolder(score))
    // SQLite calls the destructor when the connection closes, and also when this call fails.
    let code = sqlite3_rtree_query_callback(
      handle, name,
      { info in
        guard let info, let context = info.pointee.pContext, let values = info.pointee.aCoord,
          info.pointee.nCoord == 4
        else { return SQLITE_ERROR }
        // Written so that a damaged tree (bounds swapped, not a number) is an error and never a trap.
        guard values[0] <= values[1], values[2] <= values[3] else { return damagedTree }
        let box = RTreeBox(first: values[0]...values[1], second: values[2]...values[3])
        let count = info.pointee.aParam == nil ? 0 : Int(info.pointee.nParam)
        let parameters = UnsafeBufferPointer(start: info.pointee.aParam, count: count)
        let holder = Unmanaged<ScoreHolder>.fromOpaque(context).takeUnretainedValue()
        if let score = holder.score(parameters.span, box) {
          info.pointee.rScore = score
          info.pointee.eWithin = PARTLY_WITHIN
        } else {
          info.pointee.eWithin = NOT_WITHIN
        }
        return SQLITE_OK
      }, holder.toOpaque(), { context in context.map { Unmanaged<ScoreHolder>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw error(code) }
  }
}

/// `SQLITE_CORRUPT_VTAB`, a macro that is not imported.
private let damagedTree = SQLITE_CORRUPT | (1 << 8)

private final class ScoreHolder: Sendable {
  let score: RTreeScore

  init(_ score: @escaping RTreeScore) { self.score = score }
}
