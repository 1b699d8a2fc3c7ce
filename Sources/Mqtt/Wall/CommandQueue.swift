import ColourClock
import Companion
import Notation
import System

/// The commands that have come, until the wall takes them.
///
/// They are read as fast as they come, and what is too much is refused: what the broker or TCP held back instead,
/// acknowledgements and pings among it, would be old when it comes.
final class CommandQueue {
  private let permissions: Permissions
  private let wall: WallSide
  private let answers: Answers
  private var jobs: [Job] = []
  private var log = RefusalLog()
  /// Size of all jobs in bytes.
  private var size = 0
  /// How many were dropped for others that came after them.
  private(set) var dropped = 0

  private struct Job {
    let topic: String
    /// How many of the words are the topic's.
    let named: Int
    var words: [String]
    let place: BrokerMessage.AnswerPlace?
    let isRetained: Bool

    /// About what it takes in memory, in bytes.
    var size: Int { words.reduce(256) { $0 + $1.utf8.count + 32 } }
  }

  private static let most = 64
  /// In bytes: eight of the longest.
  private static let largest = 1 << 19

  init(_ permissions: Permissions, _ wall: WallSide, _ answers: Answers) {
    (self.permissions, self.wall, self.answers) = (permissions, wall, answers)
  }

  /// - Parameter parts: the command's words, as far as the topic has them.
  func enqueue(_ parts: [String], _ message: BrokerMessage) {
    var job = Job(
      topic: message.topic, named: parts.count, words: parts, place: message.answer, isRetained: message.isRetained)
    do throws(Refusal) {
      guard let payload = message.payload else { throw Refusal("a payload has 64 kB at the most") }
      job.words = try CommandPayload.words(parts, payload)
      try permissions.check(job.words)
      jobs.append(job)
      size += job.size
    } catch {
      refuse(job, error.text)
    }
    // The latest commands say best what is wanted now.
    while jobs.count > CommandQueue.most || size > CommandQueue.largest && jobs.count > 1 {
      dropped += 1
      refuse(removeFirst(), "too many commands at once")
    }
  }

  private func removeFirst() -> Job {
    let job = jobs.removeFirst()
    size -= job.size
    return job
  }

  /// Tells the wall as much as it takes.
  /// - Returns: whether the rest has to wait for the pace.
  func work(_ pace: inout CommandPace) -> Bool {
    while let job = jobs.first {
      if let link = wall.link {
        guard pace.isOpen else { return true }
        // Its next answer goes on from here.
        guard !link.isFull else { return false }
        pace.spend()
        ask(link, job)
      } else if !job.isRetained {
        // A retained one comes again with the wall.
        refuse(job, "there is no clock")
      }
      _ = removeFirst()
    }
    return false
  }

  private func ask(_ link: ClockConnection, _ job: Job) {
    link.ask(job.words) { [self] reply in
      switch reply {
      case .success(let data):
        answers.answer(job.words, job.place, error: "success", data: permissions.published(data, of: job.words))
      case .refused(let reason):
        let reason = permissions.published(reason, of: job.words)
        answers.answer(job.words, job.place, error: reason)
        record(job, reason)
      case .none: answers.answer(job.words, job.place, error: "the clock is gone")
      }
    }
    wall.enquireSoon()
  }

  /// One that does not come to the wall.
  private func refuse(_ job: Job, _ reason: String) {
    answers.refuse(job.words, job.place, reason)
    record(job, reason)
  }

  /// Who has sent it may not listen, and who looks after the wall should know.
  private func record(_ job: Job, _ reason: String) {
    if let line = log.line(job.topic, job.words, named: job.named, reason, at: Now.uptime) { Process.report(line) }
  }
}

/// How fast the wall is told what others want of it: some at once, and so many a second, a frame's worth at a time,
/// since it draws once for all that come together. A flood finds this in its way, not the wall.
struct CommandPace {
  static let burst = 100.0
  /// A second.
  static let rate = 500.0
  /// So many in a frame, by 60 a second.
  static let portion = 8.0

  private var left = CommandPace.burst
  private var last = 0.0
  private(set) var isOpen = true

  mutating func refill(at uptime: Double) {
    left = min(CommandPace.burst, left + max(0, uptime - last) * CommandPace.rate)
    last = uptime
    if left >= CommandPace.portion { isOpen = true }
  }

  mutating func spend() {
    left -= 1
    if left < 1 { isOpen = false }
  }

  /// How long until the wall may be told more.
  var pause: Double { isOpen ? 0 : max(0, CommandPace.portion - left) / CommandPace.rate }
}

/// What is said on standard error of commands that were refused: a line each, so many a minute, and nothing of what
/// only who sent them should read, such as the password in a value.
struct RefusalLog {
  private var limiter = RateLimiter(burst: 10, each: .seconds(6))
  private var lastNote = -RefusalLog.pause

  private static let pause = 60.0

  private static let longestTopic = 120
  /// Their first word is an option's name, which says what it is about.
  private static let namesFirst: Set<String> = ["set", "unset", "get"]

  /// - Parameters: where the command was published, its words, of which the first ones are the topic's, and why it is
  ///   refused.
  /// - Returns: what is to be said of it; `nil` for nothing.
  mutating func line(_ topic: String, _ words: [String], named count: Int, _ reason: String, at uptime: Double)
    -> String?
  {
    guard limiter.admit(at: .seconds(uptime)) else {
      if uptime - lastNote < RefusalLog.pause { return nil }
      lastNote = uptime
      return "more commands are refused than are told of here: ten a minute"
    }
    let known = count + (words.first.map(RefusalLog.namesFirst.contains) ?? false ? 1 : 0)
    return "\(topic.prefix(RefusalLog.longestTopic)): \(RefusalLog.without(words.dropFirst(known), reason))"
  }

  /// A reason, without what it quotes of these words.
  static func without(_ words: some Sequence<String>, _ reason: String) -> String {
    let words = words.filter { !$0.isEmpty }
    var parts = words.reduce(reason) { $0.replacing("'\($1)'", with: "'…'") }.split(
      separator: "'", omittingEmptySubsequences: false)
    // Every second one is between two quotes; a long value may be cut there.
    for index in stride(from: 1, to: parts.count, by: 2) {
      let quoted = parts[index].last == "…" ? parts[index].dropLast() : parts[index]
      if quoted.isEmpty || words.contains(where: { $0.contains(quoted) }) { parts[index] = "…" }
    }
    return parts.joined(separator: "'")
  }
}
