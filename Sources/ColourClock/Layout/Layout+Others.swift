extension Layout {
  /// Lines that a wall leaves out, and the texts of the sign that counts them.
  struct Others: Hashable, Sendable {
    private(set) var count = 0
    /// The part to which all of them belong; `nil` if they belong to several parts.
    private(set) var extra: Extra?

    init() {}

    init(_ count: Int, _ extra: Extra) { (self.count, self.extra) = (count, extra) }

    var isEmpty: Bool { count == 0 }

    /// Counts more lines; nothing if `more` is not positive.
    mutating func add(_ more: Int, _ extra: Extra?) {
      guard more > 0 else { return }
      self.extra = isEmpty || self.extra == extra ? extra : nil
      count += more
    }

    mutating func add(_ others: Others) { add(others.count, others.extra) }

    /// "3 more time zones", else "3 more", else "+3": the first that is not wider than `width` (in digit heights).
    func text(_ words: Words, within width: Double) -> String {
      texts(words).first { Line.width($0) <= width } ?? "+\(count)"
    }

    /// "3 more", or "+3" if that is wider than `width` (in digit heights).
    func unnamed(_ words: Words, within width: Double) -> String {
      let text = words["%d more", count]
      return Line.width(text) <= width ? text : "+\(count)"
    }

    /// In words, the most precise first.
    func texts(_ words: Words) -> [String] { [named(words), unnamed(words, within: .infinity)].compactMap(\.self) }

    /// With what was left out in words, in the plural.
    private func named(_ words: Words) -> String? {
      guard count > 1 else { return nil }
      switch extra {
      case .zones: return words["%d more time zones", count]
      case .feed: return words["%d more lines", count]
      case nil, .code, .laps, .date, .agenda, .program, .countdowns: return nil
      }
    }
  }

  /// "updated just now · 3 more".
  /// - Parameters:
  ///   - age: `nil` before the first answer of a feed.
  ///   - sign: counts the lines that are left out.
  static func status(_ age: String?, with sign: String) -> String { age.map { $0 + Scene.dot + sign } ?? sign }
}
