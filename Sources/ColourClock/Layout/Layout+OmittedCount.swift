extension Layout {
  /// The number of lines left out, and the text (sign) that shows it.
  struct OmittedCount: Hashable, Sendable {
    private(set) var count = 0
    /// The part of all these lines; `nil` for several parts.
    private(set) var extra: Extra?

    init() {}

    init(_ count: Int, _ extra: Extra) { (self.count, self.extra) = (count, extra) }

    var isEmpty: Bool { count == 0 }

    mutating func add(_ more: Int, _ extra: Extra?) {
      guard more > 0 else { return }
      self.extra = isEmpty || self.extra == extra ? extra : nil
      count += more
    }

    mutating func add(_ other: OmittedCount) { add(other.count, other.extra) }

    /// The first text that fits in `width` digit heights, otherwise the shortest.
    func text(_ words: Words, within width: Double, isNamed: Bool = true) -> String {
      let texts = texts(words, isNamed: isNamed)
      return texts.first { Line.width($0) <= width } ?? texts[texts.count - 1]
    }

    /// "3 more time zones", "3 more" and "+3": the most precise text first.
    func texts(_ words: Words, isNamed: Bool = true) -> [String] {
      [isNamed ? named(words) : nil, words["%d more", count], "+\(count)"].compactMap(\.self)
    }

    private func named(_ words: Words) -> String? {
      guard count > 1 else { return nil }
      switch extra {
      case .zones: return words["%d more time zones", count]
      case .feed: return words["%d more lines", count]
      case nil, .code, .laps, .date, .agenda, .program, .countdowns: return nil
      }
    }
  }

  /// "updated just now · 3 more". `age` is `nil` before the feed's first answer.
  static func status(_ age: String?, with sign: String) -> String { age.map { $0 + Scene.dot + sign } ?? sign }
}
