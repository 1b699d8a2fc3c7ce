import ColourClock
import System

final class ShellCommands {
  private struct Running {
    let command: ShellCommand
    let text: String
    /// The number of the feed's lines on the wall; `nil` for other commands.
    var lines: Int?

    var isFeed: Bool { lines != nil }

    var isOver: Bool { command.deadline == nil && command.descriptors.isEmpty }
  }

  private let timer = KernelTimer(.boot)
  private let timeLimit: Duration
  private let report: (String) -> Void
  private var running: [Running] = []
  /// The command lines that run `most` times and were reported.
  private var full: Set<String> = []
  /// The answer for a feed that could not start.
  private var refusal: Feed.Answer?
  private var lastReported: String?

  /// The most processes of one command line, or of all feeds.
  private static let most = 8

  init(timeLimit: Duration = .seconds(60), report: @escaping (String) -> Void = Process.report) {
    (self.timeLimit, self.report) = (timeLimit, report)
  }

  var descriptors: [Int32] { [timer.descriptor] + running.flatMap(\.command.descriptors) }

  var isIdle: Bool { running.isEmpty }

  private func hasRoom(for text: String) -> Bool {
    running.count { !$0.isFeed && $0.text == text } < ShellCommands.most
  }

  func run(_ text: String) { run(text, variables: [:]) }

  func run(_ text: String, variables: [String: String]) {
    guard hasRoom(for: text) else {
      if full.insert(text).inserted {
        report("already running \(ShellCommands.most) times, so not started again: \(text)")
      }
      return
    }
    add(
      Running(
        command: ShellCommand(text, .detached, timeLimit: timeLimit, variables: variables), text: text))
  }

  /// Does nothing while an answer is expected.
  func runFeed(_ text: String, limit: Int, lines: Int = Feed.Style.standard.lines, timeLimit: Duration) {
    let feeds = running.filter(\.isFeed)
    guard feeds.allSatisfy({ $0.command.deadline == nil }) else { return }
    // Feeds can pile up: SIGKILL cannot end a process that waits for a lost network disk.
    if feeds.count < ShellCommands.most {
      let command = ShellCommand(text, .captured(limit: limit), timeLimit: timeLimit)
      add(Running(command: command, text: text, lines: lines))
    } else {
      refusal = .failed(.notStarted)
      arm()
    }
  }

  func receive() -> Feed.Answer? {
    _ = timer.acknowledge()
    var answer = refusal
    refusal = nil
    for each in running {
      guard let ending = each.command.receive() else { continue }
      if let lines = each.lines {
        answer = ShellCommands.answer(for: ending, lines: lines, errorOutput: each.command.errorOutput)
        if let answer { reportFeed(answer, of: each.text) }
      } else {
        reportEnding(ending, of: each.text)
      }
    }
    running.removeAll(where: \.isOver)
    full = full.filter { !hasRoom(for: $0) }
    arm()
    return answer
  }

  func dropFeed() {
    for each in running where each.isFeed { each.command.kill() }
    refusal = nil
    arm()
  }

  func end() {
    for each in running { each.command.kill() }
    for each in running { each.command.end() }
    running = []
    arm()
  }

  private func add(_ one: Running) {
    running.append(one)
    arm()
  }

  private func arm() {
    timer.arm(at: refusal == nil ? running.compactMap(\.command.deadline).min() : .zero)
  }

  private static func answer(for ending: ShellCommand.Outcome, lines: Int, errorOutput: [UInt8]) -> Feed.Answer {
    let reason: Feed.Reason
    switch ending {
    case .finished(0, let output):
      if Feed.lines(of: output, upTo: lines) != nil { return .text(output) }
      reason = .unreadable
    case .finished(let status, _): reason = .exited(status)
    case .signalled(let number): reason = .signalled(number)
    case .timedOut: reason = .timedOut
    case .tooMuch: reason = .tooMuch
    case .notStarted: reason = .notStarted
    }
    return .failed(reason, complaint: Feed.lastLine(of: errorOutput))
  }

  /// The first word that is no assignment, without its folders.
  static func name(of text: String) -> String {
    let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == ";" }
    let command = words.first { !isAssignment($0) } ?? ""
    return String((command.split(separator: "/").last ?? "").prefix(longestName))
  }

  private static func isAssignment(_ word: Substring) -> Bool {
    word.contains("=") && (word.hasPrefix("_") || word.first?.isLetter == true)
  }

  private static let longestName = 40

  private func reportFeed(_ answer: Feed.Answer, of text: String) {
    guard case .failed(let reason, let said) = answer else {
      if lastReported != nil { Journal.report("feed: it answers again", as: .notice) }
      return lastReported = nil
    }
    let line = "feed: \(reason.text(of: ShellCommands.name(of: text)))\(said.map { " (\($0))" } ?? "")"
    if line != lastReported { report(line) }
    lastReported = line
  }

  private func reportEnding(_ ending: ShellCommand.Outcome, of text: String) {
    switch ending {
    case .finished, .signalled, .tooMuch: break
    case .timedOut: report("killed after \(timeLimit.components.seconds) s: \(text)")
    case .notStarted(let reason): report("cannot run, \(reason): \(text)")
    }
  }
}
