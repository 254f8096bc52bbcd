/// The name that `typed` is probably meant to be: at most two typing errors away, or begun with it.
func nearest(to typed: String, in names: [String]) -> String? {
  let word = Array(typed.unicodeScalars)
  guard word.count >= 2, word.count <= 64 else { return nil }
  let best =
    names
    .map { (name: $0, distance: editDistance(word, Array($0.unicodeScalars))) }
    .min { $0.distance < $1.distance }
  if let best, best.distance <= min(2, word.count / 2) { return best.name }
  let begun = names.filter { $0.hasPrefix(typed) }
  return begun.count == 1 ? begun[0] : nil
}

/// How many insertions, deletions, substitutions and swaps of neighbours lead from one word to the other.
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let substituted = previous[j] + (left[i] == right[j] ? 0 : 1)
      var cost = min(substituted, previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, before[j - 1] + 1)
      }
      row.append(cost)
    }
    (before, previous) = (previous, row)
  }
  return previous[right.count]
}
