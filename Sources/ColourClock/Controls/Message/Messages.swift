/// The messages of a wall: of each priority one is seen, and others wait for their turn. While there is an urgent one, nothing
/// else is seen, and the time of the others stands still.
struct Messages: Hashable, Sendable {
  private var info = Lane()
  private var notice = Lane()
  private var urgent = Lane()
  /// How many there were so far.
  private var count = 0

  /// What is seen of them, each by its lines.
  struct Shown: Hashable, Sendable {
    var info: [String]?
    var notice: [String]?
    var urgent: [String]?
  }

  static let most = 32

  /// All of them, the most urgent first, in the order of their turns.
  var all: [Message] { Message.Priority.allCases.reversed().flatMap { self[$0].queue.map(\.message) } }

  /// The same, and which are seen now, and for how long each will still be seen; `nil` for those that stay.
  func states(at uptime: Duration) -> [(message: Message, isShown: Bool, left: Duration?)] {
    Message.Priority.allCases.reversed().flatMap { self[$0].states(at: uptime) }
  }

  var isEmpty: Bool { info.queue.isEmpty && notice.queue.isEmpty && urgent.queue.isEmpty }

  var isUrgent: Bool { !urgent.queue.isEmpty }

  var shown: Shown {
    isUrgent ? Shown(urgent: urgent.lines) : Shown(info: info.lines, notice: notice.lines)
  }

  /// In the place of one of the same name, or behind the others.
  /// - Returns: whether there is room for it.
  mutating func add(_ message: Message, at moment: Moment) -> Bool {
    if message.id != nil {
      if self[message.priority].replace(message, at: moment.uptime) { return true }
      _ = dismiss(message.id)
    }
    guard all.count < Messages.most || makeRoom(for: message.priority) else { return false }
    count += 1
    self[message.priority].queue.append(Entry(message, count))
    return true
  }

  /// Drops the oldest of the least urgent, if that is less urgent.
  private mutating func makeRoom(for wanted: Message.Priority) -> Bool {
    for priority in Message.Priority.allCases {
      if priority == wanted { return false }
      if self[priority].removeOldest() { return true }
    }
    return false
  }

  /// Takes one away: of that name, or what is seen and most urgent.
  /// - Returns: whether there was one.
  mutating func dismiss(_ id: String?) -> Bool {
    for priority in Message.Priority.allCases.reversed() {
      if self[priority].remove(id) { return true }
    }
    return false
  }

  func isDue(at moment: Moment) -> Bool {
    Message.Priority.allCases.contains { priority in
      let lane = self[priority]
      return lane.due.map { $0 <= moment.uptime } ?? false || lane.isSeen != isSeen(priority) || lane.isNews
    }
  }

  /// What is over goes, and what waits comes.
  /// - Returns: those that are seen for the first time.
  mutating func advance(to moment: Moment) -> [Message] {
    Message.Priority.allCases.reversed().compactMap { priority in
      self[priority].advance(to: moment.uptime)
      return self[priority].see(isSeen(priority), at: moment.uptime)
    }
  }

  var wake: Wake { Wake(uptime: info.due).or(uptime: notice.due).or(uptime: urgent.due) }

  private func isSeen(_ priority: Message.Priority) -> Bool {
    !self[priority].queue.isEmpty && (priority == .urgent || !isUrgent)
  }

  private subscript(priority: Message.Priority) -> Lane {
    get {
      switch priority {
      case .info: info
      case .notice: notice
      case .urgent: urgent
      }
    }
    set {
      switch priority {
      case .info: info = newValue
      case .notice: notice = newValue
      case .urgent: urgent = newValue
      }
    }
  }
}

extension Messages {
  fileprivate struct Entry: Hashable {
    var message: Message
    /// Of its time; `nil` for one that stays.
    var left: Duration?
    var isNew = true
    /// Higher than those of messages that have come before it.
    let number: Int

    init(_ message: Message, _ number: Int) { (self.message, left, self.number) = (message, message.span, number) }
  }

  /// Those of one priority, of which the first is seen.
  fileprivate struct Lane: Hashable {
    var queue: [Entry] = []
    /// The uptime from which on the first one is seen; `nil` while none is.
    private var since: Duration?

    /// Where there are several, each is seen for so long before it is the next one's turn.
    private static let turn = Duration.seconds(10)

    var isSeen: Bool { since != nil }

    /// Whether what is seen says something else than before.
    var isNews: Bool { isSeen && queue.first?.isNew == true }

    func states(at uptime: Duration) -> [(Message, Bool, Duration?)] {
      queue.enumerated().map { index, entry in
        let seen = index == 0 ? since : nil
        return (entry.message, seen != nil, entry.left.map { max(.zero, $0 - (seen.map { uptime - $0 } ?? .zero)) })
      }
    }

    var lines: [String]? { queue.first?.message.lines }

    /// The uptime at which the first one goes, or it is another's turn.
    var due: Duration? {
      guard let since, let first = queue.first else { return nil }
      let turn = queue.count > 1 ? Lane.turn : nil
      guard let span = first.left.map({ min($0, turn ?? $0) }) ?? turn else { return nil }
      return since + span
    }

    mutating func advance(to uptime: Duration) {
      while let due, due <= uptime {
        var first = queue.removeFirst()
        if let left = first.left, let since { first.left = left - (due - since) }
        if first.left != .zero { queue.append(first) }
        // One that is late, as after a suspend, leaves the next one its whole time.
        since = queue.isEmpty ? nil : uptime
      }
    }

    /// - Returns: the first one, if that is seen for the first time.
    mutating func see(_ isSeen: Bool, at uptime: Duration) -> Message? {
      if let since, !isSeen, let left = queue.first?.left { queue[0].left = max(.zero, left - (uptime - since)) }
      since = isSeen ? since ?? uptime : nil
      guard isSeen, queue.first?.isNew == true else { return nil }
      queue[0].isNew = false
      return queue[0].message
    }

    mutating func replace(_ message: Message, at uptime: Duration) -> Bool {
      guard let index = queue.firstIndex(where: { $0.message.id == message.id }) else { return false }
      // Other words are news.
      if queue[index].message.lines != message.lines { queue[index].isNew = true }
      (queue[index].message, queue[index].left) = (message, message.span)
      if index == 0, since != nil { since = uptime }
      return true
    }

    mutating func remove(_ id: String?) -> Bool {
      remove(at: id == nil ? queue.indices.first : queue.firstIndex { $0.message.id == id })
    }

    mutating func removeOldest() -> Bool { remove(at: queue.indices.min { queue[$0].number < queue[$1].number }) }

    private mutating func remove(at index: Int?) -> Bool {
      guard let index else { return false }
      queue.remove(at: index)
      if index == 0 { since = nil }
      return true
    }
  }
}
