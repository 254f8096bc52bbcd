import PlacesCore
import SQLite

/// Fills the R*Tree `box` all at once, from the leaves up.
///
/// Places come in the order of their rowids, which is that of the squares of `HilbertCurve`; within a square they are
/// put in the order of the finer curve, and cut into full leaves: a Hilbert-packed R-tree (Kamel and Faloutsos, VLDB
/// 1994). Inserting one by one takes ten times as long, and leaves a third of each node empty.
///
/// The tables behind an R*Tree are documented (https://www.sqlite.org/rtree.html, section 7): `box_node` has the nodes,
/// `box_rowid` the leaf of each place, `box_parent` the parent of each node. A node is two bytes of depth (in the
/// root, number 1), two of the number of entries, and entries of 24 bytes: a number of eight, and the bounds. All
/// numbers have their high byte first. All nodes have the length of the first.
struct BoxTreeWriter {
  private struct Entry {
    var number: Int64
    var box: GridBox
  }

  private let insertNode: Statement
  private let insertLeaf: Statement
  private let insertParent: Statement
  private let database: Database
  private let nodeBytes: Int
  private let capacity: Int

  /// The places of the present square, by their numbers on the finer curve.
  private var square: [(spot: Int64, entry: Entry)] = []
  private var cell: Int64 = -1
  /// The entries of the leaf that is being filled, and its number.
  private var leaf: [Entry] = []
  private var number: Int64 = 2
  /// Nodes that have no parent yet.
  private var level: [Entry] = []

  private static let headBytes = 4
  private static let entryBytes = 24
  private static let root: Int64 = 1

  /// Begins to fill the tree, which must be empty.
  init(in database: Database) throws(SQLiteError) {
    self.database = database
    guard let bytes = try database.integer("SELECT length(data) FROM box_node WHERE nodeno = 1"),
      bytes > 2 * 24 + 4
    else { throw .damaged }
    nodeBytes = Int(bytes)
    // More would fit, but SQLite takes no more entries than these for a node of this length.
    capacity = (nodeBytes - BoxTreeWriter.headBytes) / BoxTreeWriter.entryBytes
    insertNode = try database.prepare("INSERT OR REPLACE INTO box_node(nodeno, data) VALUES(?, ?)")
    insertLeaf = try database.prepare("INSERT INTO box_rowid(rowid, nodeno) VALUES(?, ?)")
    insertParent = try database.prepare("INSERT INTO box_parent(nodeno, parentnode) VALUES(?, ?)")
  }

  /// Adds the place of a row; rows come in order.
  mutating func add(_ row: Int64, at point: GridCoordinate, _ box: GridBox) throws(SQLiteError) {
    let cell = HilbertCurve.cell(of: point)
    if cell != self.cell {
      try endSquare()
      self.cell = cell
    }
    square.append((HilbertCurve.spot(of: point), Entry(number: row, box: box)))
  }

  /// Writes what is left, and the levels above the leaves.
  mutating func finish() throws(SQLiteError) {
    try endSquare()
    if level.isEmpty {
      // All in one: the leaf is the root.
      try write(leaf, number: BoxTreeWriter.root, depth: 0)
      return try database.execute("UPDATE box_rowid SET nodeno = 1")
    }
    try endLeaf()
    var depth = 1
    while level.count > capacity {
      var parents: [Entry] = []
      for start in stride(from: 0, to: level.count, by: capacity) {
        let children = Array(level[start..<min(start + capacity, level.count)])
        parents.append(try writeParent(of: children, number: number, depth: depth))
        number += 1
      }
      level = parents
      depth += 1
    }
    _ = try writeParent(of: level, number: BoxTreeWriter.root, depth: depth)
  }

  private mutating func endSquare() throws(SQLiteError) {
    square.sort { ($0.spot, $0.entry.number) < ($1.spot, $1.entry.number) }
    var leaves: [(row: Int64, leaf: Int64)] = []
    leaves.reserveCapacity(square.count)
    for (_, entry) in square {
      if leaf.count == capacity { try endLeaf() }
      leaf.append(entry)
      leaves.append((entry.number, number))
    }
    // In the order of the rows, so that the table's pages are filled to the end.
    leaves.sort { $0.row < $1.row }
    for (row, leaf) in leaves { try insertLeaf.run([.integer(row), .integer(leaf)]) }
    square.removeAll(keepingCapacity: true)
  }

  private mutating func endLeaf() throws(SQLiteError) {
    guard !leaf.isEmpty else { return }
    try write(leaf, number: number, depth: 0)
    level.append(Entry(number: number, box: BoxTreeWriter.bounds(of: leaf)))
    number += 1
    leaf.removeAll(keepingCapacity: true)
  }

  private func writeParent(of children: [Entry], number: Int64, depth: Int) throws(SQLiteError) -> Entry {
    try write(children, number: number, depth: depth)
    for child in children { try insertParent.run([.integer(child.number), .integer(number)]) }
    return Entry(number: number, box: BoxTreeWriter.bounds(of: children))
  }

  private func write(_ entries: [Entry], number: Int64, depth: Int) throws(SQLiteError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodeBytes)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }
    append(UInt16(number == BoxTreeWriter.root ? depth : 0))
    append(UInt16(entries.count))
    for entry in entries {
      append(entry.number)
      for bound in [entry.box.south, entry.box.north, entry.box.west, entry.box.east] { append(bound) }
    }
    bytes += [UInt8](repeating: 0, count: nodeBytes - bytes.count)
    try insertNode.run([.integer(number), .blob(bytes)])
  }

  private static func bounds(of entries: [Entry]) -> GridBox {
    var bounds = entries[0].box
    for entry in entries.dropFirst() {
      bounds.south = min(bounds.south, entry.box.south)
      bounds.north = max(bounds.north, entry.box.north)
      bounds.west = min(bounds.west, entry.box.west)
      bounds.east = max(bounds.east, entry.box.east)
    }
    return bounds
  }
}
