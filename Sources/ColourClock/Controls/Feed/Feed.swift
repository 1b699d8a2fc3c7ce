/// What the wall knows of its feed: a text from outside, asked for again and again, the last good one kept.
package struct Feed: Hashable, Sendable {
  /// How a feed is kept up to date.
  package struct Rules: Hashable, Sendable {
    /// The time from one automatic run to the next; `nil` for a feed that is only asked for by hand.
    package var every: Duration?

    package init(every: Duration? = nil) {
      precondition(every.map { $0 > .zero } ?? true, "a feed's period is longer than nothing")
      self.every = every
    }
  }

  /// What came of asking.
  package enum Answer: Hashable, Sendable {
    /// All that was written, not yet cleaned.
    case text([UInt8])
    case failed(Reason)
  }

  /// Why there is no text.
  package enum Reason: Hashable, Sendable {
    case timedOut
    case tooMuch
    /// The exit status was not zero.
    case exited(Int32)
    case notStarted
    case unreadable

    /// A few words for the wall.
    package var text: String {
      switch self {
      case .timedOut: "timed out"
      case .tooMuch: "too much output"
      case .exited(let status): "exit \(status)"
      case .notStarted: "cannot start"
      case .unreadable: "cannot read"
      }
    }
  }

  package let rules: Rules
  /// The last good text, as `lines(of:)` cleans it.
  package private(set) var lines: [String] = []
  /// The uptime of the last good answer.
  package private(set) var updated: Duration?
  /// What went wrong the last time, if it did.
  package private(set) var failure: Reason?
  /// It has been asked for, and the answer is not there yet.
  package private(set) var isRunning = false
  /// The uptime of the next automatic run; `nil` if there is none.
  package private(set) var due: Duration?

  /// A feed whose first automatic run is due at `uptime`.
  package init(_ rules: Rules, at uptime: Duration) {
    self.rules = rules
    due = rules.every == nil ? nil : uptime
  }

  /// True exactly once when a run is due, and then the caller is to start it. However late the call, it is one run, and
  /// the next is due a whole number of periods after this one was; one that is due while another runs is left out.
  package mutating func advance(to uptime: Duration) -> Bool {
    guard let due, let period, due <= uptime else { return false }
    let missed = (uptime - due).attoseconds / period.attoseconds
    self.due = due + Duration(attoseconds: (missed + 1) * period.attoseconds)
    return begin()
  }

  /// Asked for by hand: whether the caller is to start a run, which it is not while one runs. The time to the next
  /// automatic one begins anew.
  package mutating func start(at uptime: Duration) -> Bool {
    guard begin() else { return false }
    due = period.map { uptime + $0 }
    return true
  }

  private mutating func begin() -> Bool {
    defer { isRunning = true }
    return !isRunning
  }

  /// Takes what came of a run, at `uptime`; `nil` if it found nothing new. A failure leaves the last good text.
  package mutating func receive(_ answer: Answer?, at uptime: Duration) {
    isRunning = false
    switch answer {
    case .text(let bytes):
      guard let lines = Feed.lines(of: bytes) else { return failure = .unreadable }
      (self.lines, updated, failure) = (lines, uptime, nil)
    case .failed(let reason): failure = reason
    case nil: break
    }
  }
}
