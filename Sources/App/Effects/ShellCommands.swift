import ColourClock
import System

/// The commands that run for the wall: those whose answer is not awaited, and the one that feeds it.
final class ShellCommands {
  private struct Running {
    let command: ShellCommand
    let text: String
    /// How many lines of it are shown, of a feed.
    var lines: Int?

    var isFeed: Bool { lines != nil }

    /// Nothing is left of it to wait for or to tell.
    var isOver: Bool { command.deadline == nil && command.descriptors.isEmpty }
  }

  private let timer = KernelTimer(.boot)
  private let timeLimit: Duration
  private let report: (String) -> Void
  private var running: [Running] = []
  /// Commands that were reported as running too often, and have had no room since.
  private var full: Set<String> = []
  /// The answer of a feed that could not be started.
  private var refusal: Feed.Answer?
  /// The last message about a feed that has failed since its last good answer.
  private var complaint: String?

  /// The most commands of the same text at a time, feeds aside. A command that hangs takes no other's place.
  private static let most = 8

  /// Commands that may run for `timeLimit` where no answer is awaited; `report` gets a line about each failure.
  init(timeLimit: Duration = .seconds(60), report: @escaping (String) -> Void = Process.report) {
    (self.timeLimit, self.report) = (timeLimit, report)
  }

  /// What to poll for reading; `receive` is to be called then.
  var descriptors: [Int32] { [timer.descriptor] + running.flatMap(\.command.descriptors) }

  /// Whether nothing runs.
  var isIdle: Bool { running.isEmpty }

  private func hasRoom(for text: String) -> Bool {
    running.count { !$0.isFeed && $0.text == text } < ShellCommands.most
  }

  /// Runs `text` in a shell, and kills it after the time limit; not if eight of it are running already, which is said
  /// once.
  func run(_ text: String) { run(text, variables: [:]) }

  /// The same with further environment variables.
  func run(_ text: String, variables: [String: String]) {
    guard hasRoom(for: text) else {
      if full.insert(text).inserted { report("not run, for \(ShellCommands.most) of it are running: \(text)") }
      return
    }
    add(
      Running(
        command: ShellCommand(text, .detached, timeLimit: timeLimit, variables: variables), text: text))
  }

  /// Runs `text` in a shell for an answer of at most `limit` bytes within `timeLimit`, of which so many lines are
  /// shown, given by `receive`; nothing happens while another answer is awaited.
  func answer(_ text: String, limit: Int, lines: Int = Feed.Style.standard.lines, timeLimit: Duration) {
    let feeds = running.filter(\.isFeed)
    guard feeds.allSatisfy({ $0.command.deadline == nil }) else { return }
    // Processes that even SIGKILL cannot end, such as on a network disk that is away, must not pile up.
    if feeds.count < ShellCommands.most {
      let command = ShellCommand(text, .captured(limit: limit), timeLimit: timeLimit)
      add(Running(command: command, text: text, lines: lines))
    } else {
      refusal = .failed(.notStarted)
      arm()
    }
  }

  /// Takes up what has come: the feed's answer, if it has just ended.
  func receive() -> Feed.Answer? {
    _ = timer.acknowledge()
    var answer = refusal
    refusal = nil
    for each in running {
      guard let ending = each.command.receive() else { continue }
      if let lines = each.lines {
        answer = ShellCommands.answer(for: ending, lines: lines, complaints: each.command.complaints)
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

  /// Kills what runs for a feed that is not wanted any more: its answer will not come.
  func dropFeed() {
    for each in running where each.isFeed { each.command.kill() }
    refusal = nil
    arm()
  }

  /// Kills all that is running.
  func end() {
    // All of them first, so that they are waited for at the same time.
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

  private static func answer(for ending: ShellCommand.Outcome, lines: Int, complaints: [UInt8]) -> Feed.Answer {
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
    return .failed(reason, complaint: Feed.lastLine(of: complaints))
  }

  /// The name by which people know a command line: of its first word that is no assignment, without folders.
  static func name(of text: String) -> String {
    let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == ";" }
    let command = words.first { !($0.first?.isLetter == true && $0.contains("=")) } ?? ""
    return String((command.split(separator: "/").last ?? "").prefix(longestName))
  }

  private static let longestName = 40

  /// Reports what went wrong with a feed, in words and in the command's own, once as long as it stays the same.
  private func reportFeed(_ answer: Feed.Answer, of text: String) {
    guard case .failed(let reason, let said) = answer else {
      if complaint != nil { Journal.report("feed: it answers again", as: .notice) }
      return complaint = nil
    }
    let line = "feed: \(reason.text(of: ShellCommands.name(of: text)))\(said.map { " (\($0))" } ?? "")"
    if line != complaint { report(line) }
    complaint = line
  }

  /// Reports what went wrong with a command of which no answer is awaited; its exit status does not matter.
  private func reportEnding(_ ending: ShellCommand.Outcome, of text: String) {
    switch ending {
    case .finished, .signalled, .tooMuch: break
    case .timedOut: report("killed after \(timeLimit.components.seconds) s: \(text)")
    case .notStarted(let reason): report("cannot run, \(reason): \(text)")
    }
  }
}
