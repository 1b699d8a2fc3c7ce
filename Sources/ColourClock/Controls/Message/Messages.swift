/// Each priority shows one message at a time. An urgent message hides the others and stops their time.
struct Messages: Hashable, Sendable {
  private var queues = Dictionary(uniqueKeysWithValues: Message.Priority.allCases.map { ($0, MessageQueue()) })
  private var count = 0

  struct Shown: Hashable, Sendable {
    var info: [String]?
    var notice: [String]?
    var urgent: [String]?
  }

  static let most = 32

  var all: [Message] { Message.Priority.allCases.reversed().flatMap { self[$0].queue.map(\.message) } }

  func states(at uptime: Duration) -> [(message: Message, isShown: Bool, left: Duration?)] {
    Message.Priority.allCases.reversed().flatMap { self[$0].states(at: uptime) }
  }

  var isEmpty: Bool { queues.values.allSatisfy { $0.queue.isEmpty } }

  var isUrgent: Bool { !self[.urgent].queue.isEmpty }

  var shown: Shown {
    isUrgent ? Shown(urgent: self[.urgent].lines) : Shown(info: self[.info].lines, notice: self[.notice].lines)
  }

  /// If there is no room, removes the oldest message of the lowest priority. Returns false if no priority is lower.
  mutating func add(_ message: Message, at moment: Moment) -> Bool {
    if message.id != nil {
      if self[message.priority].replace(message, at: moment.uptime) { return true }
      _ = dismiss(message.id)
    }
    guard all.count < Messages.most || makeRoom(for: message.priority) else { return false }
    count += 1
    self[message.priority].add(Entry(message, count, at: moment.uptime))
    return true
  }

  private mutating func makeRoom(for wanted: Message.Priority) -> Bool {
    Message.Priority.allCases.prefix { $0 != wanted }.contains { self[$0].removeOldest() }
  }

  /// - Parameter id: `nil` means the most urgent message.
  mutating func dismiss(_ id: String?) -> Bool {
    Message.Priority.allCases.reversed().contains { self[$0].remove(id) }
  }

  /// A message that a viewer removed.
  struct Taken: Hashable {
    fileprivate let entry: Entry
  }

  func number(ofShown priority: Message.Priority) -> Int? {
    shouldBeSeen(priority) ? self[priority].queue.first?.number : nil
  }

  mutating func take(_ number: Int, at uptime: Duration) -> Taken? {
    for priority in Message.Priority.allCases {
      if let entry = self[priority].take(number, at: uptime) { return Taken(entry: entry) }
    }
    return nil
  }

  /// Does nothing if there is no room, or if a later message has the same name.
  mutating func putBack(_ taken: Taken, at uptime: Duration) {
    let message = taken.entry.message
    let isReplaced = message.id != nil && all.contains { $0.id == message.id }
    guard !isReplaced, all.count < Messages.most || makeRoom(for: message.priority) else { return }
    self[message.priority].putFirst(taken.entry, at: uptime)
  }

  func isDue(at moment: Moment) -> Bool {
    Message.Priority.allCases.contains { priority in
      let queue = self[priority]
      return queue.due.map { $0 <= moment.uptime } ?? false || queue.isSeen != shouldBeSeen(priority) || queue.showsNew
    }
  }

  /// Returns the messages shown for the first time.
  mutating func advance(to moment: Moment) -> [Message] {
    Message.Priority.allCases.reversed().compactMap { priority in
      self[priority].advance(to: moment.uptime)
      return self[priority].setSeen(shouldBeSeen(priority), at: moment.uptime)
    }
  }

  var wake: Wake { Wake(uptime: queues.values.compactMap(\.due).min()) }

  private func shouldBeSeen(_ priority: Message.Priority) -> Bool {
    !self[priority].queue.isEmpty && (priority == .urgent || !isUrgent)
  }

  private subscript(priority: Message.Priority) -> MessageQueue {
    get { queues[priority] ?? MessageQueue() }
    set { queues[priority] = newValue }
  }
}

