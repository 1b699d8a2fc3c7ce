/// A set of small integers, such as the months of BYMONTH.
struct NumberSet: Equatable {
  /// Bit 2n is the number n, bit 2n - 1 is -n.
  private var words: [UInt64] = []

  init(_ numbers: some Sequence<Int> = []) { numbers.forEach { insert($0) } }

  var isEmpty: Bool { words.isEmpty }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ number: Int) {
    let bit = NumberSet.bit(number)
    while words.count <= bit >> 6 { words.append(0) }
    words[bit >> 6] |= 1 << (bit & 63)
  }

  func contains(_ number: Int) -> Bool {
    let bit = NumberSet.bit(number)
    return bit >> 6 < words.count && words[bit >> 6] >> (bit & 63) & 1 == 1
  }

  var members: [Int] {
    let limit = words.count * 32
    return (-limit...limit).filter(contains)
  }

  private static func bit(_ number: Int) -> Int { number >= 0 ? 2 * number : -2 * number - 1 }
}
