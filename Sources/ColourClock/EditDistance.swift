/// The Levenshtein distance of two words, in bytes.
package enum EditDistance {
  /// `nil` above `most`.
  package static func between(_ one: some StringProtocol, _ other: some StringProtocol, most: Int) -> Int? {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard abs(one.count - other.count) <= most else { return nil }
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for column in other.indices {
        let changed = corner + (letter == other[column] ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, corner + 1)
      }
    }
    return row[other.count] <= most ? row[other.count] : nil
  }
}
