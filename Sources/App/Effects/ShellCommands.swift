import ColourClock
import System

/// The shell commands of the wall: commands that just run, and the feed, for whose answer the wall waits.
final class ShellCommands {
  private struct Running {
    let command: ShellCommand
    let text: String
    /// For a feed: the number of lines to show.
    var lines: Int?

    var isFeed: Bool { lines != nil }

    /// True if there is nothing left to wait for.
    var isOver: Bool { command.deadline == nil && command.descriptors.isEmpty }
  }

  private let timer = KernelTimer(.boot)
  private let timeLimit: Duration
  private let report: (String) -> Void
  private var running: [Running] = []
  /// The texts of commands that were reported as running too often, and that still run too often.
  private var full: Set<String> = []
  /// The answer to a feed that could not be started.
  private var refusal: Feed.Answer?
  /// The last message about the failing feed; `nil` after a good answer.
  private var complaint: String?

  /// At most this many processes of the same command text run at once, and at most this many of feeds. A command that
  /// hangs blocks no other.
  private static let most = 8

  /// - Parameters:
  ///   - timeLimit: for commands whose answer is not awaited.
  ///   - report: gets one line about each failure.
  init(timeLimit: Duration = .seconds(60), report: @escaping (String) -> Void = Process.report) {
    (self.timeLimit, self.report) = (timeLimit, report)
  }

  /// The descriptors to poll for reading. Call `receive` when one is ready.
  var descriptors: [Int32] { [timer.descriptor] + running.flatMap(\.command.descriptors) }

  /// True if nothing runs.
  var isIdle: Bool { running.isEmpty }

  private func hasRoom(for text: String) -> Bool {
    running.count { !$0.isFeed && $0.text == text } < ShellCommands.most
  }

  /// Runs `text` in a shell, and kills it after the time limit. If eight processes of the same text are running
  /// already, it is not run; that is reported once.
  func run(_ text: String) { run(text, variables: [:]) }

  /// Like `run(_:)`, with further environment variables.
  func run(_ text: String, variables: [String: String]) {
    guard hasRoom(for: text) else {
      if full.insert(text).inserted { report("not run, for \(ShellCommands.most) of it are running: \(text)") }
      return
    }
    add(
      Running(
        command: ShellCommand(text, .detached, timeLimit: timeLimit, variables: variables), text: text))
  }

  /// Runs `text` in a shell as the feed; `receive` returns its answer. Does nothing while an answer is awaited.
  /// - Parameters:
  ///   - limit: the greatest size of the output, in bytes.
  ///   - lines: how many lines the wall shows.
  func answer(_ text: String, limit: Int, lines: Int = Feed.Style.standard.lines, timeLimit: Duration) {
    let feeds = running.filter(\.isFeed)
    guard feeds.allSatisfy({ $0.command.deadline == nil }) else { return }
    // Even SIGKILL cannot end a process that waits for a lost network disk. Such processes must not pile up.
    if feeds.count < ShellCommands.most {
      let command = ShellCommand(text, .captured(limit: limit), timeLimit: timeLimit)
      add(Running(command: command, text: text, lines: lines))
    } else {
      refusal = .failed(.notStarted)
      arm()
    }
  }

  /// Reads the output that has come.
  /// - Returns: the feed's answer, if the feed has just ended.
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

  /// Kills a feed that is no longer wanted. `receive` will not return its answer.
  func dropFeed() {
    for each in running where each.isFeed { each.command.kill() }
    refusal = nil
    arm()
  }

  /// Kills all running commands, and waits for them.
  func end() {
    // All are killed before any is waited for.
    for each in running { each.command.kill() }
    for each in running { each.command.end() }
    running = []
    arm()
  }

  private func add(_ one: Running) {
    running.append(one)
    arm()
  }

  /// Arms the timer for the next deadline, or at once for a refusal.
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

  /// A short name of a shell command, for messages: its first word that is no assignment, without its folders.
  static func name(of text: String) -> String {
    let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == ";" }
    let command = words.first { !($0.first?.isLetter == true && $0.contains("=")) } ?? ""
    return String((command.split(separator: "/").last ?? "").prefix(longestName))
  }

  private static let longestName = 40

  /// Reports a feed's failure, with the reason and the last line of its standard error. Repeats no message.
  private func reportFeed(_ answer: Feed.Answer, of text: String) {
    guard case .failed(let reason, let said) = answer else {
      if complaint != nil { Journal.report("feed: it answers again", as: .notice) }
      return complaint = nil
    }
    let line = "feed: \(reason.text(of: ShellCommands.name(of: text)))\(said.map { " (\($0))" } ?? "")"
    if line != complaint { report(line) }
    complaint = line
  }

  /// Reports a failed command whose answer is not awaited. Its exit status does not matter.
  private func reportEnding(_ ending: ShellCommand.Outcome, of text: String) {
    switch ending {
    case .finished, .signalled, .tooMuch: break
    case .timedOut: report("killed after \(timeLimit.components.seconds) s: \(text)")
    case .notStarted(let reason): report("cannot run, \(reason): \(text)")
    }
  }
}