extension Messages.Shown {
  init(_ message: Message) {
    self.init()
    switch message.priority {
    case .info: info = message.lines
    case .notice: notice = message.lines
    case .urgent: urgent = message.lines
    }
  }
}

extension Messages {
  fileprivate struct Entry: Hashable {
    var message: Message
    /// The time left when the message was last hidden; `nil` for a message that stays.
    var left: Duration?
    var isNew = true
    var arrival: Duration
    let number: Int

    init(_ message: Message, _ number: Int, at uptime: Duration) {
      (self.message, left, arrival, self.number) = (message, message.span, uptime, number)
    }
  }

  fileprivate struct MessageQueue: Hashable {
    var queue: [Entry] = []
    /// The uptime at which the first message appeared; `nil` while it is hidden.
    private var since: Duration?

    /// The time until the next message replaces the first: `beforeNew` if the next one is new.
    private static let turn = (usual: Duration.seconds(10), beforeNew: Duration.seconds(3))

    var isSeen: Bool { since != nil }

    var showsNew: Bool { isSeen && queue.first?.isNew == true }

    func states(at uptime: Duration) -> [(Message, Bool, Duration?)] {
      queue.enumerated().map { index, entry in
        let seen = index == 0 ? since : nil
        return (entry.message, seen != nil, entry.left.map { max(.zero, $0 - (seen.map { uptime - $0 } ?? .zero)) })
      }
    }

    var lines: [String]? { queue.first?.message.lines }

    /// The uptime of the next change.
    var due: Duration? {
      guard let since, let first = queue.first else { return nil }
      let turn = queue.dropFirst().first.map { next in
        next.isNew ? max(MessageQueue.turn.beforeNew, next.arrival - since) : MessageQueue.turn.usual
      }
      guard let span = first.left.map({ min($0, turn ?? $0) }) ?? turn else { return nil }
      return since + span
    }

    /// Queues a new message behind the first and other new ones, but ahead of those that were already shown.
    mutating func add(_ entry: Entry) {
      queue.insert(entry, at: queue.indices.dropFirst().first { !queue[$0].isNew } ?? queue.endIndex)
    }

    mutating func advance(to uptime: Duration) {
      while let due, due <= uptime {
        var first = queue.removeFirst()
        if let left = first.left, let since { first.left = left - (due - since) }
        if first.left != .zero { queue.append(first) }
        // After a suspend, the next message still has its whole time.
        since = queue.isEmpty ? nil : uptime
      }
    }

    /// Returns the first message if it is new.
    mutating func setSeen(_ isSeen: Bool, at uptime: Duration) -> Message? {
      if let since, !isSeen, let left = queue.first?.left { queue[0].left = max(.zero, left - (uptime - since)) }
      since = isSeen ? since ?? uptime : nil
      guard isSeen, queue.first?.isNew == true else { return nil }
      queue[0].isNew = false
      return queue[0].message
    }

    mutating func replace(_ message: Message, at uptime: Duration) -> Bool {
      guard let index = queue.firstIndex(where: { $0.message.id == message.id }) else { return false }
      let isNew = queue[index].message.lines != message.lines
      var entry = queue[index]
      (entry.message, entry.left) = (message, message.span)
      if isNew { (entry.isNew, entry.arrival) = (true, uptime) }
      queue[index] = entry
      if index == 0 {
        if since != nil { since = uptime }
      } else if isNew {
        queue.remove(at: index)
        add(entry)
      }
      return true
    }

    mutating func take(_ number: Int, at uptime: Duration) -> Entry? {
      guard let index = queue.firstIndex(where: { $0.number == number }) else { return nil }
      var entry = queue[index]
      if index == 0, let since, let left = entry.left { entry.left = max(.zero, left - (uptime - since)) }
      _ = remove(at: index)
      return entry
    }

    mutating func putFirst(_ entry: Entry, at uptime: Duration) {
      _ = setSeen(false, at: uptime)
      queue.insert(entry, at: 0)
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
