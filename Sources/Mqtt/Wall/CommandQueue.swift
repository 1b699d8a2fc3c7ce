import ColourClock
import CompanionSupport
import ControlProtocol
import System

/// Takes commands from the broker immediately, because unread ones would delay acknowledgements and pings. If too many
/// wait, the oldest are refused.
final class CommandQueue {
  private let permissions: Permissions
  private let wall: ClockLink
  private let answers: Answers
  private var jobs: [Job] = []
  private var log = RefusalLog()
  private var size = 0
  private(set) var dropped = 0

  private struct Job {
    let topic: String
    /// The number of words from the topic; the others are from the payload.
    let wordsFromTopic: Int
    var words: [String]
    let place: BrokerMessage.AnswerPlace?
    let isRetained: Bool

    var size: Int { words.reduce(256) { $0 + $1.utf8.count + 32 } }
  }

  private static let most = 64
  /// The limit is in bytes: eight commands of the maximum length.
  private static let largest = 1 << 19

  init(_ permissions: Permissions, _ wall: ClockLink, _ answers: Answers) {
    (self.permissions, self.wall, self.answers) = (permissions, wall, answers)
  }

  func enqueue(_ parts: [String], _ message: BrokerMessage) {
    var job = Job(
      topic: message.topic, wordsFromTopic: parts.count, words: parts, place: message.answer,
      isRetained: message.isRetained)
    do throws(Refusal) {
      guard let payload = message.payload else { throw Refusal("a payload has 64 kB at the most") }
      job.words = try CommandPayload.words(parts, payload)
      try permissions.check(job.words)
      jobs.append(job)
      size += job.size
    } catch {
      refuse(job, error.text)
    }
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

  /// Without a wall, removes all commands and refuses those that are not retained. Returns true if commands must wait
  /// for the rate limit.
  func work(_ pace: inout CommandPace) -> Bool {
    while let job = jobs.first {
      if let link = wall.link {
        guard pace.isOpen else { return true }
        // After the wall's next answer, the loop calls `work` again.
        guard !link.isFull else { return false }
        pace.spend()
        ask(link, job)
      } else if !job.isRetained {
        // The broker sends retained commands again when the wall comes.
        refuse(job, "there is no clock")
      }
      _ = removeFirst()
    }
    return false
  }

  private func ask(_ link: ClockConnection, _ job: Job) {
    link.ask(job.words) { [weak self] reply in self?.pass(reply, to: job) }
    wall.pollStatusSoon()
  }

  private func pass(_ reply: ClockConnection.Answer, to job: Job) {
    switch reply {
    case .success(let data):
      answers.answer(job.words, job.place, error: "success", data: permissions.published(data, of: job.words))
    case .refused(let reason):
      let reason = permissions.published(reason, of: job.words)
      answers.answer(job.words, job.place, error: reason)
      record(job, reason)
    case .noAnswer: answers.answer(job.words, job.place, error: "the clock is gone")
    }
  }

  private func refuse(_ job: Job, _ reason: String) {
    answers.refuse(job.words, job.place, reason)
    record(job, reason)
  }

  private func record(_ job: Job, _ reason: String) {
    if let line = log.line(job.topic, job.words, wordsFromTopic: job.wordsFromTopic, reason, at: Now.uptime) {
      Process.report(line)
    }
  }
}

/// Permits a burst, then portions: the wall draws one frame for each portion.
struct CommandPace {
  private var limiter = RateLimiter(burst: 100, each: .milliseconds(2))
  private(set) var isOpen = true

  /// The commands of one frame, at 60 frames a second.
  private static let portion = 8

  mutating func refill(at uptime: Double) {
    limiter.refill(at: .seconds(uptime))
    if limiter.wait(for: CommandPace.portion) == .zero { isOpen = true }
  }

  mutating func spend() {
    limiter.spend()
    if limiter.wait(for: 1) > .zero { isOpen = false }
  }

  /// Seconds until more commands may be sent.
  var pause: Double { isOpen ? 0 : limiter.wait(for: CommandPace.portion) / .seconds(1) }
}

/// Reports refusals on standard error, without values, which may be passwords.
struct RefusalLog {
  private var limiter = RateLimiter(burst: 10, each: .seconds(6))
  /// The uptime of the last line that says that further refusals are not reported.
  private var lastNote = -RefusalLog.pause

  private static let pause = 60.0

  private static let longestTopic = 120
  /// The first argument of these commands is an option's name, which is safe to quote.
  private static let namesFirst: Set<String> = ["set", "unset", "get"]

  mutating func line(_ topic: String, _ words: [String], wordsFromTopic: Int, _ reason: String, at uptime: Double)
    -> String?
  {
    guard limiter.admit(at: .seconds(uptime)) else {
      if uptime - lastNote < RefusalLog.pause { return nil }
      lastNote = uptime
      return "further refused commands are not reported: the limit is ten reports a minute"
    }
    let hasName = words.first.map(RefusalLog.namesFirst.contains) ?? false
    let known = hasName ? max(wordsFromTopic, 2) : wordsFromTopic
    return "\(topic.prefix(RefusalLog.longestTopic)): \(RefusalLog.without(words.dropFirst(known), reason))"
  }

  /// Replaces quotations of `words` by an ellipsis. A word may contain quotes, so the end of a quotation is unclear: the
  /// longest is replaced first. A quotation may be a shortened word ("…").
  static func without(_ words: some Sequence<String>, _ reason: String) -> String {
    let words = words.filter { !$0.isEmpty }
    guard reason.utf8.count <= longestReason else { return String(reason.prefix { $0 != "'" }) + "'…'" }
    var parts = reason.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= mostParts else { return parts[0] + "'…'" }
    while let quotation = longestQuotation(of: words, in: parts) { parts.replaceSubrange(quotation, with: ["…"]) }
    return parts.joined(separator: "'")
  }

  private static let longestReason = 4096
  private static let mostParts = 24

  private static func longestQuotation(of words: [String], in parts: [String]) -> Range<Int>? {
    var longest: (range: Range<Int>, length: Int)?
    for start in parts.indices.dropFirst().dropLast() {
      for end in start + 1..<parts.count {
        let text = parts[start..<end].joined(separator: "'")
        guard text != "…", text.utf8.count > longest?.length ?? -1 else { continue }
        let quoted = text.last == "…" ? text.dropLast() : text[...]
        guard quoted.isEmpty || words.contains(where: { $0.contains(quoted) }) else { continue }
        longest = (start..<end, text.utf8.count)
      }
    }
    return longest?.range
  }
}
